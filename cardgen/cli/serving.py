"""What stays while a designer works: `serve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cardgen.project import Project
    from cardgen.serve.session import Change

PORT = 8011


@click.command()
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Where it listens; 0 for any free port."
)
@click.option("--lang", "language", help="The language of the words. [the game's first]")
@click.option("--open", "browser", is_flag=True, help="Open the page in your browser.")
def serve(game: str | None, port: int, language: str | None, browser: bool) -> None:
    """Show every face of GAME on a page of this machine alone, and each change as soon as it is saved.

    \b
    cardgen serve duel --open
    """
    import asyncio

    from cardgen.project import open_project
    from cardgen.serve.app import Server, bound
    from cardgen.serve.session import Says, Session

    project = open_project(Path.cwd())
    name = game or _only(project)

    def listening(address: str) -> None:
        click.echo(f"{name}: {address}  (Ctrl-C ends it)")
        if browser:
            import webbrowser

            webbrowser.open(address)

    with bound(port) as listener:
        session = Session(project, name, language, Says(listening, _told, _fault))
        try:
            asyncio.run(Server(session, listener).run_session())
        except KeyboardInterrupt:
            pass  # it is how it is ended
        finally:
            session.close()


def _only(project: Project) -> str:
    """The one game of a project."""
    names = project.games()
    if len(names) != 1:
        there = "there are: " + ", ".join(names) if names else f"there is none in {(project.root / 'card_data').as_posix()}/"
        raise click.UsageError(f"which game? {there}")
    return names[0]


def _told(change: Change) -> None:
    first, *others = change.saved
    files = first if not others else f"{first} and {len(others)} more"
    count = len(change.changed)
    faces = "no face" if not count else "1 face" if count == 1 else f"{count} faces"
    click.echo(f"{files}: {faces} changed, in {1000 * change.took:.0f} ms")


def _fault(fault: BaseException) -> None:
    click.echo(f"cardgen: a fault of cardgen itself: {type(fault).__name__}: {fault}", err=True)
    click.echo("    hint: please report it", err=True)
