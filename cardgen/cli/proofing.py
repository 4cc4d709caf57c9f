"""What shows a designer their game: `proof`, `paint`, `template`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardgen.cli.games import for_each, named
from cardgen.console import Progress, shown, tell
from cardgen.findings import Finding, Refused, noted


@click.command()
@click.argument("games", nargs=-1)
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--ppi", type=click.IntRange(36, 600), default=150, show_default=True, help="Resolution of the picture.")
@click.option("--out", type=click.Path(path_type=Path), help="A folder in place of output/.")
def proof(games: tuple[str, ...], language: str | None, ppi: int, out: Path | None) -> None:
    """Show every face of GAMES (all of them by default), with what is wrong with it: as a page, a PDF, pictures."""
    from cardgen.project import open_project
    from cardgen.proof.sheet import contact_sheet, failed

    project = open_project(Path.cwd())
    faulty: list[str] = []

    def made(name: str, progress: Progress) -> None:
        sheet = contact_sheet(project, name, language, out, ppi, progress)
        progress.end()
        tell(sheet.findings)
        click.echo(f"{name}: {sheet.faces} faces")
        for path in sheet.files:
            click.echo(f"  {shown(path)}")
        if failed(sheet):
            faulty.append(name)

    for_each(named(games, project), made)
    if faulty:
        sys.exit(1)


@click.command()
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


@click.command()
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
