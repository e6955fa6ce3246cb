"""What is sent can be read by one browser alone, and is what RFC 8291 says it has to be."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.push.service import P256, Device, data, decrypted, raw, signed, text
from tetrad.server.push.encryption import LONGEST_MESSAGE, encrypted, point
from tetrad.server.push.vapid import authorization, public

# The example of RFC 8291, section 5 and appendix A.
MESSAGE = b"When I grow up, I want to be a watermelon"
SALT, SECRET = data("DGv6ra1nlYgDCS1FRnbzlw"), data("BTBZMqHH6r4Tts7J_aSIgg")
SENDER, READER = (
    ec.derive_private_key(int.from_bytes(data(each)), P256)
    for each in (
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
        "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    )
)
READER_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc_comes_out_byte_by_byte() -> None:
    assert text(raw(READER.public_key())) == READER_PUBLIC
    made = encrypted(MESSAGE, data(READER_PUBLIC), SECRET, salt=SALT, key=SENDER)
    assert text(made) == BODY


def test_the_example_of_the_rfc_can_be_read() -> None:
    assert decrypted(data(BODY), READER, SECRET) == MESSAGE


def test_each_message_has_a_key_and_a_salt_of_its_own() -> None:
    one, other = (encrypted(MESSAGE, data(READER_PUBLIC), SECRET) for _ in range(2))
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]
    assert decrypted(one, READER, SECRET) == decrypted(other, READER, SECRET) == MESSAGE


def test_nobody_else_can_read_or_change_it() -> None:
    made = encrypted(MESSAGE, data(READER_PUBLIC), SECRET)
    with pytest.raises(InvalidTag):
        decrypted(made, ec.generate_private_key(P256), SECRET)
    with pytest.raises(InvalidTag):
        decrypted(made, READER, bytes(16))
    with pytest.raises(InvalidTag):
        decrypted(made[:-1] + bytes([made[-1] ^ 1]), READER, SECRET)


def test_a_message_fits_into_one_record() -> None:
    longest = b"x" * LONGEST_MESSAGE
    assert decrypted(encrypted(longest, data(READER_PUBLIC), SECRET), READER, SECRET) == longest
    with pytest.raises(ValueError, match="at most"):
        encrypted(longest + b"x", data(READER_PUBLIC), SECRET)


@pytest.mark.parametrize("key", [b"", bytes(65), b"\x04" + bytes(64), b"\x04" * 64])
def test_what_is_no_public_key_is_refused(key: bytes) -> None:
    with pytest.raises(ValueError, match=r"key|point|curve"):
        point(key)


def test_a_sender_signs_for_one_service_and_half_a_day() -> None:
    header = authorization(SENDER, "https://push.example.net/a/b?c", "mailto:me@example.org", 1e9)
    claims, key = signed(header)
    wanted = {"aud": "https://push.example.net", "exp": 1_000_043_200}
    assert claims == wanted | {"sub": "mailto:me@example.org"}
    assert key == public(SENDER)
    assert "sub" not in signed(authorization(SENDER, "https://a.example/b", "", 1e9))[0]


def test_a_device_of_these_tests_reads_what_it_is_sent() -> None:
    device = Device("https://push.example.net/a")
    keys = device.subscription()["keys"]
    made = encrypted(b'{"a": 1}', data(keys["p256dh"]), data(keys["auth"]))
    assert device.read(made) == {"a": 1}
