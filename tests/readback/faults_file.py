"""Faults of the whole file: structure, identification, boxes, what is not for a press, pages against profile and manifest."""

from __future__ import annotations

import re
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.readback import sound
from tests.readback.case import ANYTHING, WARNING, Corpus, box, grey, intent, metadata, paint, read, square, state
from tests.readback.sound import DRIVETHRU, X1A

corpus = Corpus()
raw, pdf_ = corpus.raw, corpus.pdf

# --- a file that is no file -------------------------------------------------------------------------------------------------


@raw("unreadable-pdf")
def no_pdf_at_all(data: bytes) -> bytes:
    """A text file with the name of a PDF."""
    return b"Dear printer,\n\nthe cards are attached.\n"


@raw("unreadable-pdf")
def an_empty_file(data: bytes) -> bytes:
    """Nothing was copied but the name."""
    return b""


@raw("damaged-pdf")
def its_tail_is_lost(data: bytes) -> bytes:
    """The last line that tells where the table of objects lies is cut off: readers rebuild it, and each in its own way."""
    return data[: data.rindex(b"startxref")]


@raw("unreadable-pdf")
def half_a_file(data: bytes) -> bytes:
    """A copy that broke off: no page of it is whole."""
    return data[: len(data) // 2]


@raw("damaged-pdf", "shop-x1a", 0, "error", ANYTHING)
def most_of_a_file(data: bytes) -> bytes:
    """A copy that broke off when the pages were there, and not all that is on them."""
    return data[: len(data) * 97 // 100]


@raw("damaged-pdf", "shop-x1a", None, "error", "empty-page", "bleed-missing", "not-seen")
def a_damaged_stream(data: bytes) -> bytes:
    """The first two bytes of a page's deflated content are lost: nothing of it can be unpacked."""
    with pikepdf.open(BytesIO(data)) as pdf:
        packed = bytes(pdf.pages[0].obj.Contents.read_raw_bytes())
    assert data.count(packed) == 1
    return data.replace(packed, bytes(2) + packed[2:])


def _encrypted(data: bytes, user: str) -> bytes:
    with pikepdf.open(BytesIO(data)) as pdf:
        lock = pikepdf.Encryption(owner="owner", user=user, R=3, aes=False, metadata=False)
        return sound.saved(pdf, "X-1a:2003", encryption=lock, deterministic_id=False, static_id=True)


@raw("encrypted-pdf")
def encrypted_with_no_password(data: bytes) -> bytes:
    """Locked with an empty password: it opens everywhere, and is no PDF/X."""
    return _encrypted(data, "")


@raw("encrypted-pdf")
def encrypted_with_a_password(data: bytes) -> bytes:
    """Locked."""
    return _encrypted(data, "wolf")


# --- what it says it is -----------------------------------------------------------------------------------------------------


@pdf_("wrong-version", page=0, force_version="1.7")
def version_1_7(pdf: pikepdf.Pdf) -> None:
    """X-1a:2003 is PDF 1.4 at the most."""


@pdf_("wrong-version", page=0)
def version_in_the_catalog(pdf: pikepdf.Pdf) -> None:
    """The first line says 1.4, the catalog says 1.6, and the catalog is believed."""
    pdf.Root.Version = Name("/1.6")


@raw("object-streams")
def object_streams(data: bytes) -> bytes:
    """Object and cross-reference streams, which are PDF 1.5's, in a file that says it is 1.4."""
    with pikepdf.open(BytesIO(data)) as pdf:
        packed = sound.saved(pdf, "X-4", force_version="1.5")
    assert packed.startswith(b"%PDF-1.5")
    return b"%PDF-1.4" + packed[8:]


@pdf_("no-standard", page=0)
def no_standard(pdf: pikepdf.Pdf) -> None:
    """A plain PDF: neither Info nor XMP names a standard."""
    del pdf.docinfo.GTS_PDFXVersion
    metadata(pdf, "<pdfx:GTS_PDFXVersion>PDF/X-1a:2003</pdfx:GTS_PDFXVersion>", "")


@pdf_("no-standard", "shop", 0)
def x4_named_nowhere(pdf: pikepdf.Pdf) -> None:
    """X-4's key is in XMP; there it is gone, and in Info too."""
    del pdf.docinfo.GTS_PDFXVersion
    metadata(pdf, "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>", "")


@pdf_("wrong-standard", page=0)
def says_x_3(pdf: pikepdf.Pdf) -> None:
    """It calls itself X-3, where the shop takes X-1a."""
    pdf.docinfo.GTS_PDFXVersion = String("PDF/X-3:2003")
    metadata(pdf, "PDF/X-1a:2003", "PDF/X-3:2003")


@pdf_("wrong-standard", "shop", 0)
def says_x_4p(pdf: pikepdf.Pdf) -> None:
    """It calls itself X-4p, whose profile lies elsewhere."""
    pdf.docinfo.GTS_PDFXVersion = String("PDF/X-4p")
    metadata(pdf, "PDF/X-4<", "PDF/X-4p<")


@pdf_("missing-metadata", page=0)
def no_title(pdf: pikepdf.Pdf) -> None:
    """No title, which X-1a asks for."""
    del pdf.docinfo.Title
    metadata(pdf, '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Wolf</rdf:li></rdf:Alt></dc:title>', "")


@pdf_("missing-metadata", page=0)
def no_modification_date(pdf: pikepdf.Pdf) -> None:
    """No ModDate in Info."""
    del pdf.docinfo.ModDate
    metadata(pdf, f"<xmp:ModifyDate>{sound.XMP_DATE}</xmp:ModifyDate>", "")


@pdf_("missing-metadata", "shop", 0, "error", "no-standard")
def x4_without_xmp(pdf: pikepdf.Pdf) -> None:
    """X-4 is identified by XMP; there is none, only Info."""
    del pdf.Root.Metadata


@pdf_("missing-metadata", "shop", 0)
def x4_without_document_id(pdf: pikepdf.Pdf) -> None:
    """XMP without xmpMM:DocumentID."""
    metadata(pdf, "<xmpMM:DocumentID>uuid:6f1d3c1e-0000-4000-8000-000000000001</xmpMM:DocumentID>", "")


@pdf_("metadata-disagrees", page=0)
def two_titles(pdf: pikepdf.Pdf) -> None:
    """Info says "Fox" and XMP says "Wolf"."""
    pdf.docinfo.Title = String("Fox")


@pdf_("metadata-disagrees", "shop", 0)
def two_dates(pdf: pikepdf.Pdf) -> None:
    """Info was made on another day than XMP."""
    pdf.docinfo.CreationDate = String("D:20240229120000+00'00'")


@pdf_("metadata-disagrees", page=0)
def trapped_here_and_not_there(pdf: pikepdf.Pdf) -> None:
    """Info says that it is trapped, XMP that it is not."""
    pdf.docinfo.Trapped = Name("/True")


@pdf_("trapped-unknown", page=0)
def trapped_unknown(pdf: pikepdf.Pdf) -> None:
    """Trapped /Unknown."""
    pdf.docinfo.Trapped = Name.Unknown
    metadata(pdf, "<pdf:Trapped>False</pdf:Trapped>", "<pdf:Trapped>Unknown</pdf:Trapped>")


@pdf_("trapped-unknown", page=0)
def trapped_absent(pdf: pikepdf.Pdf) -> None:
    """Nothing says whether it is trapped."""
    del pdf.docinfo.Trapped
    metadata(pdf, "<pdf:Trapped>False</pdf:Trapped>", "")


@pdf_("trapped-unknown", page=0)
def trapped_misspelt(pdf: pikepdf.Pdf) -> None:
    """/False_ is no name of the standard's: what a library's attribute with an underscore writes."""
    pdf.docinfo.Trapped = Name("/False_")
    metadata(pdf, "<pdf:Trapped>False</pdf:Trapped>", "")


@raw("no-file-id")
def no_file_id(data: bytes) -> bytes:
    """The trailer has no ID."""
    out, n = re.subn(rb"/ID \[<[0-9a-f]+><[0-9a-f]+>\]", lambda m: b" " * len(m[0]), data)
    assert n == 1
    return out


# --- output intent ----------------------------------------------------------------------------------------------------------


@pdf_("no-output-intent", page=0)
def no_output_intent(pdf: pikepdf.Pdf) -> None:
    """For which press it was made is not said."""
    del pdf.Root.OutputIntents


@pdf_("no-output-intent", page=0)
def two_output_intents(pdf: pikepdf.Pdf) -> None:
    """Two of them, and both are GTS_PDFX."""
    second = Dictionary(intent(pdf))
    second.OutputConditionIdentifier = String("FOGRA27")
    pdf.Root.OutputIntents.append(pdf.make_indirect(second))


@pdf_("no-output-intent", page=0)
def an_intent_for_pdf_a(pdf: pikepdf.Pdf) -> None:
    """One intent, and it is PDF/A's."""
    intent(pdf).S = Name.GTS_PDFA1


@pdf_("wrong-condition", page=0)
def another_condition(pdf: pikepdf.Pdf) -> None:
    """FOGRA27, where the shop prints by FOGRA39."""
    intent(pdf).OutputConditionIdentifier = String("FOGRA27")
    intent(pdf).Info = String("FOGRA27")


@pdf_("wrong-condition", "drivethrucards", 0)
def a_condition_of_no_registry(pdf: pikepdf.Pdf) -> None:
    """No profile within, and no registry named that would tell what the condition is."""
    del intent(pdf).RegistryName


@pdf_("no-output-profile", "shop", 0)
def x4_without_its_profile(pdf: pikepdf.Pdf) -> None:
    """X-4 embeds the condition's profile; here it is only named."""
    del intent(pdf).DestOutputProfile


def _profile(pdf: pikepdf.Pdf, data: bytes, n: int) -> None:
    intent(pdf).DestOutputProfile = pdf.make_indirect(Stream(pdf, data, N=n))


def srgb() -> bytes:
    from PIL import ImageCms

    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return data[:24] + bytes(12) + data[36:84] + bytes(16) + data[100:]  # neither its date nor a digest that changes with it


@pdf_("wrong-output-profile", page=0)
def a_monitor_profile(pdf: pikepdf.Pdf) -> None:
    """The output intent's profile is sRGB: class mntr, three channels."""
    _profile(pdf, srgb(), 3)


@pdf_("wrong-output-profile", "shop", 0)
def an_input_profile(pdf: pikepdf.Pdf) -> None:
    """A profile of CMYK that says it is a scanner's (class scnr)."""
    _profile(pdf, sound.ICC[:12] + b"scnr" + sound.ICC[16:], 4)


@pdf_("wrong-output-profile", page=0)
def three_channels_of_four(pdf: pikepdf.Pdf) -> None:
    """The profile has four channels, its stream says three."""
    _profile(pdf, sound.ICC, 3)


@pdf_("wrong-output-profile", page=0)
def no_profile_in_it(pdf: pikepdf.Pdf) -> None:
    """The profile's stream has a web page in it."""
    _profile(pdf, b"<html><title>404</title></html>", 4)


# --- boxes ------------------------------------------------------------------------------------------------------------------


@pdf_("no-trim-box", page=2)
def no_trim_box(pdf: pikepdf.Pdf) -> None:
    """The back does not say where it is cut."""
    del pdf.pages[1].obj.TrimBox


@pdf_("no-trim-box", page=1)
def trim_and_art_box(pdf: pikepdf.Pdf) -> None:
    """TrimBox and ArtBox on one page."""
    pdf.pages[0].obj.ArtBox = pdf.pages[0].obj.TrimBox


@pdf_("boxes-not-nested", "shop-x1a", 2, "error", "too-little-bleed", "bleed-missing", "page-too-large", "printer-marks")
def bleed_box_within_the_trim(pdf: pikepdf.Pdf) -> None:
    """The bleed box is smaller than the card."""
    box(pdf, 2, "BleedBox", -5)


@pdf_("boxes-not-nested", "shop-x1a", 1, "error", "bleed-missing")
def bleed_box_beyond_the_page(pdf: pikepdf.Pdf) -> None:
    """The bleed box is larger than the page."""
    box(pdf, 1, "BleedBox", 1)


@pdf_("crop-box", "shop-x1a", 1)
def crop_box_at_the_trim(pdf: pikepdf.Pdf) -> None:
    """A CropBox hides the bleed."""
    pdf.pages[0].obj.CropBox = pdf.pages[0].obj.TrimBox


@pdf_("turned-page", "shop-x1a", 2, WARNING)
def turned_page(pdf: pikepdf.Pdf) -> None:
    """The back is turned by /Rotate."""
    pdf.pages[1].obj.Rotate = 90


@pdf_("user-unit", "shop", 1)
def user_unit(pdf: pikepdf.Pdf) -> None:
    """The page's unit is not the point; whoever knows no UserUnit prints it in another size."""
    pdf.pages[0].obj.UserUnit = 1.01


@pdf_("uneven-pages", "shop-x1a", None, WARNING)
def uneven_pages(pdf: pikepdf.Pdf) -> None:
    """The back is cut half a millimetre larger all round."""
    box(pdf, 2, "TrimBox", 0.5)


# --- fonts ------------------------------------------------------------------------------------------------------------------


@pdf_("font-not-embedded", page=1)
def helvetica(pdf: pikepdf.Pdf) -> None:
    """Type in Helvetica that the file does not bring."""
    plain = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    words = sound.type_(X1A, "Reach", 36, 60, 8).replace("/F1", "/Plain")
    paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={"Plain": plain})


@pdf_("font-not-embedded", page=1)
def helvetica_listed_and_not_used(pdf: pikepdf.Pdf) -> None:
    """Nothing is set in it, but the page lists it: what ReportLab does unless it is told otherwise."""
    plain = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    paint(pdf, "", Font={"Plain": plain})


@pdf_("font-not-embedded", page=1)
def unembedded_within_a_form(pdf: pikepdf.Pdf) -> None:
    """The font's file is gone, and the font is used by a form in a form only."""
    face = sound.font(pdf)
    del face.FontDescriptor.FontFile2
    inner = sound.form(
        pdf,
        40,
        20,
        "/On gs 0 0 0 1 k BT /Fx 8 Tf 2 4 Td (wolf) Tj ET",
        Font={"Fx": face},
        ExtGState={"On": sound.overprint(pdf)},
    )
    outer = sound.form(pdf, 40, 20, "/Inner Do", XObject={"Inner": inner})
    x, y = sound.at(X1A, 36, 60)
    paint(pdf, f"1 0 0 1 {x:.3f} {y:.3f} cm /Outer Do", XObject={"Outer": outer})


@pdf_("font-not-embedded", "shop", 1)
def a_wide_font_not_embedded(pdf: pikepdf.Pdf) -> None:
    """A font of two bytes a letter whose descendant has no file."""
    face = sound.wide_font(pdf)
    del face.DescendantFonts[0].FontDescriptor.FontFile2
    words = sound.type_(X1A, "x", 36, 60, 8).replace("/F1", "/Wide").replace("(x)", sound.wide("Reach"))
    paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={"Wide": face})


