"""Jinja2 as templates have it: the environment, its filters, and where in a template a fault stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jinja2
from jinja2.ext import Extension
from jinja2.sandbox import SandboxedEnvironment

from cardgen.findings import Span, nearest
from cardgen.project import Project
from cardgen.roads import roads
from cardgen.spread import spread
from cardgen.store import code_digest
from cardgen.svg.prose import prose
from cardgen.units import MM_PER_PT

FAULTS = (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, NameError, RecursionError)
"""What Jinja raises where a template or a card's words ask for what cannot be."""


class _Places(Extension):
    """Marks every element with the template's file and line, so that whatever is drawn knows where it came from."""

    _SKIP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!--.*?-->|<(?!!)([A-Za-z][\w:-]*)(?=[\s/>])", re.S)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        if not (name or "").endswith(".svg"):
            return source
        line = 1
        out, last = [], 0
        for m in self._SKIP.finditer(source):
            line += source.count("\n", last, m.start())
            out.append(source[last : m.end()])
            if m[1]:
                out.append(f' data-at="templates/{name}:{line}"')
            line += m[0].count("\n")
            last = m.end()
        return "".join([*out, source[last:]])


class _Environment(SandboxedEnvironment):
    """The sandbox, which also keeps a slip of the hand from filling the memory."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and abs(right) > _MOST_POWER:
            raise ValueError(f"{left} ** {right} is too large")
        for many, of in ((left, right), (right, left)):
            if operator == "*" and isinstance(many, int) and isinstance(of, str | list | tuple) and many * len(of) > _MOST:
                raise ValueError(f"{many} times as much is too much")
        return super().call_binop(context, operator, left, right)


_MOST, _MOST_POWER = 100_000, 64
"""Characters or items that a multiplication makes, and the power that a number is raised to, at most."""


def environment(project: Project, cache: Path) -> SandboxedEnvironment:
    """Jinja2 as templates have it: sandboxed, strict, escaping, its compiled templates kept in the folder `cache`."""
    folders = [root / "templates" for root in project.roots()]
    try:
        cache.mkdir(parents=True, exist_ok=True)
        bytecode = jinja2.FileSystemBytecodeCache(str(cache), f"{code_digest()}-%s.cache")
    except OSError:
        bytecode = None
    env = _Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        extensions=[_Places],
        finalize=lambda value: "" if value is None else value,  # a field that a card leaves out prints nothing
        bytecode_cache=bytecode,
        auto_reload=False,
    )
    env.globals["pt"] = lambda points: round(points * MM_PER_PT, 6)
    env.globals["spread"] = spread
    env.globals["roads"] = roads
    env.filters["prose"] = prose
    env.filters["signed"] = signed
    env.filters["words"] = words
    env.filters["han"] = han
    env.filters["range"] = lambda text: str(text).replace("-", "–")
    return env


def signed(number: object) -> str:
    """A number with its sign, minus as the real minus sign; text is passed on with its hyphen-minus mended."""
    if isinstance(number, int):
        return f"+{number}" if number > 0 else str(number).replace("-", "−")
    return str(number).replace("-", "−")


def words(number: object) -> str:
    """A whole number up to twenty as a word, a larger one in digits; anything else as it is."""
    if isinstance(number, int) and 0 <= number < len(_WORDS):
        return _WORDS[number]
    return str(number)


def han(number: object) -> str:
    """A whole number below a hundred in Han numerals; anything else as it is."""
    if not isinstance(number, int) or not 0 <= number < 100:
        return str(number)
    tens, ones = divmod(number, 10)
    return (_HAN[tens] if tens > 1 else "") + ("十" if tens else "") + (_HAN[ones] if ones or not tens else "")


_HAN = "零一二三四五六七八九"
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def missing_name(error: BaseException) -> str:
    """The name that Jinja did not find, or an empty string where something else is wrong."""
    m = re.search(r"has no attribute '([^']+)'|'([^']+)' is undefined", str(error))
    return (m[1] or m[2]) if m else ""


def undefined(error: BaseException, fields: Iterable[str]) -> str:
    """What a template or a card's words asked for in vain, in one sentence."""
    name = missing_name(error)
    if not name:
        return str(error)
    near = nearest(name, (field for field in fields if field != name))
    return f'there is no "{name}" here' + (f"; {near}" if near else "")


def raised(project: Project, error: BaseException, own: str, word: str) -> Span:
    """The template's line that an error comes from: the innermost, or the nearest outside it that names the word.

    A misspelt field that is passed to a macro is noticed inside it, but stands where the macro is called.
    """
    places = []
    trace = error.__traceback__
    while trace:
        path = trace.tb_frame.f_code.co_filename
        if path.endswith(".svg"):
            places.append((Path(path), trace.tb_lineno))
        trace = trace.tb_next
    for file, line in reversed(places):
        if word and re.search(rf"\b{re.escape(word)}\b", file.read_text(encoding="utf-8").splitlines()[line - 1]):
            return Span(project.shown(file), line)
    return Span(project.shown(places[-1][0]), places[-1][1]) if places else Span(f"templates/{own}")
