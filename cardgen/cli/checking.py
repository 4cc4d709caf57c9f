"""What looks at what is there: `validate`, `preflight`, `rules`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from cardgen.cli.games import named
from cardgen.console import Progress, shown, tell
from cardgen.findings import Finding, Refused, has_errors, in_order, noted


@click.command()
@click.argument("games", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How findings are told.")
def validate(games: tuple[str, ...], form: str) -> None:
    """Check GAMES (all of them by default): their data, their templates, and every composed face."""
    from cardgen.build import check
    from cardgen.project import open_project

    project = open_project(Path.cwd())
    found: list[Finding] = []
    names = named(games, project)
    for name in names:
        with noted(found):
            found += check(project, name)
    found = in_order(found)
    tell(found, form)
    if has_errors(found):
        sys.exit(1)
    if form == "text":
        click.echo(f"{', '.join(names)}: no errors")


@click.command()
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


@click.command()
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
