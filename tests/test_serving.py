"""The server, asked over real sockets: by those who mean well, by attackers, by the slow and the greedy."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from web import GAME, SEED, client, site
from wire import REQUEST, called, rest, statuses

from carnage import serving
from carnage.serving import connection, crowd, gateway, running
from carnage.web.http import SECURITY_HEADERS

ENDS = (b"\r\n\r\n", b"</html>", b"</html>\n", b".\n")  # of what is read until the server falls silent


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving.served(site()) as port:
        yield port


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server that is waited for by nobody for long."""
    for name in ("HEAD", "BODY", "IDLE", "READING", "PARTING"):
        monkeypatch.setattr(connection, name, 0.3)
    monkeypatch.setattr(gateway, "SWEEPING", 0.05)
    with serving.served(site()) as port:
        yield port


def ask(port: int, data: bytes, answers: int = 1) -> bytes:
    """Everything that comes back until the server hangs up, or falls silent after so many answers."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(data)
        answer = b""
        while answer.count(b"HTTP/1.") < answers or not answer.endswith(ENDS):
            try:
                got = connection.recv(1 << 16)
            except ConnectionResetError:  # it hung up on what it did not care to read
                return answer or b"HTTP/1.1 000 "
            if not got:
                break
            answer += got
    return answer


def test_a_connection_stays_open_after_a_304(port: int) -> None:
    tag = client().get(GAME).headers["ETag"]
    request = f"GET {GAME} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n".encode()
    answer = ask(port, request * 3, answers=3)
    assert statuses(answer) == [304, 304, 304]
    assert b"connection: close" not in answer
    closing = request.replace(b"Host: x", b"Host: x\r\nConnection: close")
    assert b"connection: close" in ask(port, closing)


ATTACKS = {
    "two lengths": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        {400},
    ),
    "length and chunks": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        {303, 400},
    ),
    "odd encoding": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        {400, 501},
    ),
    "bad chunk": (b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", {400}),
    "negative length": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", {400}),
    "folded header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n two\r\n\r\n", {200, 400}),
    "space before colon": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", {400}),
    "nul in path": (b"GET /classic/\x00 HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in path": (b"GET /classic/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in query": (b"GET /classic/243856987615781?name=\xff HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "bad escapes": (b"GET /classic/%zz%1?name=%zz HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "split name": (b"GET /?seed=243856987615781&game_name=a%0d%0aX: HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "huge header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 40_000 + b"\r\n\r\n", {0, 431}),
    "huge query": (b"GET /?seed=" + b"1" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {301}),
    "huger query": (b"GET /?seed=" + b"1" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {0, 431}),
    "huge body": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", {413}),
    "no method": (b"\r\n\r\n / HTTP/1.1\r\n\r\n", {400}),
    "nonsense": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", {400}),
    "old version": (b"GET / HTTP/1.0\r\n\r\n", {200}),
    "whole address": (b"GET http://elsewhere/credits HTTP/1.1\r\nHost: x\r\n\r\n", {200}),
    "climbing": (b"GET /static/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", {404}),
    "climbing in code": (b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", {404}),
    "host": (b"GET /classic HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", {301}),
    "trace": (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
    "unknown method": (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks(port: int, name: str) -> None:
    data, allowed = ATTACKS[name]
    # Asked to hang up, so that whatever was smuggled behind would have to be answered first.
    answer = ask(port, data.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n"))
    seen = statuses(answer)
    assert len(seen) == 1
    assert set(seen) <= allowed
    assert b"Traceback" not in answer
    assert b"evil.example" not in answer
    assert b"root:" not in answer
    assert b"\r\nX:" not in answer


def test_a_smuggled_request_is_not_answered(port: int) -> None:
    smuggled = b"GET /credits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    data = b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(
        smuggled
    )
    assert statuses(ask(port, data + smuggled)) == [303]
    both = data.replace(b"Connection", b"Transfer-Encoding: chunked\r\nConnection")
    assert len(statuses(ask(port, both + b"0\r\n\r\n" + smuggled))) == 1


def test_the_server_does_not_name_itself(port: int) -> None:
    answer = ask(port, b"GET /credits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b"uvicorn" not in answer.lower()
    assert b"werkzeug" not in answer.lower()
    assert SEED.encode() not in answer


# --------------------------------------------------------------------------------- the slow and the greedy


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /roll HTTP/1.1\r\nContent-Length: 9\r\n\r\nab",
    ],
    ids=["nothing", "half a line", "half a head", "half a body"],
)
def test_nobody_is_waited_for_without_end(hasty: int, sent: bytes) -> None:
    with closing(called(hasty)) as slow:
        slow.sendall(sent)
        answer = rest(slow)
    assert statuses(answer) == ([408] if sent else [])


LATE = b" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


@pytest.mark.parametrize("more", [b"a", b"ab"], ids=["half of it", "all of it"])
@pytest.mark.parametrize("asked", [f"GET {GAME}".encode(), b"POST /healthz"], ids=["a page", "health"])
def test_a_body_after_its_answer_keeps_nobody(hasty: int, asked: bytes, more: bytes) -> None:
    with closing(called(hasty)) as slow:
        slow.sendall(asked + LATE)
        assert slow.recv(12) == b"HTTP/1.1 200"
        slow.sendall(more)
        assert statuses(rest(slow)) == []


def test_a_body_that_is_missing_behind_another_request_is_not_waited_for(hasty: int) -> None:
    """The second is begun when the first, which takes a thread, is answered."""
    first = b"GET /find/duel HTTP/1.1\r\nHost: x\r\n\r\n"
    with closing(called(hasty)) as slow:
        slow.sendall(first + b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab")
        assert statuses(rest(slow)) == [200, 408]


def hung_up_on(connection: socket.socket, sent: bytes, times: int, pause: float = 0.01) -> bool:
    """Whether the server hangs up on who goes on sending this."""
    for _ in range(times):
        try:
            connection.sendall(sent)
        except ConnectionError:
            return True
        time.sleep(pause)
    return False


def test_one_byte_now_and_then_is_not_enough(hasty: int) -> None:
    with closing(called(hasty)) as slow:
        assert hung_up_on(slow, b"G", 1000)


def test_who_is_done_may_stay_for_a_while_and_no_longer(hasty: int) -> None:
    with closing(called(hasty)) as quiet:
        quiet.sendall(REQUEST)
        assert statuses(rest(quiet)) == [200]


def test_who_asks_and_does_not_read_is_hung_up_on(hasty: int) -> None:
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", hasty))
        deaf.settimeout(30)
        assert hung_up_on(deaf, REQUEST * 4, 10_000)


def test_who_asks_one_by_one_and_does_not_read_is_hung_up_on(
    hasty: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request comes when the one before is answered, as far as the server can tell."""
    monkeypatch.setattr(connection, "IDLE", 5.0)
    monkeypatch.setattr(connection, "READING", 1.0)
    asked = f"GET {GAME}.html HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", hasty))
        assert hung_up_on(deaf, asked, 60, 0.2)


