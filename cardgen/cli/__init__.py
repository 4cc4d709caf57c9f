"""The command line: the only module that prints (with `console`), exits or reads the clock."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

import click

from cardgen import __version__
from cardgen.cli import checking, making, proofing, serving, wording
from cardgen.console import tell
from cardgen.findings import Refused, in_order

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cardgen")
def cli() -> None:
    """Plain YAML into cards that a print shop takes the first time."""


for command in (
    making.list_games,
    making.build,
    making.order,
    making.calibrate,
    checking.validate,
    checking.preflight,
    checking.rules,
    wording.words,
    proofing.proof,
    proofing.paint,
    proofing.template,
    serving.serve,
):
    cli.add_command(command)


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
