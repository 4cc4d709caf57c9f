"""What a translator works with: `words`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.console import shown

if TYPE_CHECKING:
    from cardgen.translations import Passage


@click.command()
@click.argument("game")
@click.argument("texts", nargs=-1)
@click.option("--lang", "language", required=True, help="The language to translate into.")
@click.option("--all", "every", is_flag=True, help="Also what is translated and as it should be.")
@click.option("--done", is_flag=True, help="Note TEXTS (all by default) as right as they stand now.")
@click.option("--format", "form", type=click.Choice(["text", "csv"]), default="text", help="How they are told.")
def words(game: str, texts: tuple[str, ...], language: str, every: bool, done: bool, form: str) -> None:
    """List the words of GAME that are missing in a language, or were made from words that have changed since.

    \b
    cardgen words nine-cards --lang en
    cardgen words nine-cards --lang en --all --format csv > words.csv
    cardgen words nine-cards elements/water-1 --lang en --done
    """
    from cardgen.build import language_of
    from cardgen.delivery import Delivery
    from cardgen.load import load
    from cardgen.project import open_project
    from cardgen.rules.protocol import SPOKEN
    from cardgen.translations import How, chosen, noted_as_done, passages

    project = open_project(Path.cwd())
    loaded, _ = load(project, game)
    all_of_them = passages(project, loaded, language_of(loaded, language))
    if language == loaded.language and not all_of_them:
        raise click.UsageError(f"{language} is the language that {game} is translated from")
    source = SPOKEN if language == loaded.language else loaded.language  # where only what the rules tell is made from anything
    found = chosen(all_of_them, texts)
    if done:
        path, text = noted_as_done(project, loaded, language, found)
        with Delivery() as delivery:
            with delivery.writing(path) as out:
                out.write(text.encode())
            delivery.place()
        noted = sum(one.how is not How.MISSING for one in found)
        click.echo(f"{shown(path)}: {noted} texts in {language} noted as done")
        return
    listed = [one for one in found if every or one.how is not How.DONE]
    if form == "csv":
        click.echo(_table(listed, source, language), nl=False)
        return
    count = {how: sum(one.how is how for one in found) for how in How}
    told = f"{len(found)} texts, {count[How.MISSING]} missing, {count[How.STALE]} stale"
    click.echo(f"{game}, {source} to {language}: {told}")
    for one in listed:
        click.echo(f"\n{one.how}: {one.name}")
        click.echo(f"  {one.at}: {_brief(one.source)}")
        click.echo(f"  {one.there}" + (f": {_brief(one.words)}" if one.words else ""))


def _brief(text: str) -> str:
    """A text on one line, cut where it is a whole chapter."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …"


_LONGEST = 160


def _table(listed: Iterable[Passage], source: str, language: str) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["text", "state", "place", source, language])
    table.writerows([one.name, str(one.how), str(one.there), one.source, one.words] for one in listed)
    return out.getvalue()
