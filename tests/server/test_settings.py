"""Settings: an option, a variable, and one sentence for a wrong one."""

from __future__ import annotations

import pytest

from tetrad.cli import main
from tetrad.server.settings import LOOPBACK, OPTIONS, Settings, SettingsError, read


def test_without_a_wish_only_this_computer_is_served() -> None:
    assert read({}, {}) == Settings(host="127.0.0.1", port=None)


def test_an_option_counts_more_than_a_variable() -> None:
    variables = {"TETRAD_PORT": "81", "TETRAD_DATABASE": "a.db", "TETRAD_HOSTED": "yes"}
    found = read({"port": "82"}, variables)
    assert (found.port, found.database, found.hosted) == (82, "a.db", True)


def test_some_may_be_given_several_times() -> None:
    proxies = {"TETRAD_TRUST_PROXY": "10.0.0.1, fd00::/8"}
    found = read({"allow_host": ["A.example.", "[::1]"]}, proxies)
    assert found.allow_host == ("a.example", "::1")
    assert found.trust_proxy == ("10.0.0.1/32", "fd00::/8")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TETRAD_PORT", "port"),
        ("TETRAD_PORT", "65536"),
        ("TETRAD_HOSTED", "perhaps"),
        ("TETRAD_ALLOW_HOST", "http://a.example"),
        ("TETRAD_ALLOW_HOST", "a.example:80"),
        ("TETRAD_TRUST_PROXY", "nginx"),
        ("TETRAD_KEEP", "-1"),
        ("TETRAD_METRICS", "public"),
        ("TETRAD_LOG", "xml"),
        ("TETRAD_REDIS", "localhost:6379"),
        ("TETRAD_REDIS", "redis://localhost:port"),
    ],
)
def test_a_wrong_one_is_named_in_one_sentence(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        read({}, {variable: value})
    assert str(wrong.value).startswith(f"{variable}: {value!r} is ")
    assert "\n" not in str(wrong.value)


def test_a_wrong_option_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--trust-proxy", "nginx"]) == 2
    said = capsys.readouterr().err
    assert (
        said == "tetrad: --trust-proxy: 'nginx' is not an address or network such as 10.0.0.0/8\n"
    )


def test_the_password_of_a_wrong_address_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as wrong:
        read({"redis": "http://me:secret@localhost"}, {})
    assert str(wrong.value).startswith("--redis: 'http://***@localhost' is not one of: redis://")


@pytest.mark.parametrize("url", ["redis://:secret@localhost:6379/1", "unix:///run/redis.sock"])
def test_an_address_of_redis_is_kept_as_it_is(url: str) -> None:
    assert read({"redis": url}, {}).redis == url


def test_a_persons_own_computer_keeps_everything_and_believes_no_proxy() -> None:
    assert (Settings().days_kept, Settings().proxies) == (0, ())
    hosted = Settings(hosted=True)
    assert (hosted.days_kept, hosted.proxies) == (180, LOOPBACK)
    chosen = Settings(hosted=True, keep=0, trust_proxy=("10.0.0.0/8",))
    assert (chosen.days_kept, chosen.proxies) == (0, ("10.0.0.0/8",))


def test_names_are_options_and_variables() -> None:
    assert [(each.flag, each.variable) for each in OPTIONS if each.several] == [
        ("--allow-host", "TETRAD_ALLOW_HOST"),
        ("--trust-proxy", "TETRAD_TRUST_PROXY"),
    ]
