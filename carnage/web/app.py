"""The application: its parts put together, and what stands in front of Flask."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from carnage.catalog import is_played
from carnage.document import sources
from carnage.web import errors, files
from carnage.web.front import PUBLIC, REVALIDATE, Front
from carnage.web.games import games, plain_page
from carnage.web.pages import pages, policy_of_games
from carnage.web.playing import playing
from carnage.web.playtests import playtests
from carnage.web.reading import books, check_bytes, keep_within_site
from carnage.web.rolling import rolling
from carnage.web.version import texts_version
from carnage.web.watching import watching
from carnage.wording import spelled

# Far more than a person clicks, far less than a script likes.
ROLL_LIMIT = "120 per minute"
PLAYTEST_LIMIT = "20 per minute"
WATCH_LIMIT = "240 per minute"
PLAY_LIMIT = "240 per minute"


def create_app(
    roll_limit: str = ROLL_LIMIT,
    playtest_limit: str = PLAYTEST_LIMIT,
    watch_limit: str = WATCH_LIMIT,
    play_limit: str = PLAY_LIMIT,
) -> Flask:
    """The whole site as a WSGI application, static files included."""
    app = Flask("carnage", static_folder=None, template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=16 * 1024,
        MAX_FORM_MEMORY_SIZE=16 * 1024,
        MAX_FORM_PARTS=16,
        RATELIMIT_HEADERS_ENABLED=False,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static"] = files.address
    app.jinja_env.globals["books"] = books
    app.jinja_env.globals["is_played"] = is_played
    app.jinja_env.filters["spelled"] = spelled
    app.jinja_env.globals.update(
        sources_of_game=sources.of_game, sources_of_book=sources.of_book, sources_together=sources.together
    )

    # Counters live in this process's memory: they bound what one visitor may cost it, and nothing else.
    limiter = Limiter(get_remote_address, storage_uri="memory://")
    limiter.shared_limit(roll_limit, scope="roll")(rolling)
    limiter.limit(playtest_limit, methods=["POST"])(playtests)
    limiter.limit(watch_limit)(watching)
    limiter.limit(play_limit)(playing)
    limiter.init_app(app)
    # It hooks into every request, at more than a page costs; only what is limited shall pay.
    limited = (rolling, playtests, watching, playing)
    every: list[Any] = [app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs]
    for hooks in every:
        hooks.update(dict.fromkeys((each.name for each in limited), hooks.pop(None, [])))
    app.before_request(check_bytes)
    app.after_request(keep_within_site)

    app.register_blueprint(pages)
    app.register_blueprint(rolling)
    app.register_blueprint(playtests)
    app.register_blueprint(watching)
    app.register_blueprint(playing)
    app.register_blueprint(games)
    errors.install(app)

    policies = {path: PUBLIC if book.frozen else REVALIDATE for path, book in books().items()}
    # What shows games of a draft may change as they do.
    policies |= dict.fromkeys(("credits", "robots.txt"), PUBLIC)
    policies |= dict.fromkeys(("", "presets", "presets.json"), policy_of_games())
    app.wsgi_app = Front(app.wsgi_app, texts_version(), policies, plain_page, files.file)  # type: ignore[method-assign]
    return app
