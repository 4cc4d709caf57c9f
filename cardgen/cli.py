"""The command line: the only module that prints (with `console`), exits or reads the clock."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from cardgen import __version__
from cardgen.console import Progress, shown, summary, tell
from cardgen.findings import Finding, Refused, has_errors, in_order, noted
from cardgen.options import Length, Reading
from cardgen.units import Mm

if TYPE_CHECKING:
    from cardgen.project import Project

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cardgen")
def cli() -> None:
    """Plain YAML into cards that a print shop takes the first time."""


@cli.command("list")
def list_games() -> None:
    """List the games there are: your project's, or those that ship."""
    from cardgen.load import load
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    for name in project.games():
        try:
            game, found = load(project, name)
        except Refused as refused:
            found = list(refused.findings)
        if has_errors(found):
            click.echo(f"{name:16} cannot be read; cardgen validate {name} says why")
        else:
            cards = sum(c.copies for f in game.families if f.record.piece is None for c in game.copies(f))
            click.echo(f"{name:16} {game.name(game.language)}, {cards} cards, version {game.record.version}")


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--for", "profiles", multiple=True, help="A printer's profile by name, or the path of your own. [shop, home-a4]")
@click.option("--bleed", type=Length(), help="How far ink runs past the trim, as 3mm or 1/8in. [the profile's]")
@click.option("--only", multiple=True, metavar="FAMILY|ID", help="Only this family, piece or card; may be given again.")
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--red", type=click.Choice(["process", "spot"]), default="process", help="Red of process inks, or its own plate.")
@click.option(
    "--flip", type=click.Choice(["long", "short", "fold"]), default="long", help="Backs at home: by flip, or folded over."
)
@click.option(
    "--ink",
    type=click.Choice(["full", "low", "black"]),
    default="full",
    help="All inks; low, without the grounds' washes; or black alone.",
)
@click.option("--printer", metavar="NAME", help="Put backs at home right for this printer, as calibrate measured it.")
@click.option("--ppi", type=click.IntRange(72, 2400), help="Resolution of the art, and of pictures. [the profile's, 300]")
@click.option("--url", metavar="BASE", help="Where the pictures of --for tts will lie: https://… or file:///…")
@click.option("--out", type=click.Path(path_type=Path), help="A folder in place of output/.")
def build(
    games: tuple[str, ...],
    profiles: tuple[str, ...],
    bleed: Mm | None,
    only: tuple[str, ...],
    language: str | None,
    red: str,
    flip: str,
    ink: str,
    printer: str | None,
    ppi: int | None,
    url: str | None,
    out: Path | None,
) -> None:
    """Build GAMES (all of them by default) into PDF files, pictures, or what Tabletop Simulator takes.

    \b
    cardgen build duel --bleed 3mm
    cardgen build duel --only technique --for home-letter
    cardgen build duel --for png --ppi 150
    cardgen build duel --for tts --url https://example.org/duel/
    """
    if ink == "black" and red == "spot":
        raise click.UsageError("--ink black leaves no plate for --red spot")
    if printer and flip == "fold":
        raise click.UsageError("--flip fold prints on one side only: there is no back for --printer to put right")
    gc.disable()  # what is imported stays: a small build would spend a sixth of its time going through it again (measured)
    from cardgen.build import Request
    from cardgen.build import build as run
    from cardgen.impose import Flip
    from cardgen.ink import Inking
    from cardgen.profile import DEFAULT
    from cardgen.project import open_project
    from cardgen.write.content import Colour

    gc.freeze()
    gc.enable()
    project = open_project(Path.cwd())

    def made(name: str, progress: Progress) -> None:
        start = time.monotonic()
        ask = Request(
            name, profiles or DEFAULT, bleed, only, language, out, Colour(red), ppi, Flip(flip), url, Inking(ink), printer
        )
        built = run(project, ask, progress)
        progress.end()
        tell(built.findings)
        summary(name, built, time.monotonic() - start)

    _for_each(_named(games, project), made)


@cli.command()
@click.argument("game")
@click.option(
    "--for", "profiles", multiple=True, default=("shop",), help="The shop's profile by name, or the path of your own. [shop]"
)
@click.option("--bleed", type=Length(), help="How far ink runs past the trim, as 3mm or 1/8in. [the profile's]")
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--red", type=click.Choice(["process", "spot"]), default="process", help="Red of process inks, or its own plate.")
@click.option("--ppi", type=click.IntRange(72, 2400), help="Resolution of the art. [the profile's, 300]")
@click.option("--out", type=click.Path(path_type=Path), help="A folder in place of output/.")
def order(
    game: str, profiles: tuple[str, ...], bleed: Mm | None, language: str | None, red: str, ppi: int | None, out: Path | None
) -> None:
    """Build GAME for a shop, with the job ticket, a hard proof to have printed first, and a zip of all to send.

    \b
    cardgen order duel --for drivethrucards
    """
    from cardgen.build import Request
    from cardgen.dispatch import dispatch
    from cardgen.project import open_project
    from cardgen.write.content import Colour

    project = open_project(Path.cwd())

    def made(name: str, progress: Progress) -> None:
        ask = Request(name, profiles, bleed, (), language, out, Colour(red), ppi)
        sent = dispatch(project, ask, progress)
        progress.end()
        tell(sent.findings)
        click.echo(f"{name}: {len(sent.built)} files for {profiles[0]}, and what goes with them")
        for path in sent.files:
            click.echo(f"  {shown(path)}  {path.stat().st_size / 1e6:.1f} MB")

    _for_each((game,), made)


