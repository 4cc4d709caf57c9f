"""The server as a browser, a foreign page and a careless hand meet it."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from cardgen.findings import Refused
from cardgen.project import Project
from cardgen.serve import lines
from cardgen.serve.app import bound
from cardgen.serve.session import SETTLED
from tests.conftest import ROOT
from tests.serve.running import PATIENCE, Running, running
from tests.tiny import rewrite, tiny_project


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of a game that no test changes."""
    with running(tiny_project(tmp_path_factory.mktemp("served"))) as run:
        yield run


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return tiny_project(tmp_path)


def wolf(run: Running) -> dict[str, Any]:
    face: dict[str, Any] = run.state()["faces"]["wolf"]
    return face


def pixels(png: bytes) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(png)))


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_the_state_says_what_the_page_asks_for(served: Running) -> None:
    state = served.state()
    assert {name: state[name] for name in ("version", "game", "name", "language", "languages", "bleed", "building")} == {
        "version": 1, "game": "tiny", "name": "Tiny", "language": "en", "languages": ["en", "de"], "bleed": 3.0,
        "building": None,
    }  # fmt: skip
    assert state["plates"][:4] == ["Cyan", "Magenta", "Yellow", "Black"]
    assert state["families"][0] == {
        "id": "unit", "name": "Units", "piece": "cards", "faces": ["wolf", "pike", "unit back A", "unit back B"],
    }  # fmt: skip
    face = state["faces"]["wolf"]
    assert len(face.pop("picture")) == 32
    assert face == {
        "name": "wolf", "card": "wolf", "title": "Wolf", "family": "unit", "side": "front", "seat": "",
        "copies": [["A", 2], ["B", 2]], "piece": "cards", "trim": [40, 56], "corner": 2, "safe": 3,
        "folds": {"upright": [], "level": []}, "stale": False, "at": "card_data/tiny/units.yaml:3:5", "findings": [],
    }  # fmt: skip
    assert served.ask("/state").headers["cache-control"] == "no-store"


