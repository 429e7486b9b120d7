"""A connection, bounded: in time, in size, and in how much may be asked before an answer has been read."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from carnage.serving import journal
from carnage.serving.budgets import Budgets
from carnage.serving.crowd import Crowd
from carnage.serving.line import LONGEST
from carnage.serving.visitors import counted
from carnage.web.http import SECURITY_HEADERS

# Seconds.
HEAD = 10.0  # until a request's head is there, counted from the connection or from the request's first byte
BODY = 10.0  # until its body is
IDLE = 15.0  # between an answer and the next request
READING = 60.0  # until an answer has been read
PARTING = 2.0  # until a last word has been, and until it is said to those who are turned away

COMING = 0.0005  # of work that a connection is, whatever comes through it

MOST_HEAD = 32 * 1024  # bytes
MOST_PIPELINED = 4  # requests that wait behind the one that is being answered: browsers send none


class Overfull(Exception):
    """More than this connection may send."""


def last_word(status: HTTPStatus, why: str, retry: int | None = None) -> bytes:
    """An answer after which the connection ends, made without the application; perhaps with the seconds after
    which to come again."""
    body = why.encode()
    head = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "Cache-Control: no-store",
        *([] if retry is None else [f"Retry-After: {retry}"]),
        *(f"{name}: {value}" for name, value in SECURITY_HEADERS.items()),
    ]
    return ("\r\n".join(head) + "\r\n\r\n").encode() + body


TOO_MANY = last_word(
    HTTPStatus.TOO_MANY_REQUESTS, "You have too many connections open. Close some first.\n", 5
)
TOO_OFTEN = last_word(
    HTTPStatus.TOO_MANY_REQUESTS, "You have asked for a great deal in a short time. Wait a little.\n", 5
)
TOO_SLOW = last_word(HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive. Send it again.\n")
TOO_LONG = last_word(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The address and its headers are too long.\n"
)
UNREADABLE = last_word(HTTPStatus.BAD_REQUEST, "That is no HTTP request that can be read.\n")


class Awaited(NamedTuple):
    """What a visitor is waited for, at which request, and for how long."""

    what: str
    request: int
    seconds: float


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with bounds. It is somebody's turn at any time: the visitor's, to send or to read
    on before a deadline, or ours. Whose it is follows from how things stand (`_look`), whatever came last:
    who does something else than what is waited for is waited for no longer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.crowd: Crowd = self.app_state["crowd"]
        self.budgets: Budgets | None = self.app_state["budgets"]  # none where all come through a proxy
        self.visitor = ""
        self._counted = False
        self._ended = False  # nothing more that it sends is read
        self._parting = False  # there is no more to come but its end
        self._unsaid = b""  # what one who is turned away is told
        self._working: RequestResponseCycle | None = None  # on the request that is being answered
        self._in_head = self._in_body = False
        self._head = self._came = 0  # bytes: of the head as it is read, and that came before it was whole
        self._begun = 0  # requests whose head has begun
        self._waited_for: Awaited | None = None

    # ------------------------------------------------------------------------------------- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.visitor = counted(peer) or peer
        self._counted = self.crowd.enter(self)
        if not self._counted:
            self._turn_away(TOO_MANY)
        elif self.budgets and self.budgets.wait(self.visitor) > LONGEST:
            self._turn_away(TOO_OFTEN)
        else:
            self._look()
            if self.budgets:
                self.budgets.charge(self.visitor, COMING)

    def _turn_away(self, word: bytes) -> None:
        """Tell so after a while: whoever comes again at once would keep others from coming in."""
        self._ended, self._parting, self._unsaid = True, True, word
        self.flow.pause_reading()
        self.crowd.their_turn(self, PARTING)

    def connection_lost(self, exc: Exception | None) -> None:
        self.let_go()
        super().connection_lost(exc)
        self._ended = True
        self.crowd.leave(self)

    def _look(self) -> None:
        """Whose turn it is, as things stand. A deadline holds while what is waited for stays the same."""
        if self._parting:
            return
        awaited = self._awaited()
        if awaited is None:
            self.crowd.our_turn(self)
        elif awaited != self._waited_for:
            self.crowd.their_turn(self, awaited.seconds)
        self._waited_for = awaited

    def _awaited(self) -> Awaited | None:
        """What the visitor is waited for; None if it is our turn."""
        if self.flow.write_paused or self.transport.is_closing():
            return Awaited("reading on", 0, READING)  # whatever else is asked for meanwhile
        n = self._begun
        # What is pipelined behind the request that is worked on waits, whole or not.
        if self._at_work() and not (self._in_body and self._working is self.cycle):
            return None
        if self._in_body:
            return Awaited("body", n, BODY)
        if self._in_head or not n:
            return Awaited("head", n, HEAD)
        if self.transport.get_write_buffer_size():
            return Awaited("reading", n, READING)
        return Awaited("next", n, IDLE)

    def is_gone(self) -> bool:
        """Whether whoever asked has hung up."""
        return bool(self.transport.is_closing())

    def let_go(self) -> None:
        """Nobody is answered any more."""
        for cycle in (self._working, *[waiting for waiting, _ in self.pipeline]):
            if cycle is not None:
                cycle.disconnected = True

    def give_up(self) -> None:
        """They have kept us waiting for too long."""
        if self._unsaid:
            word, self._unsaid = self._unsaid, b""
            self._end(word)
        elif self._ended:
            self.transport.abort()
        elif not self._at_work():
            # Silence is no offence, half a request is worth a word.
            self._end(TOO_SLOW if self._in_head else b"")
        elif self.flow.write_paused or (self._working and self._working.response_started):
            self.transport.abort()
        else:
            self._break_off(TOO_SLOW)

    def _end(self, word: bytes) -> None:
        self._ended = self._parting = True
        if word:
            journal.cut_off(int(word[9:12]))
            self.transport.write(word)
        self.transport.close()
        self.crowd.their_turn(self, PARTING)

    def _break_off(self, word: bytes) -> None:
        """End it in the middle of a request, of which the application hears no more."""
        self.let_go()
        self.cycle.message_event.set()
        self._end(word)

    # ------------------------------------------------------------------------------------------ what is sent

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        super().data_received(data)
        if self._in_head and not self._ended:
            # The parser says nothing of a line before it has come to its end.
            self._came += len(data)
            if self._came > MOST_HEAD:
                self._refuse(TOO_LONG)
        self._look()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head, self._came = True, 0, 0
        self._begun += 1

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._measure(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._measure(len(name) + len(value))

    def _measure(self, more: int) -> None:
        self._head += more
        if self._head > MOST_HEAD:
            raise Overfull

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise Overfull
        self._in_head, self._in_body = False, True
        super().on_headers_complete()
        self.scope["carnage.connection"] = self  # type: ignore[typeddict-unknown-key]

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._working = cycle
        super()._start_asgi_task(cycle, app)

    def _at_work(self) -> bool:
        return self._working is not None and not self._working.response_complete

    def send_400_response(self, msg: str) -> None:
        """What the parser does not take, or what is too much of it."""
        self._refuse(TOO_LONG if self._head > MOST_HEAD else UNREADABLE)

    def _refuse(self, word: bytes) -> None:
        if not self._at_work():
            self._end(word)
        elif self.cycle.more_body and not self.cycle.response_started and not self.pipeline:
            self._break_off(word)
        else:
            # What came before is answered, and that is all.
            self._ended = True
            self.cycle.keep_alive = False
            self.flow.pause_reading()

    # ------------------------------------------------------------------------------------- what is answered

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()