# --- filters ----------------------------------------------------------------------------------------------------------------


def lzw(data: bytes) -> bytes:
    """Packed as LZW that never grows a table: it is cleared every 250 bytes, so each code has nine bits."""
    codes = [256]
    for n, byte in enumerate(data, 1):
        codes.append(byte)
        if n % 250 == 0:
            codes.append(256)
    bits = "".join(f"{code:09b}" for code in [*codes, 257])
    return bytes(int(bits[n : n + 8].ljust(8, "0"), 2) for n in range(0, len(bits), 8))


@pdf_("forbidden-filter", page=1, compress_streams=False)
def lzw_content(pdf: pikepdf.Pdf) -> None:
    """A page's content is packed as LZW."""
    pdf.pages[0].obj.Contents = pdf.make_indirect(Stream(pdf, lzw(read(pdf)), Filter=Name.LZWDecode))


@pdf_("forbidden-filter", "shop", 1, compress_streams=False)
def lzw_image_within_another_filter(pdf: pikepdf.Pdf) -> None:
    """A picture packed as LZW, and that as ASCII: the filter is the second of two."""
    packed = lzw(sound.art(72)).hex().encode() + b">"
    image = Stream(
        pdf, packed, Type=Name.XObject, Subtype=Name.Image, Width=72, Height=72, BitsPerComponent=8, ColorSpace=Name.DeviceGray
    )
    image.Filter = Array([Name.ASCIIHexDecode, Name.LZWDecode])
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Lzw"), XObject={"Lzw": pdf.make_indirect(image)})