def test_the_system_keeps_little_of_what_nobody_reads() -> None:
    """By itself it would take megabytes for each connection."""
    listening = running._bound("127.0.0.1", 0)
    listening.listen()
    with closing(listening), closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(listening.getsockname())
        taken, _ = listening.accept()
        kept = 0
        with closing(taken), suppress(BlockingIOError):
            taken.setblocking(False)
            while True:
                kept += taken.send(b"a" * 65_536)
    assert kept < 4 * running.UNREAD


def test_few_requests_may_wait_behind_another(port: int) -> None:
    few = connection.MOST_PIPELINED + 1
    assert statuses(ask(port, REQUEST * few, answers=few)) == [200] * few
    with closing(called(port)) as greedy:
        greedy.sendall(REQUEST * 500)
        answered = statuses(rest(greedy))
    assert set(answered) == {200}
    assert len(answered) == few


def test_a_head_without_end_is_refused(port: int) -> None:
    with closing(called(port)) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * (connection.MOST_HEAD + 1))
        assert statuses(rest(endless)) in ([431], [])


@pytest.mark.parametrize("said", ["Content-Length: 20000", "Transfer-Encoding: chunked"])
def test_bodies_are_as_long_as_forms_are(port: int, said: str) -> None:
    with closing(called(port)) as greedy:
        chunk = b"%x\r\n%s\r\n" % (17_000, b"a" * 17_000)
        greedy.sendall(f"POST /roll HTTP/1.1\r\nHost: x\r\n{said}\r\n\r\n".encode() + chunk)
        answer = rest(greedy)
    assert statuses(answer) == [413]
    assert b"connection: close" in answer