def test_a_picture_is_the_face_with_its_bleed(served: Running) -> None:
    key = wolf(served)["picture"]
    answer = served.ask(f"/picture/{key}.png?ppi=127")
    assert answer.headers["content-type"] == "image/png"
    picture = pixels(answer.body)
    assert picture.shape == (310, 230, 3)  # (56 + 6) mm x (40 + 6) mm at 5 pixels a mm
    assert picture[5, 5].tolist() == picture[300, 220].tolist(), "the ground runs to the end of the bleed"
    assert picture.min() < 60, "there are words on it"
    assert "immutable" in answer.headers["cache-control"]
    again = served.ask(f"/picture/{key}.png?ppi=127", If_None_Match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_a_plate_is_what_lies_of_one_ink(served: Running) -> None:
    key = wolf(served)["picture"]
    black, cyan = (pixels(served.ask(f"/plate/{key}/{plate}.png?ppi=127").body) for plate in ("Black", "Cyan"))
    assert black.shape == cyan.shape == (310, 230)
    name = slice(5 * (3 + 4), 5 * (3 + 9))  # above the art
    assert black[name].min() < 30, "black type is full ink"
    assert cyan[name].min() > 200, "and lies on no other plate"
    assert cyan.min() < 200, "the art's ink does"


def test_the_rules_sheet_is_looked_at_when_all_is_shown(project: Project) -> None:
    sheet = project.root / "card_data/tiny/rules.md"
    with running(project) as run, run.events() as told:
        sheet.write_text("# Tiny\n\nEach wolf deals 3.\n", encoding="utf-8")
        assert told.get(timeout=PATIENCE)[1]["saved"] == ["card_data/tiny/rules.md"]
        assert told.get(timeout=PATIENCE)[1]["saved"] == []
        assert [(f["code"], f["at"]) for f in run.state()["findings"]] == [("typed-number", "card_data/tiny/rules.md:3:17")]
        sheet.write_text("# Tiny\n\nWolves deal.\n", encoding="utf-8")
        told.get(timeout=PATIENCE)
        told.get(timeout=PATIENCE)
        assert run.state()["findings"] == []


def test_another_language_has_its_own_words(served: Running) -> None:
    german = served.state("?lang=de")
    assert german["language"] == "de"
    assert german["faces"]["pike"]["title"] == "Hecht"
    assert german["faces"]["pike"]["picture"] != served.state()["faces"]["pike"]["picture"]
    assert served.ask(f"/picture/{german['faces']['pike']['picture']}.png").status == 200
    missing = served.ask("/state?lang=fr")
    assert missing.status == 404
    assert missing.json["findings"][0]["code"] == "no-such-language"


def test_the_language_that_is_asked_for_on_the_command_line_comes_first(project: Project) -> None:
    with running(project, language="de") as run:
        state = run.state()
        assert (state["language"], state["languages"]) == ("de", ["de", "en"])


def is_gone(run: Running, key: str) -> bool:
    """Whether a picture is not to be had any more, soon after the one in its place was asked for."""
    end = time.monotonic() + PATIENCE
    while run.ask(f"/picture/{key}.png").status != 404:
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_a_save_is_told_with_what_it_changed(project: Project) -> None:
    with running(project) as run, run.events() as told:
        before = run.state()
        picture = pixels(run.ask(f"/picture/{before['faces']['wolf']['picture']}.png").body)
        rewrite(project.root / "card_data/tiny/units.yaml", "strength: 3", "strength: 8")
        name, change = told.get(timeout=PATIENCE)
        assert name == "state"
        assert (change["version"], change["changed"], change["saved"]) == (2, ["wolf"], ["card_data/tiny/units.yaml"])
        after = run.state()
        assert after["version"] == 2
        assert after["faces"]["pike"]["picture"] == before["faces"]["pike"]["picture"]
        now = pixels(run.ask(f"/picture/{after['faces']['wolf']['picture']}.png").body)
        assert (now != picture).any()
        assert is_gone(run, before["faces"]["wolf"]["picture"])
        assert [(c.saved, c.changed) for c in run.changes] == [(("card_data/tiny/units.yaml",), ("wolf",))]


def test_the_last_good_picture_stays_while_a_score_is_broken(project: Project) -> None:
    with running(project) as run, run.events() as told:
        key = wolf(run)["picture"]
        good = run.ask(f"/picture/{key}.png").body
        score = project.root / "art/tiny/wolf.svg"
        whole = score.read_text(encoding="utf-8")
        score.write_text(whole.replace('ink:brush="line"', 'ink:brush="besom"'), encoding="utf-8")
        told.get(timeout=PATIENCE)
        face = wolf(run)
        assert (face["picture"], face["stale"]) == (key, True)
        assert face["findings"][0]["at"].startswith("art/tiny/wolf.svg:2")
        assert run.ask(f"/picture/{key}.png").body == good
        assert run.ask(f"/picture/{key}.png?ppi=100").status == 200, "also at another size: its art was painted"
        score.write_text(whole, encoding="utf-8")
        told.get(timeout=PATIENCE)
        face = wolf(run)
        assert (face["picture"], face["stale"], face["findings"]) == (key, False, [])


def test_a_picture_that_nobody_asked_for_before_its_score_was_broken_is_missing_and_nothing_else(project: Project) -> None:
    with running(project) as run, run.events() as told:
        key = wolf(run)["picture"]
        rewrite(project.root / "art/tiny/wolf.svg", 'ink:brush="line"', 'ink:brush="besom"')
        told.get(timeout=PATIENCE)
        assert is_gone(run, key)
        assert run.state()["faces"]["comet"]["stale"] is False


def test_a_fault_of_its_own_is_told_and_the_server_stays(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of a test")

    with running(project) as run, run.events() as told:
        key = wolf(run)["picture"]
        with monkeypatch.context() as patch:
            patch.setattr("cardgen.serve.live.state_of", faulty)
            rewrite(project.root / "card_data/tiny/units.yaml", "strength: 3", "strength: 4")
            told.get(timeout=PATIENCE)
            state = run.state()
        assert [(f["code"], f["at"]) for f in state["findings"]] == [("own-fault", "cardgen")]
        assert (state["faces"]["wolf"]["picture"], state["faces"]["wolf"]["stale"]) == (key, True)
        assert [type(fault) for fault in run.faults] == [ZeroDivisionError]
        run.faults.clear()
        rewrite(project.root / "card_data/tiny/units.yaml", "strength: 4", "strength: 5")
        told.get(timeout=PATIENCE)
        state = run.state()
        assert state["findings"] == []
        assert not state["faces"]["wolf"]["stale"]


def test_a_language_that_the_game_gives_up_is_no_longer_there(project: Project) -> None:
    with running(project) as run, run.events() as told:
        run.state("?lang=de")
        rewrite(project.root / "card_data/tiny/game.yaml", "languages: [en, de]", "languages: [en]")
        told.get(timeout=PATIENCE)
        assert run.ask("/state?lang=de").status == 404
        assert run.state()["languages"] == ["en"]
        rewrite(project.root / "card_data/tiny/game.yaml", "languages: [en]", "languages: [de]")
        told.get(timeout=PATIENCE)
        assert "no-such-language" in {f["code"] for f in run.state()["findings"]}, "it was begun in English"
        assert run.state("?lang=de")["faces"]["pike"]["stale"] is False


def test_a_game_that_is_taken_away_and_put_back_is_there_again(project: Project) -> None:
    with running(project) as run, run.events() as told:
        before = run.state()
        folder = project.root / "card_data/tiny"
        folder.rename(project.root / "aside")
        told.get(timeout=PATIENCE)
        gone = run.state()
        assert [f["code"] for f in gone["findings"]] == ["no-such-game"]
        assert all(face["stale"] and face["picture"] for face in gone["faces"].values())
        (project.root / "aside").rename(folder)
        told.get(timeout=PATIENCE)
        assert run.state()["faces"] == before["faces"]


def test_a_project_that_is_taken_away_is_neither_another_game_nor_made_anew(tmp_path: Path) -> None:
    project = tiny_project(tmp_path / "mine")._replace(shipped=tiny_project(tmp_path / "ships").root)  # of the same name
    with running(project) as run, run.events() as told:
        before = run.state()
        aside = project.root.rename(tmp_path / "aside")
        told.get(timeout=PATIENCE)
        gone = run.state()
        assert [(f["code"], f["at"]) for f in gone["findings"]] == [("no-such-game", "card_data")]
        assert all(face["stale"] and face["picture"] for face in gone["faces"].values())
        assert run.ask("/build", "POST", X_Cardgen_Token=run.token).status == 202
        name, built = told.get(timeout=PATIENCE)
        assert (name, built["running"], [f["code"] for f in built["findings"]]) == ("building", False, ["no-such-game"])
        time.sleep(SETTLED + 1)  # the rules sheet would be looked at by then
        assert not project.root.exists()
        aside.rename(project.root)
        told.get(timeout=PATIENCE)
        assert run.state()["faces"] == before["faces"]


# --- whom it answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "", None, "0.0.0.0:{port}"]
)
def test_another_name_in_host_is_no_name_of_this_server(served: Running, host: str | None) -> None:
    named = host if host is None else (host.format(port=served.port) or " ")
    for path in ("/", "/state", "/page.js"):
        answer = served.ask(path, host=named)
        assert answer.status in (400, 421)
        assert b"token" not in answer.body


def test_its_own_names_are_answered(served: Running) -> None:
    for host in (f"127.0.0.1:{served.port}", f"localhost:{served.port}", f"LOCALHOST:{served.port}"):
        assert served.ask("/state", host=host).status == 200


def test_it_listens_on_this_machine_alone(served: Running) -> None:
    assert served.server.listener.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X_Cardgen_Token": "guessed"},
        {"X_Cardgen_Token": "é"},
        {"X_Cardgen_Token": "{token}", "Origin": "http://evil.example"},
        {"X_Cardgen_Token": "{token}", "Origin": "null"},
        {"X_Cardgen_Token": "{token}", "Origin": "http://127.0.0.1:1"},
        {"X_Cardgen_Token": "{token}", "Origin": "https://127.0.0.1:{port}"},
        {"X_Cardgen_Token": "{token}", "Sec_Fetch_Site": "cross-site"},
        {"X_Cardgen_Token": "{token}", "Sec_Fetch_Site": "same-site"},
        {"X_Cardgen_Token": "{token}", "Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate",
         "Sec_Fetch_Dest": "document"},
    ],
)  # fmt: skip
def test_nobody_else_begins_a_build(served: Running, headers: dict[str, str]) -> None:
    given = {name: value.format(token=served.token, port=served.port) for name, value in headers.items()}
    for path in ("/build", "/build/stop"):
        assert served.ask(path, "POST", **given).status == 403
    assert served.state()["building"] is None


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_reads_nothing(served: Running, site: str) -> None:
    for path in ("/state", "/events", "/page.js", f"/picture/{wolf(served)['picture']}.png"):
        assert served.ask(path, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors", Sec_Fetch_Dest="script").status == 403
        answer = served.ask(path, Origin="http://evil.example")
        assert answer.status == 403
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
    assert served.ask("/", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="iframe").status == 403
    # but a link may lead here
    assert served.ask("/", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document").status == 200


@pytest.mark.parametrize("path", ["/", "/state", "/page.css", "/nothing", "/build"])
def test_every_answer_says_what_a_browser_may_do_with_it(served: Running, path: str) -> None:
    headers = served.ask(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "http" not in policy
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["access-control-allow-origin"] is None


OUTSIDE = [
    "/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "//etc/passwd", "/page/../app.py",
    "/app.py", "/page.html", "/__init__.py", "/picture/../../../etc/passwd.png", "/picture/..%2f..%2f..%2fetc%2fpasswd.png",
    "/picture/%00.png", "/plate/{key}/..%2f..%2f..%2fcard_data%2finks.yaml.png", "/plate/{key}/../x.png",
    "/plate/{key}/None.png",
    "/picture/{key}", "/picture/{key}.png/", "/picture/.png", "/plate/{key}.png", "/picture/{key}%0d%0aX-Evil:%201.png",
    "/state/", "/favicon.png", "/%ff%fe", "/%", "/%zz", "/\\..\\..\\pyproject.toml", "http://evil.example/state",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_out_of_the_page(served: Running, path: str) -> None:
    answer = served.ask(path.format(key=wolf(served)["picture"]))
    assert 300 <= answer.status < 500, answer.body
    if answer.status < 400:  # to a path without its last slash, which is another of these
        assert answer.headers["location"].startswith(f"http://127.0.0.1:{served.port}/")
    assert b"Traceback" not in answer.body
    assert b"[project]" not in answer.body
    assert b"root:" not in answer.body
    assert answer.headers["x-evil"] is None


@pytest.mark.parametrize("ppi", ["0", "35", "601", "-150", "1e3", "150.5", "nan", "", "%00", "١٥٠", "99999999999999999999"])
def test_odd_sizes_are_refused(served: Running, ppi: str) -> None:
    quoted = ppi if ppi.isascii() else "%D9%A1%D9%A5%D9%A0"
    answer = served.ask(f"/picture/{wolf(served)['picture']}.png?ppi={quoted}")
    assert answer.status == 400
    assert b"36 to 600" in answer.body


def test_a_path_of_any_length_is_answered_and_not_looked_at(served: Running) -> None:
    assert served.ask("/" + "a" * 4000).status == 414
    assert served.ask("/state?lang=" + "a" * 4000).status == 414
    assert served.ask("/" + "a" * 100_000).status in (400, 414)
    assert served.ask("/state").status == 200


def test_what_is_refused_while_it_is_still_sent_is_answered_all_the_same(served: Running) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as there:
        there.sendall(b"GET /" + b"a" * 100_000)
        for _ in range(3):
            time.sleep(0.2)  # the answer lies there, and more comes
            there.sendall(b"a" * 200_000)
        there.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: there.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert answer.endswith(b"Invalid HTTP request received.")
    assert served.ask("/state").status == 200


@pytest.mark.parametrize("path", ["/", "/state", "/page.css", "/events", "/picture/x.png", "/build", "/build/stop"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused(served: Running, method: str, path: str) -> None:
    assert served.ask(path, method).status == 405


def test_what_is_read_is_not_posted_to_and_what_is_done_is_not_read(served: Running) -> None:
    for path in ("/", "/state", "/events", "/picture/x.png"):
        assert served.ask(path, "POST", X_Cardgen_Token=served.token).status == 405
    for path in ("/build", "/build/stop"):
        assert served.ask(path).status == 405


def test_every_run_has_a_token_of_its_own(project: Project, served: Running) -> None:
    with running(project) as run:
        assert run.token != served.token
        assert run.ask("/build/stop", "POST", X_Cardgen_Token=served.token).status == 403


def test_no_request_however_made_brings_it_down(served: Running) -> None:
    for sent in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n",
                 b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
                 f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nHost: evil\r\n\r\n".encode(),
                 b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n"):  # fmt: skip
        with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as there:
            there.sendall(sent)
            there.shutdown(socket.SHUT_WR)
            got = b""
            try:
                while block := there.recv(65536):
                    got += block
            except ConnectionResetError:
                pass
            assert b"200 OK" not in got
            assert b"Traceback" not in got
    assert served.ask("/state").status == 200


def silent(port: int, count: int) -> list[socket.socket]:
    """Connections that have begun to ask, and go on with it no more."""
    out = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(count)]
    for there in out:
        with suppress(ConnectionError):
            there.sendall(b"GET / HTTP/1.1\r\n")
    return out


def is_closed(there: socket.socket) -> bool:
    try:
        return there.recv(1) == b""
    except ConnectionError:
        return True


def test_no_more_connections_are_held_than_there_are_handles_for(project: Project) -> None:
    with running(project) as run:
        held = silent(run.port, lines.MOST + 10)
        assert all(is_closed(there) for there in held[lines.MOST :])
        assert len(run.server.server_state.connections) == lines.MOST
        for there in held:
            there.close()
        for _ in range(100):
            if not run.server.server_state.connections:
                break
            time.sleep(PATIENCE / 100)
        assert run.ask("/state").status == 200


def test_a_connection_that_asks_for_nothing_is_closed_and_one_that_listens_is_not(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PATIENCE", 0.3)
    with running(project) as run, run.events() as told:
        assert all(is_closed(there) for there in silent(run.port, 3))
        kept = socket.create_connection(("127.0.0.1", run.port), PATIENCE)
        kept.sendall(
            f"GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:{run.port}\r\n\r\nGET".encode()
        )  # and what comes after it, never
        while not is_closed(kept):
            pass
        rewrite(project.root / "card_data/tiny/units.yaml", "Pike", "Lance")
        assert told.get(timeout=PATIENCE)[0] == "state"


# --- listeners --------------------------------------------------------------------------------------------------------


def test_a_listener_that_goes_leaves_nothing(project: Project) -> None:
    with running(project) as run:
        listeners = run.server.session.listeners
        with run.events(), run.events():
            assert len(listeners) == 2
        for _ in range(100):
            if not listeners:
                break
            time.sleep(PATIENCE / 100)
        assert not listeners


def test_the_end_of_the_server_is_the_end_of_every_stream(project: Project) -> None:
    with running(project) as run, run.events() as told:
        run.server.should_exit = True
        assert told.get(timeout=PATIENCE) == ("gone", None)


# --- a build ----------------------------------------------------------------------------------------------------------


def ended(told: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """How a build ended, and what was told before."""
    steps: list[dict[str, Any]] = []
    while True:
        name, said = told.get(timeout=PATIENCE)
        if name == "building" and not said["running"]:
            return said, steps
        if name == "building":
            steps.append(said)


def test_a_build_says_how_far_it_is_and_what_it_made(project: Project) -> None:
    with running(project) as run, run.events() as told:
        assert run.ask("/build", "POST", X_Cardgen_Token=run.token).status == 202
        assert run.ask("/build", "POST", X_Cardgen_Token=run.token).status == 409, "one at a time"
        end, steps = ended(told)
        assert end["ok"]
        assert end["files"] == ["output/tiny/shop/cards.pdf", "output/tiny/home/cards-a4.pdf"]
        assert all((project.root / file).read_bytes().startswith(b"%PDF") for file in end["files"])
        assert "writing" in {step["what"] for step in steps}
        assert all(0 <= step["done"] <= step["of"] for step in steps)
        assert run.state()["building"] == end
        assert run.ask("/build/stop", "POST", X_Cardgen_Token=run.token).status == 409, "there is none any more"


def test_a_refused_build_says_why(project: Project) -> None:
    rewrite(project.root / "card_data/tiny/units.yaml", "strength: 2", "strength: two")
    with running(project) as run, run.events() as told:
        run.ask("/build", "POST", X_Cardgen_Token=run.token)
        end, _ = ended(told)
        assert (end["ok"], end["files"]) == (False, [])
        assert end["findings"][0]["at"].startswith("card_data/tiny/units.yaml:12")
        assert not list(project.root.rglob("*.pdf"))


def test_a_stopped_build_leaves_the_files_as_they_were(project: Project) -> None:
    with running(project) as run, run.events() as told:
        run.ask("/build", "POST", X_Cardgen_Token=run.token)
        assert run.ask("/build/stop", "POST", X_Cardgen_Token=run.token).status == 202
        end, _ = ended(told)
        assert not end["ok"]
        assert [f["code"] for f in end["findings"]] == ["build-stopped"]
        assert not list(project.root.rglob("*.pdf"))
        run.ask("/build", "POST", X_Cardgen_Token=run.token)
        assert ended(told)[0]["ok"], "and another can be begun"
    assert not list(project.root.rglob("*.part"))


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
def test_a_build_that_something_else_ends_is_told(project: Project) -> None:
    with running(project) as run, run.events() as told:
        run.ask("/build", "POST", X_Cardgen_Token=run.token)
        job = run.server.session.builder
        assert job
        job.kill()
        end, _ = ended(told)
        assert [f["code"] for f in end["findings"]] == ["build-ended"]


def test_a_fault_of_its_own_is_told_without_a_trace() -> None:
    from cardgen.serve.job import End, Job

    said: list[Any] = []
    job = Job(spoilt, said.append)
    job.join()
    (end,) = said
    assert isinstance(end, End)
    assert [f.code.name for f in end.findings] == ["own-fault"]
    assert "ZeroDivisionError" in end.findings[0].says


def spoilt(progress: Any) -> Any:
    return 1 / 0


# --- the command ------------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_a_finding() -> None:
    with bound(0) as first, pytest.raises(Refused, match=r"--port: port-in-use: the port \d+ cannot be had"):
        bound(first.getsockname()[1])


def command(project: Project, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "cardgen", "serve", *words],
        cwd=project.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@pytest.mark.parametrize("words", [["tinny"], ["tiny", "--lang", "fr"]])
def test_what_there_is_not_is_not_served(project: Project, words: list[str]) -> None:
    out, err = command(project, *words, "--port", "0").communicate(timeout=PATIENCE)
    assert out == ""
    assert "no-such-" in err
    assert "Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_at_once_and_leaves_no_process(project: Project, number: int) -> None:
    process = command(project, "--port", "0")
    assert process.stdout
    assert process.stderr
    address = process.stdout.readline()
    assert address.startswith("tiny: http://127.0.0.1:")
    assert address.endswith("/  (Ctrl-C ends it)\n")
    port = int(address.split(":")[3].split("/")[0])
    there = socket.create_connection(("127.0.0.1", port))
    there.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert there.recv(4096).startswith(b"HTTP/1.1 200")
    token = re.findall('name="token" content="([^"]+)"', got(port, "GET", "/"))[0]
    assert "202 Accepted" in got(port, "POST", "/build", f"X-Cardgen-Token: {token}\r\n")
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does: all of the group are told
    else:
        process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
    there.close()
    assert any(not is_there(process.pid) or time.sleep(PATIENCE / 100) for _ in range(100)), "something of its group is left"
    assert not list(project.root.rglob("*.part"))
    assert not list(project.root.rglob("*.pdf"))


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_it_ends_as_quietly_while_it_begins(project: Project) -> None:
    for seconds in (0.0, 0.1, 0.2, 0.4):
        process = command(project, "--port", "0")
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""


def got(port: int, method: str, path: str, headers: str = "") -> str:
    """An answer as it came."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as there:
        there.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}\r\n".encode())
        return there.makefile(encoding="utf-8").read()


def is_there(group: int) -> bool:
    """Whether a process of that group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
