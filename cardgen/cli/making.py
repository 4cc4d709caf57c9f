"""What makes files: the games there are, `build`, `order`, `calibrate`."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import click

from cardgen.cli.games import for_each, named
from cardgen.console import Progress, shown, summary, tell
from cardgen.findings import Refused, has_errors
from cardgen.options import Length, Reading
from cardgen.units import Mm


@click.command("list")
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


@click.command()
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

    for_each(named(games, project), made)


@click.command()
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

    for_each((game,), made)


@click.command()
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