def jpx(side: int) -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.frombytes("L", (side, side), sound.art(side)).save(out, "JPEG2000", irreversible=False)
    return out.getvalue()


@pdf_("forbidden-filter", "shop-x1a", 1, "error", "not-seen")
def jpeg_2000(pdf: pikepdf.Pdf) -> None:
    """JPEG 2000, which PDF 1.4 does not have."""
    image = Stream(
        pdf, jpx(72), Type=Name.XObject, Subtype=Name.Image, Width=72, Height=72, BitsPerComponent=8, ColorSpace=Name.DeviceGray
    )
    image.Filter = Name.JPXDecode
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Jpx"), XObject={"Jpx": pdf.make_indirect(image)})


def g4(side: int) -> bytes:
    """A square of stripes, as CCITT group 4."""
    from PIL import Image

    page = Image.frombytes(
        "1", (side, side), bytes(0xF0 if y // 12 % 2 else 0x3C for y in range(side) for _ in range((side + 7) // 8))
    )
    out = BytesIO()
    page.save(out, "TIFF", compression="group4", tiffinfo={278: side, 266: 1})
    with Image.open(BytesIO(out.getvalue())) as tiff:
        (start,), (length,) = tiff.tag_v2[273], tiff.tag_v2[279]
    return out.getvalue()[start : start + length]


@pdf_("forbidden-filter", "shop-x1a", 1, "error", "not-seen")
def jbig2(pdf: pikepdf.Pdf) -> None:
    """JBIG2: line art that X-1a has no way to unpack."""
    side = 264
    region = side.to_bytes(4) * 2 + bytes(8) + b"\x00" + b"\x01" + g4(side)  # a generic region, coded as MMR
    data = (0).to_bytes(4) + b"\x30\x00\x01" + (19).to_bytes(4) + side.to_bytes(4) * 2 + bytes(8) + b"\x00" + bytes(2)
    data += (1).to_bytes(4) + b"\x26\x00\x01" + len(region).to_bytes(4) + region
    image = Stream(pdf, data, Type=Name.XObject, Subtype=Name.Image, Width=side, Height=side, BitsPerComponent=1)
    image.Filter, image.ColorSpace = Name.JBIG2Decode, Name.DeviceGray
    paint(pdf, sound.placed(X1A, 36, 60, 8, 8, "Jbig"), XObject={"Jbig": pdf.make_indirect(image)})


# --- what is not for a press ------------------------------------------------------------------------------------------------


@pdf_("interactive", page=None)
def a_note_on_the_page(pdf: pikepdf.Pdf) -> None:
    """A comment stands on the card."""
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([60, 90, 80, 110]), Contents=String("darker?"), F=4)
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])


