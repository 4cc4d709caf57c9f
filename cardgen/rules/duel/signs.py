"""What each card is called in Japanese, and the sign of its seal: a ruling of this edition (the source has English names)."""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """A card's kanji, how they are read, and the one sign that its seal shows."""

    kanji: str
    reading: str
    seal: str


_TABLE = """
brute                      剛力    gōriki         剛
samurai                    侍      samurai        侍
ronin                      浪人    rōnin          浪
master                     達人    tatsujin       達
high                       上段    jōdan          上
middle                     中段    chūdan         中
low                        下段    gedan          下
downward-cut               唐竹    karatake       斬
advancing-cut              踏込斬  fumikomi-giri  踏
retreating-cut             引斬    hiki-giri      引
counterattack              返技    kaeshi-waza    返
advancing-thrust           踏込突  fumikomi-zuki  突
block                      受      uke            受
horizontal-cut             横斬    yoko-giri      横
retreating-horizontal-cut  引薙    hiki-nagi      薙
low-advancing-thrust       下段突  gedan-zuki     刺
wait                       待      machi          待
toward                     進      susumu         進
stay                       留      todomaru       留
away                       退      shirizoku      退
dodge                      躱      kawasu         躱
morning-sun                朝日    asahi          天
rain                       雨      ame            天
fog                        霧      kiri           天
"""

SIGNS = {card: Sign(*signs) for card, *signs in (line.split() for line in _TABLE.strip().splitlines())}
"""By card id."""
