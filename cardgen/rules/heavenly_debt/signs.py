"""What each card is called in Chinese, and the sign of its seal: a ruling of this edition (the source has Latin letters)."""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """A card's signs, how they are read (pinyin), and the one sign that its seal shows."""

    kanji: str
    reading: str
    seal: str


_TABLE = """
attack                攻      gōng             攻
guard                 守      shǒu             守
feint                 佯      yáng             佯
qi-burst              氣浪    qìlàng           氣
high                  高地    gāodì            高
unstable              搖      yáo              搖
water                 水      shuǐ             水
screened              蔽      bì               蔽
hazard                險      xiǎn             險
exit                  出口    chūkǒu           出
dense-qi              靈地    língdì           靈
lantern-heart-sutra   燈心經  dēngxīnjīng      燈
foresight             先見    xiānjiàn         先
red-tide-step         赤潮步  chìcháobù        潮
pole-sweep            掃棍    sǎogùn           掃
salt-burn             鹽灼    yánzhuó          鹽
chain-stair-step      連梯步  liántībù         梯
thunder-in-the-bones  骨中雷  gǔzhōngléi       雷
hundred-step-return   百步還  bǎibùhuán        還
finisher              殺招    shāzhāo          殺
push                  奮力    fènlì            奮
borrow-from-heaven    借天    jiètiān          借
break-the-limit       破限    pòxiàn           破
level                 平      píng             平
fierce                猛      měng             猛
patient               忍      rěn              忍
sly                   狡      jiǎo             狡
burning               燃      rán              燃
minion                卒      zú               卒
mob                   群      qún              群
rival                 敵      dí               敵
boss                  魁      kuí              魁
fist                  孟鐵山  Mèng_Tiěshān     拳
crane                 白柳絮  Bái_Liǔxù        鶴
mask                  阮四喜  Ruǎn_Sìxǐ        面
seal                  卓青印  Zhuó_Qīngyìn     印
"""

SIGNS = {
    card: Sign(kanji, reading.replace("_", " "), seal)
    for card, kanji, reading, seal in (line.split() for line in _TABLE.strip().splitlines())
}
"""By card id; the foe's Stance cards bear the same."""

PIECES = {
    "foe-board": "仇",
    "predictable-marker": "熟",
    "off-balance-marker": "傾",
    "high-ground-marker": "峰",
    "outranked-marker": "下",
    "track-marker": "債",
    "hero-pawn": "俠",
    "foe-pawn": "仇",
}
"""The seals of what lies on the table beside the cards."""
PLACES = {
    "ferry-deck": "渡船",
    "shrine-stair": "祠階",
    "reed-ford": "葦渡",
    "burning-granary": "焚倉",
    "rope-bridge": "索橋",
    "sealed-spring": "封泉",
}
"""What the six maps are called."""
START = "始"
"""The seal of a start on a map."""
