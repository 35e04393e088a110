"""Matches of CCC with messages from players."""

from __future__ import annotations

from tests.kit.matches.ccc import position

ROOM = position("La1 Fd4 Nh4 sh8 fe7 nb8")


ONLY_FLAG = position("La1 Cb2 Ng3 na3 sh8 fe8")
"""A position in which White's Cube is frozen and blocks its Pyramid, so that only the Flag can move."""


OWN = "Write your own"


NASTY = {
    "mentions": "Well, <@{tom}> <@!{tom}> <@&{tom}> @everyone @here",
    "places": "See <#{tom}> </move:{tom}> <t:0:R> <a:wave:{tom}> <:wave:{tom}>",
    "links": "https://a.example <https://b.example> [free](https://c.example) [x](<http://d.example> 'y')",
    "markdown": "**b** __u__ *i* _j_ ~~s~~ ||p|| `c` ``d`` ***x***",
    "blocks": "# big > quote - item ``` code ``` -# small 1. one",
    "escapes": "\\*\\*b\\*\\* \\<@{tom}> \\\\https://e.example \\[f](https://g.example)",
    "quotes": '“”"{{}}\\"\\u007b [Seed "0"] 1. d4-d5 {{N@a1}}',
}