@pdf_("interactive", "shop", None)
def a_link_to_the_web(pdf: pikepdf.Pdf) -> None:
    """A link within the bleed box."""
    action = Dictionary(S=Name.URI, URI=String("https://example.org"))
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([60, 90, 80, 110]), Border=Array([0, 0, 0]), A=action, F=4)
    pdf.pages[1].obj.Annots = Array([pdf.make_indirect(link)])


@pdf_("interactive", page=None)
def a_form_field(pdf: pikepdf.Pdf) -> None:
    """A field to fill in."""
    look = sound.form(pdf, 20, 10, "q Q")
    field = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=String("name"),
            Rect=Array([60, 90, 80, 100]),
            F=4,
            AP=Dictionary(N=look),
        )
    )
    pdf.pages[0].obj.Annots = Array([field])
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]))


@pdf_("interactive", page=0)
def javascript_on_opening(pdf: pikepdf.Pdf) -> None:
    """It runs a program when it is opened."""
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.beep(0);"))


@pdf_("interactive", page=0)
def javascript_among_the_names(pdf: pikepdf.Pdf) -> None:
    """A program of the document's."""
    run = pdf.make_indirect(Dictionary(S=Name.JavaScript, JS=String("app.beep(0);")))
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([String("run"), run])))


@pdf_("interactive", page=None)
def an_action_of_a_page(pdf: pikepdf.Pdf) -> None:
    """A page that starts another program when it is shown."""
    pdf.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.Launch, F=String("calc")))


