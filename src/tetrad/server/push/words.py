"""What a notification says, in the language of whoever reads it: the game, who plays, the time."""

from __future__ import annotations

from typing import Any

from tetrad.language import LABELLED, RIGHT_TO_LEFT, translated
from tetrad.matches.log import Standing
from tetrad.message import Counted, Message, Wording
from tetrad.position import Player

HOUR = 3600
DAY = 24 * HOUR
SLACK = 60

# Translators: the title of a notification, behind the name of the game
YOUR_TURN = Wording("your-turn", "Your turn")
# Translators: a game in a list or a notification; {name} is the opponent
AGAINST = Wording("you-against", "You against {name}")
# Translators: how long somebody has for a move; {time} is such as "2 days" or "3 h 20 min"
LEFT = Wording("time-left", "{time} left")
DAYS = Counted("days-left", "{n} day", "{n} days", "n")
HOURS = Wording("hours-left", "{hours} h {minutes} min")


def notification(
    match_id: str, standing: Standing, reader: Player, language: str, seconds: float, turns: int,
    news: Message | None = None,
) -> dict[str, Any]:  # fmt: skip
    """What a browser shows, `news` first, and how many games wait for the reader."""
    title = LABELLED(label=standing.match.start.NAME.capitalize(), what=YOUR_TURN())
    against = translated(AGAINST(name=_name(standing, reader.other)), language)
    left = translated(LEFT(time=_time(seconds)), language)
    begun = [translated(news, language)] if news else []
    return {
        "title": translated(title, language),
        "body": " · ".join([*begun, against, left]),
        "tag": match_id,
        "url": f"/match/{match_id}",
        "lang": language,
        "dir": "rtl" if language in RIGHT_TO_LEFT else "ltr",
        "turns": turns,
    }


def _name(standing: Standing, player: Player) -> object:
    return standing.sittings[player].name or player.look


def _time(seconds: float) -> Message:
    """As the app says it; what has passed since the move is a matter of seconds."""
    seconds = max(0.0, seconds) + SLACK
    if seconds >= 2 * DAY:
        return DAYS(n=int(seconds // DAY))
    return HOURS(hours=int(seconds // HOUR), minutes=int(seconds % HOUR // 60))
