"""A file of the user's cache that keeps compiled templates from one start of the site to the next."""

from __future__ import annotations

import logging
import marshal
import sys

from jinja2 import BytecodeCache, Environment, Template
from jinja2.bccache import Bucket

from carnage.common import user_cache

KEPT_FILES = 4
"""Files of other versions of Carnage that are kept."""

_log = logging.getLogger(__name__)


class BytecodeFile(BytecodeCache):
    """The bytecode of templates, in one file. To compile them takes a second, and to read it 0.02 s.

    Args:
        version: A hash of all that the templates are compiled from, Jinja and their filters included.
    """

    def __init__(self, version: str) -> None:
        self._name = f"templates-{sys.implementation.cache_tag}-{version}.bytecode"
        self._bytecode = self._read()
        self._is_changed = False

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in a bucket, unless its template has not been compiled yet."""
        bytecode = self._bytecode.get(bucket.key)
        if bytecode is not None:
            bucket.bytecode_from_string(bytecode)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bytecode of a template until `save` writes all of it."""
        self._bytecode[bucket.key] = bucket.bytecode_to_string()
        self._is_changed = True

    def save(self) -> None:
        """Write the file, if it lacks a template. A site that cannot write it starts more slowly."""
        if not self._is_changed:
            return
        try:
            user_cache.write_file(self._name, marshal.dumps(self._bytecode))
            user_cache.remove_old_files("templates-*.bytecode", KEPT_FILES)
        except OSError as error:
            _log.warning("Compiled templates cannot be kept: %s", error)

    def _read(self) -> dict[str, bytes]:
        try:
            content = marshal.loads((user_cache.folder() / self._name).read_bytes())
        except (OSError, EOFError, ValueError, TypeError):
            return {}
        return content if isinstance(content, dict) else {}


def load_text(environment: Environment, text: str) -> Template:
    """Return a text as a template, from the environment's cache of bytecode if it has one.

    `Environment.from_string` does not use that cache.
    """
    # Jinja chains a template's globals, and copies the chain for each rendering: a tenth of a page's time.
    values = dict(environment.globals)
    cache = environment.bytecode_cache
    if cache is None:
        return Template.from_code(environment, environment.compile(text), values)
    bucket = cache.get_bucket(environment, text, None, text)
    if bucket.code is None:
        bucket.code = environment.compile(text)
        cache.set_bucket(bucket)
    return Template.from_code(environment, bucket.code, values)