@pdf_("embedded-file", page=0)
def an_embedded_file(pdf: pikepdf.Pdf) -> None:
    """The layout is attached."""
    held = pdf.make_indirect(Stream(pdf, b"a layout", Type=Name.EmbeddedFile))
    spec = pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String("wolf.indd"), EF=Dictionary(F=held)))
    pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([String("wolf.indd"), spec])))


@pdf_("foreign-content", page=1)
def opi(pdf: pikepdf.Pdf) -> None:
    """A picture that a server is to swap for a finer one (OPI)."""
    version = Dictionary(
        Type=Name.OPI, Version=1.3, F=String("wolf.tif"), Size=Array([240, 240]), CropRect=Array([0, 0, 240, 240])
    )
    image = sound.picture(pdf, 240, 240, sound.art(240), OPI=Dictionary({"/1.3": version}))
    paint(pdf, sound.placed(X1A, 34, 50, 20, 20, "Opi"), XObject={"Opi": image})


@pdf_("foreign-content", page=1)
def postscript(pdf: pikepdf.Pdf) -> None:
    """A PostScript XObject."""
    program = pdf.make_indirect(Stream(pdf, b"0 setgray", Type=Name.XObject, Subtype=Name.PS))
    paint(pdf, "/Prog Do", XObject={"Prog": program})


@pdf_("foreign-content", page=1)
def postscript_in_a_form(pdf: pikepdf.Pdf) -> None:
    """A form that is PostScript by its Subtype2."""
    piece = sound.form(pdf, 10, 10, "q Q")
    piece.Subtype2, piece.PS = Name.PS, pdf.make_indirect(Stream(pdf, b"0 setgray"))
    paint(pdf, "/Prog Do", XObject={"Prog": piece})


@pdf_("foreign-content", page=1)
def alternate_image(pdf: pikepdf.Pdf) -> None:
    """Another picture for the press than for the screen."""
    other = sound.picture(pdf, 240, 240, bytes(240 * 240))
    grey(pdf).Alternates = Array([Dictionary(Image=other, DefaultForPrinting=True)])


@pdf_("foreign-content", page=1)
def a_page_of_another_file(pdf: pikepdf.Pdf) -> None:
    """A form that stands for a page of another file."""
    piece = sound.form(pdf, 10, 10, "q Q")
    piece.Ref = Dictionary(F=Dictionary(Type=Name.Filespec, F=String("other.pdf")), Page=0)
    paint(pdf, "/Far Do", XObject={"Far": piece})


@pdf_("foreign-content", "shop-x1a", 1, "error", "not-seen", "damaged-pdf", "embedded-file")
def an_image_in_another_file(pdf: pikepdf.Pdf) -> None:
    """A picture whose data are a file of their own."""
    image = Stream(
        pdf, b"", Type=Name.XObject, Subtype=Name.Image, Width=72, Height=72, BitsPerComponent=8, ColorSpace=Name.DeviceGray
    )
    image.F = Dictionary(Type=Name.Filespec, F=String("wolf.raw"))
    paint(pdf, sound.placed(X1A, 36, 60, 6, 6, "Far"), XObject={"Far": pdf.make_indirect(image)})


@pdf_("foreign-content", "shop", None)
def presentation_steps(pdf: pikepdf.Pdf) -> None:
    """A page that is shown step by step."""
    pdf.pages[0].obj.PresSteps = Dictionary(Type=Name.NavNode, Dur=1)


def _identity(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return pdf.make_indirect(Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1.3))


@pdf_("transfer-curve", page=1)
def transfer_curve(pdf: pikepdf.Pdf) -> None:
    """A transfer curve that makes all darker or lighter."""
    paint(pdf, f"/Curve gs 0 0 0 0.3 k {square()}", ExtGState={"Curve": state(pdf, TR=_identity(pdf))})


@pdf_("transfer-curve", "shop", 1)
def transfer_curve_in_a_form(pdf: pikepdf.Pdf) -> None:
    """The same by TR2, in the graphics state of a form."""
    piece = sound.form(pdf, 20, 20, "/Curve gs 0 0 0 0.3 k 2 2 10 10 re f", ExtGState={"Curve": state(pdf, TR2=_identity(pdf))})
    x, y = sound.at(X1A, 36, 60)
    paint(pdf, f"1 0 0 1 {x:.3f} {y:.3f} cm /Piece Do", XObject={"Piece": piece})


