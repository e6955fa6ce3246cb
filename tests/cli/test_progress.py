"""The bar of a long job, on a terminal and in a file."""

import io

import pytest

from tetrad.cli import main, progress
from tetrad.cli.progress import Bar


class Window(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_window_shows_one_line_that_grows() -> None:
    window = Window()
    bar = Bar(window)
    for done in (0, 50, 100):
        bar(done, 100)
    bar.close()
    bar.close()
    assert window.getvalue().count("\r") == 3
    assert window.getvalue().endswith("[##############################] 100/100  \n")


@pytest.mark.usefixtures("impatient")
def test_a_file_gets_a_line_for_each_tenth() -> None:
    file = io.StringIO()
    bar = Bar(file)
    for done in range(101):
        bar(done, 100, "busy")
    bar.close()
    assert len(file.getvalue().splitlines()) == 11
    assert file.getvalue().splitlines()[-1] == "100/100, busy"


def test_what_takes_no_time_needs_no_bar() -> None:
    window = Window()
    bar = Bar(window)
    bar(1, 2)
    bar.close()
    assert window.getvalue() == ""


@pytest.mark.usefixtures("impatient")
def test_checking_a_proof_shows_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "quantik"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("proven: SECOND wins quantik")
    assert len(shown.out.splitlines()) == 1
    assert shown.err.splitlines()[-1] == "507/507"
