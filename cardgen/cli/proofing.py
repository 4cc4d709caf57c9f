"""What shows a designer their game: `proof`, `paint`, `template`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from cardgen.cli.games import for_each, named
from cardgen.console import Progress, shown, tell
from cardgen.findings import Finding, Refused, Severity, has_errors, noted
from cardgen.options import Length
from cardgen.units import Mm

if TYPE_CHECKING:
    from cardgen.build import Request
    from cardgen.project import Project


@click.command()
@click.argument("games", nargs=-1)
@click.option("--since", metavar="REV|FOLDER", help="What to compare with: a revision of git, or a project's folder. [HEAD]")
@click.option("--reprint", is_flag=True, help="Write the files of what must be printed again, and what to throw away.")
@click.option("--faces", is_flag=True, help="Draw every face of the game, also where something changed.")
@click.option("--for", "profiles", multiple=True, help="Of --reprint: a printer's profile, by name or path. [shop, home-a4]")
@click.option("--bleed", type=Length(), help="Of --reprint: how far ink runs past the trim. [the profile's]")
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--ppi", type=click.IntRange(36, 600), default=150, show_default=True, help="Resolution of the faces' pictures.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How changes are told.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 where anything changed.")
@click.option("--out", type=click.Path(path_type=Path), help="A folder in place of output/.")
def proof(
    games: tuple[str, ...],
    since: str | None,
    reprint: bool,
    faces: bool,
    profiles: tuple[str, ...],
    bleed: Mm | None,
    language: str | None,
    ppi: int,
    form: str,
    exit_code: bool,
    out: Path | None,
) -> None:
    """Show what changed in GAMES (all of them by default) since the last commit, or since REV; where nothing did, every face.

    \b
    cardgen proof duel
    cardgen proof duel --since v1.0 --reprint
    cardgen proof duel --since ../duel-as-printed
    cardgen proof duel --faces
    """
    import json

    from cardgen.build import Request
    from cardgen.profile import DEFAULT
    from cardgen.project import open_project
    from cardgen.proof.revision import is_kept

    if faces and (since or reprint or form == "json" or exit_code):
        raise click.UsageError("--faces shows the game as it is: nothing is compared")
    if (profiles or bleed is not None) and not reprint:
        raise click.UsageError("--for and --bleed say how --reprint prints")
    project = open_project(Path.cwd())
    told: list[_Told] = []
    ends: list[bool] = []

    def made(name: str, progress: Progress) -> None:
        if not faces and (since or reprint or form == "json" or is_kept(project)):
            ask = Request(name, profiles or DEFAULT, bleed, (), language, out)
            told.append(_changes(project, ask, since, reprint, form, progress))
            if since or reprint or form == "json" or told[-1].changed:
                return
        ends.append(_every_face(project, name, language, out, ppi, progress))

    try:
        for_each(named(games, project), made)
    finally:
        if form == "json":
            records = [one.record for one in told]
            click.echo(json.dumps(records[0] if len(set(games)) == 1 and records else records, ensure_ascii=False, indent=1))
    if any(ends) or any(one.faulty or (one.changed and exit_code) for one in told):
        sys.exit(1)


class _Told(NamedTuple):
    """What was told of a game: whether it changed, whether it has errors now, all of it as plain values."""

    changed: bool
    faulty: bool
    record: dict[str, object]


def _changes(project: Project, ask: Request, since: str | None, reprint: bool, form: str, progress: Progress) -> _Told:
    """Compare a game, write and tell what changed."""
    from cardgen.build import folder_of
    from cardgen.proof.brief import lines, summary
    from cardgen.proof.job import write_changes, write_reprint
    from cardgen.proof.record import record
    from cardgen.proof.reprint import reprint as printed_again
    from cardgen.proof.since import compared as held

    said: list[str] = []
    found: list[Finding] = []
    with held(project, ask.game, ask.language, since, progress) as compared:
        changes = compared.changes
        again = printed_again(compared.before, compared.after, changes)
        says = summary(compared, again)
        said += [f"{ask.game} since {compared.shown}: {says[0].lower()}{says[1:]}", *(f"  {line}" for line in lines(changes))]
        # also where nothing changed: the page of a former comparison would tell of another
        files = write_changes(compared, again, folder_of(project, ask.game, ask.out) / "proof", found, progress)
        if reprint:
            with noted(found):
                files += write_reprint(project, compared, again, ask, progress)
        progress.end()
        tell([*compared.found, *found])
        errors = sum(finding.severity is Severity.ERROR for finding in compared.after.state.found)
        if errors:
            said.append(f"  {errors} error{'s' if errors > 1 else ''} in it now: cardgen validate {ask.game} tells them")
        for line in (*said, *(f"  {shown(path)}" for path in files)) if form == "text" else ():
            click.echo(line)
        return _Told(changes.any, errors > 0 or has_errors(found), record(compared, again))


def _every_face(project: Project, name: str, language: str | None, out: Path | None, ppi: int, progress: Progress) -> bool:
    """Draw every face of a game, and tell what is wrong; whether that has errors."""
    from cardgen.proof.sheet import contact_sheet

    made = contact_sheet(project, name, language, out, ppi, progress)
    progress.end()
    tell(made.findings)
    click.echo(f"{name}: {made.faces} face{'' if made.faces == 1 else 's'}")
    for path in made.files:
        click.echo(f"  {shown(path)}")
    return has_errors(made.findings)


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
