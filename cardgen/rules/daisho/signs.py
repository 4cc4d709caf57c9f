"""What each card is called in Japanese, and the sign of its seal: a ruling of this edition (the source has Latin letters)."""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """A card's kanji, how they are read, and the one sign that its seal shows."""

    kanji: str
    reading: str
    seal: str


_TABLE = """
chop            縦斬      tategiri         縦
slash           横斬      yokogiri         横
thrust          突        tsuki            突
kai             気合      kiai             気
armor           鎧        yoroi            鎧
dodge           躱        kawasu           躱
parry           受流      uke-nagashi      流
block           受        uke              受
combo           連撃      rengeki          連
speed           居合術    iaijutsu         居
samurai         侍        samurai          侍
bushi           武士      bushi            武
ronin           浪人      rōnin            浪
kensei          剣聖      kensei           聖
onna-bugeisha   女武芸者  onna-bugeisha    女
domin           土民      domin            土
otokodate       男伊達    otokodate        男
ashigaru        足軽      ashigaru         足
traveling-monk  雲水      unsui            雲
ninja           忍者      ninja            忍
doshin          同心      dōshin           同
kyokaku         侠客      kyōkaku          侠
yamabushi       山伏      yamabushi        山
brigand         山賊      sanzoku          賊
wako            倭寇      wakō             寇
yojimbo         用心棒    yōjinbō          棒
merchant        商人      shōnin           商
"""

SIGNS = {card: Sign(*signs) for card, *signs in (line.split() for line in _TABLE.strip().splitlines())}
"""By card id."""