@pdf_("halftone", page=1)
def halftone_phase(pdf: pikepdf.Pdf) -> None:
    """HTP: the screen's phase."""
    paint(pdf, f"/Screen gs 0 0 0 0.3 k {square()}", ExtGState={"Screen": state(pdf, HTP=Array([2, 2]))})


@pdf_("halftone", page=1)
def named_halftone(pdf: pikepdf.Pdf) -> None:
    """A screen that one device knows by its name."""
    screen = Dictionary(
        Type=Name.Halftone, HalftoneType=1, HalftoneName=String("House"), Frequency=60, Angle=45, SpotFunction=Name.Round
    )
    paint(pdf, f"/Screen gs 0 0 0 0.3 k {square()}", ExtGState={"Screen": state(pdf, HT=screen)})


@pdf_("halftone", "shop", 1)
def halftone_of_thresholds(pdf: pikepdf.Pdf) -> None:
    """A screen as an array of thresholds (type 6)."""
    screen = pdf.make_indirect(Stream(pdf, bytes(range(16)), Type=Name.Halftone, HalftoneType=6, Width=4, Height=4))
    paint(pdf, f"/Screen gs 0 0 0 0.3 k {square()}", ExtGState={"Screen": state(pdf, HT=screen)})


@pdf_("layers", page=0)
def layers(pdf: pikepdf.Pdf) -> None:
    """Layers, which PDF 1.4 does not have."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("English")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(ON=Array([layer]), Order=Array([layer])))
    paint(pdf, f"/OC /Words BDC 0 0 0 0.3 k {square()} EMC", Properties={"Words": layer})


# --- pages against profile and manifest -------------------------------------------------------------------------------------


@raw("wrong-size", "drivethrucards", 1)
def a_size_that_the_shop_does_not_make(data: bytes) -> bytes:
    """63 x 88 mm, half a millimetre off poker."""
    return sound.card(DRIVETHRU._replace(trim=(63, 88)))


MANIFEST = {
    "file": "cards.pdf",
    "profile": "shop-x1a",
    "pages": 2,
    "bleed": 3.0,
    "sizes": {"cards": {"width": 63.5, "height": 88.9}},
}


@raw("wrong-size", "shop-x1a", 1, said=MANIFEST)
def another_size_than_was_built(data: bytes) -> bytes:
    """63 x 88 mm, where the manifest says 63.5 x 88.9."""
    return sound.card(X1A._replace(trim=(63, 88)))


@raw("page-too-large", "shop-x1a", 1, WARNING)
def paper_round_the_bleed(data: bytes) -> bytes:
    """Five empty millimetres round the bleed, where the shop wants the page to end."""
    return sound.card(X1A._replace(margin=5))


@raw("too-little-bleed", "shop-x1a", 1, "error", "bleed-missing")
def one_millimetre_of_bleed(data: bytes) -> bytes:
    """1 mm of bleed."""
    return sound.card(X1A._replace(bleed=1))


@raw("too-little-bleed", "drivethrucards", 1, "error", "bleed-missing")
def three_millimetres_where_an_eighth_is_asked(data: bytes) -> bytes:
    """3 mm of bleed, where the shop asks for 1/8 in."""
    return sound.card(DRIVETHRU._replace(bleed=3))


@pdf_("wrong-page-count", "shop-x1a", 0, "error", "wrong-page-order", said=MANIFEST)
def a_page_is_missing(pdf: pikepdf.Pdf) -> None:
    """The manifest tells of two pages."""
    del pdf.pages[1]
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(P=String("wolf front"))]))


@raw("wrong-page-order", "shop-x1a", None)
def back_before_front(data: bytes) -> bytes:
    """The back comes first, where the shop takes the front first."""
    return sound.card(X1A._replace(sides=("back", "front")))


@raw("wrong-page-order", "drivethrucards", None)
def front_before_back(data: bytes) -> bytes:
    """The front comes first, where the shop takes the back first."""
    return sound.card(DRIVETHRU._replace(sides=("front", "back")))


@raw("other-file", "shop-x1a", 0, said={**MANIFEST, "sha256": "0" * 64})
def changed_after_it_was_built(data: bytes) -> bytes:
    """Not the file whose digest the manifest keeps."""
    return data


# --- spots ------------------------------------------------------------------------------------------------------------------


@pdf_("spots-not-taken", "drivethrucards", None)
def a_spot_where_none_is_taken(pdf: pikepdf.Pdf) -> None:
    """A fifth plate, in a shop that prints four."""
    paint(pdf, f"/Red cs 1 scn {square(recipe=DRIVETHRU)}", ColorSpace={"Red": sound.separation(pdf, "Seal Red", sound.SEAL)})


@pdf_("spots-not-taken", "mbprint", None)
def a_spot_among_several_inks(pdf: pikepdf.Pdf) -> None:
    """The same within DeviceN."""
    names = Array([Name.Black, Name("/Gold")])
    mix = b"{ dup 0.3 mul exch 0 4 1 roll 3 -1 roll }"  # black, gold -> 0, 0.3 gold, gold, black
    cube = [Array([0, 1] * n) for n in (2, 4)]
    program = pdf.make_indirect(Stream(pdf, mix, FunctionType=4, Domain=cube[0], Range=cube[1]))
    space = pdf.make_indirect(Array([Name.DeviceN, names, Name.DeviceCMYK, program]))
    paint(pdf, f"/Mix cs 0.2 0.5 scn {square()}", ColorSpace={"Mix": space})


@pdf_("spots-alike", "shop-x1a", None, WARNING)
def two_spots_alike(pdf: pikepdf.Pdf) -> None:
    """ "Seal Red" and "seal red" are two plates."""
    paint(pdf, f"/Red cs 1 scn {square()}", ColorSpace={"Red": sound.separation(pdf, "seal red", sound.SEAL)})


@pdf_("two-alternates", "shop-x1a", None)
def one_spot_of_two_colours(pdf: pikepdf.Pdf) -> None:
    """ "Seal Red" again, and other inks stand for it."""
    paint(pdf, f"/Red cs 1 scn {square()}", ColorSpace={"Red": sound.separation(pdf, "Seal Red", [0, 0.6, 1, 0])})


@pdf_("registration-colour", "shop-x1a", None, WARNING, "printer-marks")
def registration_colour(pdf: pikepdf.Pdf) -> None:
    """A square in the colour of register marks: ink of every plate there is."""
    paint(pdf, f"/Reg cs 0.3 scn {square(side=3)}", ColorSpace={"Reg": sound.separation(pdf, "All", [1, 1, 1, 1])})


# --- what an adversary and a prepress reviewer found ------------------------------------------------------------------------


def _typeface(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The stream of the font that the pages are set in."""
    return pdf.pages[0].obj.Resources.Font.F1.FontDescriptor.FontFile2