def test_a_visitor_has_so_many_connections_and_others_have_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "EACH", 5)
    with serving.served(site()) as port:
        many = [called(port) for _ in range(5)]
        for each in many:
            each.sendall(REQUEST)
            assert each.recv(12) == b"HTTP/1.1 200"
        with closing(called(port)) as another:
            answer = rest(another)
            assert statuses(answer) == [429]
            assert b"\r\nRetry-After: 5\r\n" in answer
        with closing(called(port, "127.0.0.2")) as other:
            other.sendall(REQUEST)
            assert other.recv(12) == b"HTTP/1.1 200"
        many.pop().close()
        for each in many:
            each.close()


def test_where_there_is_no_room_whoever_has_kept_us_waiting_longest_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "MOST", 5)
    with serving.served(site()) as port:
        sitting = [called(port) for _ in range(5)]
        for each in sitting:
            each.sendall(b"GET / HT")
        time.sleep(0.1)
        for _ in range(3):
            with closing(called(port)) as one_more:
                one_more.sendall(REQUEST)
                assert one_more.recv(12) == b"HTTP/1.1 200"
        assert statuses(rest(sitting[0])) == [408]
        for each in sitting:
            each.close()


def test_where_nobody_can_be_given_up_whoever_comes_is_turned_away() -> None:
    """Connections count whosever turn it is."""

    class Coming:
        def __init__(self, visitor: str) -> None:
            self.visitor, self.given_up = visitor, False

        def give_up(self) -> None:
            self.given_up = True

    few = crowd.Crowd(2, 2)
    working, waited, late, later = (Coming(name) for name in "abcd")
    assert few.enter(working)
    assert few.enter(waited)
    assert not few.enter(late)  # both are being answered
    few.their_turn(late, 2.0)
    few.their_turn(waited, 10.0)
    assert few.enter(later)
    assert late.given_up  # of those who are waited for, the one who has been longest
    assert not waited.given_up
    few.leave(late)
    few.leave(working)
    assert len(few) == 2


def test_a_last_word_has_the_security_headers(port: int) -> None:
    answer = ask(port, b"nonsense\r\n\r\n")
    assert statuses(answer) == [400]
    for name, value in SECURITY_HEADERS.items():
        assert f"{name}: {value}\r\n".encode() in answer


def test_the_descriptor_limit_is_raised_at_most_to_what_is_allowed() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    got = crowd.raise_descriptor_limit(10**9)
    after = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert got == (10**9 if after[1] == resource.RLIM_INFINITY else after[1])
    assert after[1] == before[1]
    assert after[0] >= before[0] or after[0] == resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


POOR = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from web import site
from carnage import serving
with serving.served(site()) as port:
    print(port, flush=True)
    for _ in sys.stdin:
        print(time.process_time(), flush=True)
"""


def test_with_few_descriptors_there_are_fewer_connections_and_everybody_is_answered() -> None:
    """Of three hundred who leave a server waiting that may have two hundred descriptors, the oldest go."""
    pytest.importorskip("resource")
    words = [sys.executable, "-c", POOR]
    here = Path(__file__).parent
    with (
        subprocess.Popen(words, cwd=here, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server,
        ExitStack() as sitting,
    ):
        assert server.stdin is not None
        assert server.stdout is not None

        def used() -> float:
            """Seconds of the processor that the server has taken."""
            print(file=server.stdin, flush=True)
            return float(server.stdout.readline())

        port = int(server.stdout.readline())
        many = [sitting.enter_context(called(port, f"127.0.0.{2 + n % 6}")) for n in range(300)]
        for each in many:
            with suppress(ConnectionError):
                each.sendall(b"GET / HT")
        with closing(called(port)) as one_more:
            one_more.sendall(REQUEST)
            assert one_more.recv(12) == b"HTTP/1.1 200"
        assert statuses(rest(many[0])) in ([408], [])
        before = used()
        time.sleep(1.0)
        assert used() - before < 0.3, "it asks again and again for descriptors that it does not get"
        with closing(called(port)) as one_more:
            one_more.sendall(REQUEST)
            assert one_more.recv(12) == b"HTTP/1.1 200"
        server.stdin.close()
