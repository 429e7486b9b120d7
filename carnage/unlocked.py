"""What is worked out of an object when it is first asked for and then kept, without a lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
Thing = TypeVar("Thing")


class cached_property(Generic[T]):
    """As `functools.cached_property`, which before Python 3.12 takes a lock for each value: as long as a page
    takes to look up two pieces. Two threads may both work it out, and either value may stay."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> cached_property[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work_out(instance)
        return value


def once_each(make: Callable[[Thing], T]) -> Callable[[Thing], T]:
    """`make(thing)`, made once for each thing, by which it is and not by what is in it, of which a
    book has too much to be hashed. Two threads may both make it, and either may stay."""
    kept: dict[int, tuple[Thing, T]] = {}

    @wraps(make)
    def of(thing: Thing) -> T:
        there = kept.get(id(thing))
        if there is None:
            # The thing is kept beside it, so that no other can come to have its id.
            there = kept[id(thing)] = thing, make(thing)
        return there[1]

    return of
