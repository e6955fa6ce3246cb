"""The replies that are kept lead to nothing but what is proven."""

import random
from pathlib import Path

import pytest

from research.qawale import replies as qawale_replies
from research.qawale.batch import Inquiry, answer_here
from research.qawale.frontier import orders_of_all
from research.qawale.notes import Question
from research.qawale.proof import answer, open_desk
from research.qawale.replies import (
    QUESTIONS,
    checksum,
    failing_replies,
    gather,
    holding_reply,
    main,
    strategy,
    write,
)
from tetrad.kernels import qawale
from tetrad.position import Player
from tetrad.solvers.qawale.opening import PATH, Known
from tetrad.solvers.qawale.root import NO
from tetrad.solvers.qawale.search import Search
from tetrad.solvers.qawale.strategy import PATH as KEPT
from tetrad.solvers.qawale.strategy import Strategy, read
from tetrad.solvers.solution import MEBIBYTE, Limits
from tetrad.solvers.tables.format import TableError

QUESTION = Question(Player.FIRST, 9, 5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the answers to a small question, a few of which are said to be otherwise."""
    folder = tmp_path_factory.mktemp("replies")
    inquiry, lies = Inquiry(QUESTION, folder), 5
    while codes := inquiry.open():
        batch = inquiry.batch(codes)
        answer_here(batch, Player.FIRST, 16)
        batch.answers[:lies], lies = 1, 0
        inquiry.take(batch)
    return folder


def test_what_fails_is_kept_and_the_others_follow_from_the_order(
    folder: Path, tmp_path: Path
) -> None:
    gather(folder, tmp_path / "replies.table", [QUESTION])
    inquiry, failing = Inquiry(QUESTION, folder), read(tmp_path / "replies.table")
    assert len(failing) == 5
    assert failing <= inquiry.answers.forced
    replies, reached = strategy(QUESTION, failing)
    assert replies == dict(inquiry.replies())
    assert all(holding_reply(code, failing) == reply for code, reply in replies.items())
    assert reached <= inquiry.answers.held.keys()
    assert len(strategy(QUESTION, ())[1] - inquiry.answers.held.keys()) == 5


def test_the_replies_hold_against_any_play(folder: Path) -> None:
    failing, rng = set(failing_replies(Inquiry(QUESTION, folder))), random.Random(1)
    open_desk(1 << 24)
    for _ in range(20):
        code = qawale.canonical(qawale.start())
        for _ in range(2):
            sown = rng.choice(qawale.legal_actions(code))
            code = holding_reply(qawale.canonical(qawale.apply(code, sown)), failing)
        assert answer(code, Player.FIRST, 5).answer == NO


def test_results_with_the_defender_to_move_are_about_the_other_player(folder: Path) -> None:
    replies, reached = strategy(QUESTION, ())
    assert strategy(QUESTION, replies.keys()) == (replies, reached)


def test_replies_that_all_fail_are_no_strategy() -> None:
    (sown,) = orders_of_all([qawale.canonical(qawale.start())])
    every_reply = {reply for order in orders_of_all(sown[:1]) for reply in order}
    with pytest.raises(TableError, match="every reply fails"):
        strategy(Question(Player.FIRST, 9, 7), every_reply)


def test_the_checksum_tells_one_reply_from_another() -> None:
    one = checksum({(1, 2): (3, 4), (5, 6): (7, 8)})
    assert one == checksum({(5, 6): (7, 8), (1, 2): (3, 4)})
    assert one != checksum({(1, 2): (3, 4), (5, 6): (7, 9)})


def test_the_file_in_the_package_holds_what_was_found() -> None:
    failing = read(KEPT)
    plies = [qawale.plies(code) for code in failing]
    assert {ply: plies.count(ply) for ply in set(plies)} == {6: 9, 7: 71, 8: 17_842}
    assert all(qawale.canonical(code) == code for code in failing)


def test_a_file_is_made_and_its_strategy_told(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(qawale_replies, "QUESTIONS", [QUESTION])
    table = str(tmp_path / "replies.table")
    assert main([table, "--folder", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{table}: 5 replies fail\nqawale-first-9.txt: ")
    assert main([table]) == 0
    assert capsys.readouterr().out == said


def test_a_file_without_exceptions_is_one(tmp_path: Path) -> None:
    write(tmp_path / "none.table", ())
    assert read(tmp_path / "none.table") == frozenset()


def test_unfinished_answers_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qawale_replies, "QUESTIONS", [QUESTION])
    assert main([str(tmp_path / "replies.table"), "--folder", str(tmp_path)]) == 2
    complaint = capsys.readouterr().err
    assert "not all proven" in complaint
    assert complaint.count("\n") == 1


def test_another_table_is_refused() -> None:
    with pytest.raises(TableError, match="has no replies"):
        read(PATH)


# Of all replies, as docs/solved-qawale.md tells them: they depend on how sowings are rated.
CHECKSUMS = {
    Player.FIRST: "741e4e3235f22570f63936f625f85ac18054062b95707e4ef35280654ab20391",
    Player.SECOND: "9a1d1c72c2a014d3f6a7a4149630bc5715400554c2df1a973d71ebb8b0c6bacd",
}


@pytest.mark.parametrize(
    "question", [pytest.param(QUESTIONS[0], marks=pytest.mark.nightly), QUESTIONS[1]]
)
def test_the_replies_are_those_that_were_proven(question: Question) -> None:
    replies, _ = strategy(question, read(KEPT))
    assert checksum(replies) == CHECKSUMS[question.attacker]


def test_the_solver_replies_as_the_proof_does() -> None:
    failing, search = read(KEPT), Search(MEBIBYTE)
    replies, _ = strategy(QUESTIONS[1], failing)
    for code in random.Random(1).sample(sorted(replies), 200):
        with search.within(Limits()):
            found = Strategy(Known(), failing).reply(search.survey(code))
        assert found == replies[code]
