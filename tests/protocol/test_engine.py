"""The engine on stdin and stdout."""

import io
import re
import subprocess
import sys
import time

import pytest

from tetrad import GAMES
from tetrad.bots.tactics import winning_move
from tetrad.protocol.engine import Engine, serve
from tetrad.protocol.lines import LONGEST_LINE

SERVE = "from tetrad.protocol.engine import serve; serve({!r}, {{}})"


def conversation(game: str, *lines: str) -> list[str]:
    """All that an engine says to these lines and the end of its input."""
    sink = io.StringIO()
    serve(game, {"level": 4, "seed": 1}, io.BytesIO("\n".join(lines).encode()), sink)
    return sink.getvalue().splitlines()


def bestmove(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("bestmove ")).split()[1]


def test_the_handshake_names_the_engine_its_game_and_its_options() -> None:
    said = conversation("qomet", "tetrad")
    assert said[0].startswith("id name Tetrad")
    assert "game qomet" in said
    assert "option name Level type spin default 10 min 1 max 10" in said
    assert said[-1] == "ready"
    assert conversation("qomet", "uci") == said


def test_it_says_when_it_is_ready() -> None:
    assert conversation("quantik", "isready") == ["ready"]


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_a_legal_move_from_the_start_and_after_moves(game: str) -> None:
    start = GAMES[game].start()
    first = bestmove(conversation(game, "position start", "go nodes 100"))
    after = start.play(first)
    second = bestmove(conversation(game, f"position start moves {first}", "go nodes 100"))
    again = bestmove(conversation(game, f"position {start} moves {first}", "go nodes 100"))
    third = bestmove(conversation(game, f"position {after.play(second)}", "go nodes 100"))
    for move in (second, again):
        assert after.objection(after.parse_move(move)) is None
    reply = after.play(second)
    assert reply.objection(reply.parse_move(third)) is None


def test_it_tells_value_and_line() -> None:
    said = conversation("quantik", "position .A../Bc../a..C/d...", "go nodes 100000")
    pattern = r"info nodes \d+ value (win|draw|loss|unknown)( distance \d+)? pv( \S+)+"
    assert any(re.fullmatch(pattern, line) for line in said)
    assert any(line.startswith("info string ") for line in said)


def test_a_win_in_one_is_played_without_time() -> None:
    position = GAMES["quantik"].parse("..../..../..../AbC.")
    assert winning_move(position) is not None
    said = conversation("quantik", f"position {position}", "go time 0")
    assert bestmove(said) == "D@d1"


def test_a_finished_game_has_no_best_move() -> None:
    said = conversation("quantik", "position ..../..../..../AbCd", "go")
    assert said[-1] == "bestmove none"


BAD_LINES = [
    ("xyzzy", "unknown command 'xyzzy'"),
    ("position", "write it like"),
    ("position moves A@a1", "write it like"),
    ("position ..../..../....", "4 ranks"),
    ("position start moves A@a1 A@a1", "not legal"),
    ("position start moves nonsense", "not a move of Quantik"),
    ("go time soon", "seconds"),
    ("go time", "seconds"),
    ("go time .", "seconds"),
    ("go nodes -1", "whole number"),
    ("go nodes many", "whole number"),
    ("go home", "go knows"),
    ("setoption name Level value 11", "from 1 to 10"),
    ("setoption name Level value x", "from 1 to 10"),
    ("setoption name Colour value 1", "no option 'Colour'"),
    ("setoption Level 3", "write it like"),
    ("newgame chess", "plays quantik"),
    ("position start moves" + " A@a1" * 10_001, "at most 10000 moves"),
    ("\x00\x01", "unknown command"),
    ("☃", "unknown command"),
]


@pytest.mark.parametrize(("line", "complaint"), BAD_LINES)
def test_what_cannot_be_understood_gets_one_error_line(line: str, complaint: str) -> None:
    said = conversation("quantik", line, "isready")
    assert len(said) == 2
    assert said[0].startswith("error ")
    assert complaint in said[0]
    assert said[1] == "ready"


def test_a_line_without_end_is_refused_and_the_next_one_obeyed() -> None:
    said = conversation("quantik", "x" * (3 * LONGEST_LINE), "isready")
    assert said == [f"error a line has at most {LONGEST_LINE} characters", "ready"]


def test_a_bad_position_changes_nothing() -> None:
    position = "..../..../..../AbC."
    said = conversation("quantik", f"position {position}", "position nowhere", "go time 0")
    assert bestmove(said) == "D@d1"


def test_options_take_effect() -> None:
    said: list[str] = []
    engine = Engine("qawale", said.append)
    for line in ("setoption name level value 3", "setoption name Memory value 1"):
        engine.obey(line)
    assert engine.settings["level"] == 3
    assert engine.settings["memory"] == 1
    assert said == []


def test_infinite_thinking_lasts_until_stop() -> None:
    said: list[str] = []
    engine = Engine("qomet", said.append)
    engine.obey("setoption name Level value 1")
    engine.obey("go infinite")
    engine.obey("position start")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in said)
    assert "error still thinking; send stop first" in said
    engine.obey("isready")
    assert "ready" in said
    engine.obey("stop")
    start = GAMES["qomet"].start()
    assert start.objection(start.parse_move(bestmove(said))) is None
    assert engine.obey("quit") is False


def engine_process(game: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SERVE.format(game)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_quit_ends_a_search() -> None:
    with engine_process("qomet") as process:
        out, err = process.communicate("go infinite\nquit\n", timeout=60)
    assert process.returncode == 0
    assert out.splitlines()[-1].startswith("bestmove ")
    assert err == ""


def test_the_end_of_the_input_ends_the_engine() -> None:
    with engine_process("qawale") as process:
        out, err = process.communicate("position start\ngo time 0.1\n", timeout=60)
    assert process.returncode == 0
    assert out.splitlines()[-1].startswith("bestmove ")
    assert err == ""


def test_a_reader_that_leaves_is_no_reason_for_a_traceback() -> None:
    with engine_process("quantik") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write("tetrad\nisready\n")
        process.stdin.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0
