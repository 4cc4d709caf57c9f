"""How pictures are made for those who ask: what is kept, whose turn it is, what is painted into the store."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from cardgen.art import Arts
from cardgen.fonts import Fonts
from cardgen.proof.state import state_of
from cardgen.serve.darkroom import MOST_PIXELS, Asked, Kept, Queue, Turns, drawn_ppi, paint
from cardgen.units import MM_PER_INCH, Rect
from cardgen.write.pictures import Pictures
from tests.tiny import rewrite, tiny_project


def test_the_last_pictures_are_kept_and_no_more_than_there_is_room_for() -> None:
    kept = Kept(most=10)
    for key in "abc":
        kept.put(Asked(key, 100), b"1234")
    assert kept.get(Asked("a", 100)) is None
    assert kept.get(Asked("b", 100)) == b"1234"
    kept.put(Asked("d", 100), b"1234")
    assert kept.get(Asked("c", 100)) is None, "the one that was asked for last stays"
    assert kept.get(Asked("b", 100)) == b"1234"
    kept.put(Asked("b", 100), b"12")
    kept.put(Asked("e", 100), b"1234")
    assert kept.get(Asked("d", 100)) == b"1234", "one that is kept again is counted once"


def test_of_a_picture_that_cannot_be_drawn_the_nearest_size_is_taken() -> None:
    kept = Kept()
    for ppi in (50, 200, 600):
        kept.put(Asked("a", ppi), str(ppi).encode())
    kept.put(Asked("a", 110, "Black"), b"plate")
    kept.put(Asked("b", 110), b"other")
    assert kept.nearest(Asked("a", 120)) == b"50"
    assert kept.nearest(Asked("a", 180)) == b"200"
    assert kept.nearest(Asked("c", 180)) is None


def test_who_is_in_a_hurry_is_drawn_first() -> None:
    begun, go = threading.Event(), threading.Event()
    done: list[str] = []
    drawing: Queue[None] = Queue()

    def first() -> None:
        begun.set()
        go.wait(60)
        done.append("first")

    futures = [drawing.ask(1, first)]
    assert begun.wait(60)
    futures += [drawing.ask(rank, lambda name=name: done.append(name)) for rank, name in ((1, "b"), (1, "c"), (0, "urgent"))]
    go.set()
    for future in futures:
        future.result(60)
    assert done == ["first", "urgent", "b", "c"]
    drawing.close()
    assert not drawing.alive


def test_who_is_in_a_hurry_is_painted_first() -> None:
    async def turns() -> list[str]:
        one_at_a_time, done = Turns(1), list[str]()

        async def turn(rank: int, name: str) -> None:
            async with one_at_a_time.turn(rank):
                await asyncio.sleep(0)
                done.append(name)

        tasks = [asyncio.create_task(turn(rank, name)) for rank, name in ((1, "a"), (1, "b"), (1, "given up"), (0, "urgent"))]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await turn(1, "last")
        return done

    assert asyncio.run(turns()) == ["a", "urgent", "b", "last"]


def test_a_face_is_drawn_with_as_many_dots_as_there_is_room_for() -> None:
    assert drawn_ppi(Rect(0, 0, 69, 94), 600) == 600
    ppi = drawn_ppi(Rect(0, 0, 700, 500), 600)
    assert 0.95 * MOST_PIXELS < 700 * 500 * (ppi / MM_PER_INCH) ** 2 <= MOST_PIXELS


def test_what_is_painted_into_the_store_is_what_its_name_stands_for(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    state = state_of(project, "tiny")
    state.composer.pack.close()
    (wanted,) = state.wanted(state.faces["wolf"])
    keep, trim = state.composer.keep, state.composer.arts.trim
    path = Pictures(Arts(project, trim), Fonts(project), {}, keep, 75).path(wanted)
    rewrite(project.root / "art/tiny/wolf.svg", "M4,18", "M9,18")
    assert paint(project, trim, keep, wanted, 75, path.name) is None, "its score is another by now"
    assert not path.exists()
    rewrite(project.root / "art/tiny/wolf.svg", "M9,18", "M4,18")
    assert paint(project, trim, keep, wanted, 75, path.name) == []
    assert path.is_file()
    rewrite(project.root / "art/tiny/wolf.svg", 'ink:brush="line"', 'ink:brush="besom"')
    name = Pictures(Arts(project, trim), Fonts(project), {}, keep, 75).path(wanted).name
    (finding,) = paint(project, trim, keep, wanted, 75, name) or ()
    assert finding.at.path == "art/tiny/wolf.svg"