@pdf_("broken-font", "shop-x1a", 1, "error", ANYTHING)
def a_font_of_no_bytes(pdf: pikepdf.Pdf) -> None:
    """The font's stream is there, and empty."""
    _typeface(pdf).write(b"")


@pdf_("broken-font", "shop", 1, "error", ANYTHING)
def a_font_that_is_none(pdf: pikepdf.Pdf) -> None:
    """The font's stream holds anything but a font."""
    _typeface(pdf).write(b"not a font at all" * 40)


@pdf_("broken-font", "shop-x1a", 1, "error", ANYTHING)
def a_third_of_a_font(pdf: pikepdf.Pdf) -> None:
    """A font that broke off before it was embedded: its stream is whole, its tables are not."""
    own = _typeface(pdf)
    data = own.read_bytes()
    own.write(data[: len(data) // 3])


@pdf_("broken-metadata", "shop", 0)
def xmp_that_is_not_well_formed(pdf: pikepdf.Pdf) -> None:
    """XMP that lacks a closing tag."""
    metadata(pdf, "</rdf:RDF>", "")


@pdf_("broken-metadata", "shop", 0)
def xmp_outside_of_a_description(pdf: pikepdf.Pdf) -> None:
    """XMP as a program mends it badly: its last properties stand behind the description that they belong in."""
    own = pdf.Root.Metadata.read_bytes().decode()
    (key,) = re.findall(r"<pdfxid:GTS_PDFXVersion>.*</pdfxid:GTS_PDFXVersion>", own)
    metadata(pdf, key, "")
    whole = key.replace(
        "<pdfxid:GTS_PDFXVersion>", '<pdfxid:GTS_PDFXVersion xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">', 1
    )
    metadata(pdf, "</rdf:RDF>", f"{whole}</rdf:RDF>")


@pdf_("trapped-unknown", page=0)
def trapped_as_a_text(pdf: pikepdf.Pdf) -> None:
    """(False), which is a text, in place of /False."""
    pdf.docinfo.Trapped = String("False")


@pdf_("crop-box", "shop-x1a", 1)
def crop_box_of_all_pages(pdf: pikepdf.Pdf) -> None:
    """A CropBox at the root of the pages' tree, which every page inherits, hides the bleed."""
    pdf.Root.Pages.CropBox = pdf.pages[0].obj.TrimBox


@pdf_("courier", "shop-x1a", 1, WARNING)
def courier(pdf: pikepdf.Pdf) -> None:
    """Type in a font that calls itself Courier, embedded."""
    face = sound.font(pdf)
    face.BaseFont = face.FontDescriptor.FontName = Name("/ABCDEF+Courier")
    words = sound.type_(X1A, "Reach", 36, 60, 8).replace("/F1", "/Plain")
    paint(pdf, f"/On gs 0 0 0 1 k {words}", Font={"Plain": face})


@pdf_("unused-rgb", "shop", 2, WARNING)
def an_rgb_space_that_nothing_is_painted_with(pdf: pikepdf.Pdf) -> None:
    """The page lists a space of RGB."""
    paint(pdf, "", 2, ColorSpace={"Web": Array([Name.DeviceRGB])})


@pdf_("unused-rgb", "shop-x1a", 1, WARNING)
def an_rgb_picture_that_nothing_draws(pdf: pikepdf.Pdf) -> None:
    """The page lists a picture of RGB."""
    paint(pdf, "", XObject={"Web": sound.picture(pdf, 20, 20, bytes(1200), Name.DeviceRGB)})


@pdf_("unused-managed", "shop-x1a", 1, WARNING)
def a_lab_space_that_nothing_is_painted_with(pdf: pikepdf.Pdf) -> None:
    """The page lists a space of Lab, which X-1a does not have."""
    paint(pdf, "", ColorSpace={"Lab": Array([Name.Lab, Dictionary(WhitePoint=Array([0.9642, 1, 0.8249]))])})


@raw("wrong-size", "home-a4", 1)
def a_card_where_a_paper_is_asked_for(data: bytes) -> bytes:
    """A page of a card's size, for a printer of A4."""
    return data


@raw("wrong-size", "drivethrucards", 1)
def a_board_where_cards_are_made(data: bytes) -> bytes:
    """A board of 200 x 120 mm in a shop that makes cards alone."""
    return sound.card(DRIVETHRU._replace(trim=(200, 120)))


def _cards(pdf: pikepdf.Pdf, *labels: str) -> None:
    """As many pages as there are labels, fronts and backs in turn."""
    front, back = pdf.pages[0].obj, pdf.pages[1].obj
    while len(pdf.pages) < len(labels):
        own = (front, back)[len(pdf.pages) % 2]
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(Dictionary(own))))
    pdf.Root.PageLabels = Dictionary(
        Nums=Array([v for n, label in enumerate(labels) for v in (n, Dictionary(P=String(label)))])
    )