@cli.command()
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The target's paper.")
@click.option("--printer", metavar="NAME", help="The printer that the readings are of, or that a target is put right for.")
@click.option("--top-left", type=Reading(), help="What was read at the top left, as 0.4mm,-0.2mm.")
@click.option("--top-right", type=Reading(), help="At the top right.")
@click.option("--middle", type=Reading(), help="In the middle.")
@click.option("--bottom-left", type=Reading(), help="At the bottom left.")
@click.option("--bottom-right", type=Reading(), help="At the bottom right.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder for the target. [output]")
def calibrate(paper: str, printer: str | None, out: Path | None, **read: tuple[Mm, Mm] | None) -> None:
    """Make backs lie behind their fronts: print a target, read it, and keep what you read for your printer.

    \b
    cardgen calibrate
    cardgen calibrate --printer attic --top-left 0.4mm,-0.2mm --bottom-right 0.5mm,-0.1mm
    cardgen build duel --for home-a4 --printer attic
    cardgen calibrate --printer attic      the target once more, put right, to see that it is
    """
    from cardgen.calibrate import keep_readings, write_target
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    readings = {name.replace("_", "-"): value for name, value in read.items() if value is not None}
    if not readings:
        click.echo(shown(write_target(project, paper, out or project.root / "output", printer)))
        return
    if printer is None:
        raise click.UsageError("whose readings are these? Give the printer a name with --printer")
    x, y, angle, scale = keep_readings(project, printer, paper, readings)
    click.echo(f"{printer}: backs lie {abs(x):.2f} mm to the {'right' if x >= 0 else 'left'}, {abs(y):.2f} mm too ", nl=False)
    click.echo(f"{'low' if y >= 0 else 'high'}, turned by {angle:.2f} degrees, {100 * scale:.2f} % of their size")
    click.echo(f"kept in printers.yaml; from now on: cardgen build GAME --printer {printer}")


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How findings are told.")
def validate(games: tuple[str, ...], form: str) -> None:
    """Check GAMES (all of them by default): their data, their templates, and every composed face."""
    from cardgen.build import check
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    found: list[Finding] = []
    names = _named(games, project)
    for name in names:
        with noted(found):
            found += check(project, name)
    found = in_order(found)
    tell(found, form)
    if has_errors(found):
        sys.exit(1)
    if form == "text":
        click.echo(f"{', '.join(names)}: no errors")


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--for", "profile", help="The printer's profile, by name or path. [what the manifest beside the file says]")
@click.option("--picture", is_flag=True, help="Draw the pages with what is wrong marked on them.")
@click.option(
    "--plates", type=click.Path(path_type=Path), help="Write every plate of every page as a picture into this folder."
)
@click.option("--ppi", type=click.IntRange(36, 600), default=150, show_default=True, help="Resolution of these pictures.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How findings are told.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder for --picture. [output/preflight]")
def preflight(
    files: tuple[Path, ...], profile: str | None, picture: bool, plates: Path | None, ppi: int, form: str, out: Path | None
) -> None:
    """Hold FILES against a printer's profile as a prepress operator would: any PDF, by cardgen or not.

    \b
    cardgen preflight output/duel/shop/cards.pdf
    cardgen preflight theirs.pdf --for drivethrucards --picture
    cardgen preflight output/duel/shop/tokens.pdf --plates plates/
    """
    from cardgen.inspection import inspect
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    marked = (out or project.root / "output/preflight") if picture else None
    found: list[Finding] = []
    lines: list[str] = []
    for file in files:
        progress = Progress(file.name)
        try:
            # of several files each has its own folder, so that none takes the other's pictures away
            plain = plates if len(files) == 1 or plates is None else plates / file.stem
            pictures = marked / file.stem if marked else None
            done = inspect(project, file, profile, pictures, plain, ppi, partial(progress, "judging"), form == "text")
            found += done.findings
            lines += [] if has_errors(done.findings) else [f"{shown(file)}: no errors for {done.profile}"]
            lines += [f"  {shown(path)}" for path in done.written]
        except Refused as refused:
            found += refused.findings
        finally:
            progress.end()
    found = list(dict.fromkeys(found))
    tell(found, form)
    for line in lines if form == "text" else ():
        click.echo(line)
    if has_errors(found):
        sys.exit(1)


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--ppi", type=click.IntRange(36, 600), default=200, show_default=True, help="Resolution of the picture.")
@click.option("--out", type=click.Path(path_type=Path), help="A folder in place of output/.")
def proof(games: tuple[str, ...], language: str | None, ppi: int, out: Path | None) -> None:
    """Draw every face of GAMES (all of them by default) on one picture, and a small one of the same."""
    from cardgen.project import open_project
    from cardgen.proof import contact_sheet

    project = open_project(Path.cwd())

    def made(name: str, progress: Progress) -> None:
        sheet = contact_sheet(project, name, language, out, ppi, progress)
        progress.end()
        tell(sheet.findings)
        click.echo(f"{name}: {sheet.faces} faces")
        for path in sheet.files:
            click.echo(f"  {shown(path)}")

    _for_each(_named(games, project), made)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--ppi", type=click.IntRange(36, 1200), default=300, show_default=True, help="Resolution of the picture.")
@click.option("--out", type=click.Path(path_type=Path), help="The folder to write to. [output/art]")
def paint(files: tuple[Path, ...], ppi: int, out: Path | None) -> None:
    """Paint FILES (ink scores, or scans) by themselves, each into a PNG of its name.

    \b
    cardgen paint art/duel/ronin.svg --ppi 150
    """
    from cardgen.easel import write_picture
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    found: list[Finding] = []
    for file in files:
        with noted(found):
            click.echo(shown(write_picture(project, file, ppi, out or project.root / "output/art")))
    if found:
        raise Refused(*found)


@cli.command()
@click.argument("game")
@click.argument("card", required=False)
def rules(game: str, card: str | None) -> None:
    """Print what the rules model of GAME knows: facts, tables, rulings; or all of one CARD.

    \b
    cardgen rules duel
    cardgen rules duel downward-cut
    """
    from cardgen.rules import described

    click.echo(described(game, card), nl=False)


@cli.command()
@click.argument("name")
@click.option("--sample", is_flag=True, required=True, help="Fill it with a card of the game.")
@click.option("--card", "card_id", help="The card to fill it with. [the family's first]")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="The folder to write to. [.]")
def template(name: str, sample: bool, card_id: str | None, out: Path) -> None:
    """Write the template NAME (as duel/technique) filled, to be opened in a browser or Inkscape."""
    from cardgen.project import open_project
    from cardgen.sample import write_sample

    for path in write_sample(open_project(Path.cwd()), name, card_id, out):
        click.echo(path.as_posix())


def _named(games: tuple[str, ...], project: Project) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(games)) or tuple(project.games())
    if not names:
        raise click.UsageError(f"there is no game in {(project.root / 'card_data').as_posix()}/")
    return names


def _for_each(names: Iterable[str], job: Callable[[str, Progress], None]) -> None:
    """Do a job for every game, whatever befalls the one before; exits 1 where any was refused."""
    failed = False
    for name in names:
        progress = Progress(name)
        try:
            job(name, progress)
        except Refused as refused:
            progress.end()
            failed = True
            tell(in_order(refused.findings))
    if failed:
        sys.exit(1)


def main() -> None:
    """Run the command line; exits 0, 1 (findings), 2 (wrong usage) or 130 (interrupted)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a card's kanji on a terminal that knows none
    # looking for plugins reads the metadata of every installed package, which takes longer than reading a game (measured)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    _end_as_an_interrupt()
    try:
        cli.main(standalone_mode=False)
    except Refused as refused:
        tell(in_order(refused.findings))
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt) as end:
        if isinstance(end.__cause__, EOFError):  # click takes one for a user who ends the input; nothing here asks for any
            _own_fault(end.__cause__)
        click.echo("interrupted; the former files are as they were", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        click.echo(f"{error.filename or 'cardgen'}: {error.strerror or error}", err=True)
        sys.exit(1)
    except Exception as fault:
        _own_fault(fault)


def _own_fault(fault: BaseException) -> NoReturn:
    if os.environ.get("CARDGEN_TRACE"):
        raise fault
    where = fault.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    at = f"{Path(where.tb_frame.f_code.co_filename).name}:{where.tb_lineno}" if where else "?"
    click.echo(f"cardgen: a fault of cardgen itself at {at}: {type(fault).__name__}: {fault}", err=True)
    click.echo("    hint: please report it; CARDGEN_TRACE=1 shows the whole trace", err=True)
    sys.exit(1)


def _end_as_an_interrupt() -> None:
    """What asks this process to end, or hangs up its terminal, ends it like Ctrl-C: workers ended, parts taken away."""
    own = os.getpid()

    def end(number: int, _: object) -> None:
        if os.getpid() != own:
            os._exit(128 + number)  # a worker: its parent tells
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores the second: so it stays
            signal.signal(number, end)