_PIECES = [{"card": name, "family": name, "seat": "", "copies": 1} for name in ("wolf", "fox", "hare")]


@pdf_("wrong-page-order", "shop-x1a", 3, said={**MANIFEST, "pages": 6, "sides": ["front", "back"], "pieces": _PIECES})
def two_cards_out_of_turn(pdf: pikepdf.Pdf) -> None:
    """Whole pairs of front and back, and the hare before the fox."""
    _cards(pdf, "wolf front", "wolf back", "hare front", "hare back", "fox front", "fox back")


@pdf_("wrong-page-count", "shop-x1a", 0, said={**MANIFEST, "pages": 2, "sides": ["front", "back"], "pieces": _PIECES})
def two_cards_of_three_are_missing(pdf: pikepdf.Pdf) -> None:
    """The manifest's count of pages is right, and two of its cards are not there."""


@pdf_("odd-pages", "shop-x1a", 0, WARNING)
def three_pages_without_labels(pdf: pikepdf.Pdf) -> None:
    """The third has no back."""
    _cards(pdf, "", "", "")
    del pdf.Root.PageLabels


@raw("odd-pages", "drivethrucards", 0, WARNING)
def one_page_where_cards_alone_are_made(data: bytes) -> bytes:
    """A back without a front."""
    with pikepdf.open(BytesIO(data)) as pdf:
        del pdf.pages[1]
        del pdf.Root.PageLabels
        return sound.saved(pdf, "X-1a:2003")


@pdf_("spots-alike", "shop-x1a", 1, WARNING)
def black_with_a_space(pdf: pikepdf.Pdf) -> None:
    """ "black " is no black, but a fifth plate."""
    black = sound.separation(pdf, "black ", [0, 0, 0, 1])
    paint(pdf, f"/Ink cs 0.5 scn {square()}", ColorSpace={"Ink": black})


@pdf_("spots-alike", "shop", 1, WARNING)
def cyan_in_capitals(pdf: pikepdf.Pdf) -> None:
    """ "CYAN" beside Cyan."""
    groups = {"A": sound.separation(pdf, "CYAN", [1, 0, 0, 0]), "B": sound.separation(pdf, "Cyan", [1, 0, 0, 0])}
    paint(pdf, f"/A cs 0.5 scn {square()} /B cs 0.5 scn {square(46, 60)}", ColorSpace=groups)


def _cut(pdf: pikepdf.Pdf, name: str) -> None:
    """The card's outline on a plate of that name, overprinting."""
    line, on = sound.separation(pdf, name, [0, 1, 0, 0]), sound.overprint(pdf)
    paint(
        pdf,
        f"/Over gs /Die CS 1 SCN 0.5 w {sound.rect(X1A, 0, 0, *X1A.trim)} S",
        ColorSpace={"Die": line},
        ExtGState={"Over": on},
    )


@pdf_("plate-name", "longpack", 1, WARNING)
def a_cut_line_by_another_name(pdf: pikepdf.Pdf) -> None:
    """LongPack's knife follows the plate "die-cut"."""
    _cut(pdf, "Die Cut Line")


@pdf_("plate-name", "longpack", 1, WARNING)
def a_cut_line_by_the_house_s_name(pdf: pikepdf.Pdf) -> None:
    """What is called "Dieline" elsewhere."""
    _cut(pdf, "Dieline")


@pdf_("spots-not-taken", "mbprint", 1)
def a_cut_line_where_no_spot_is_taken(pdf: pikepdf.Pdf) -> None:
    """The four inks would print it."""
    _cut(pdf, "CutContour")
