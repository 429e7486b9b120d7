"""The application: its parts put together, and what stands in front of Flask."""

from __future__ import annotations

from flask import Flask

from carnage.catalog import is_played
from carnage.document import sources
from carnage.web import errors, files
from carnage.web.beside import beside
from carnage.web.described import described
from carnage.web.finding import finding
from carnage.web.front import PUBLIC, REVALIDATE, Front
from carnage.web.games import games, plain_page
from carnage.web.origin import check_origin
from carnage.web.pages import pages, policy_of_games
from carnage.web.playing import playing
from carnage.web.playtests import playtests
from carnage.web.reading import books, check_bytes, keep_within_site
from carnage.web.rolling import rolling
from carnage.web.version import texts_version
from carnage.web.watching import watching
from carnage.wording import percent, soon, spelled


def create_app() -> Flask:
    """The whole site as a WSGI application, static files included. What a visitor may cost it is for whoever
    serves it to bound."""
    app = Flask("carnage", static_folder=None, template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=16 * 1024,
        MAX_FORM_MEMORY_SIZE=16 * 1024,
        MAX_FORM_PARTS=16,
        SECURITY_CONTACT="",
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["static"] = files.address
    app.jinja_env.globals["books"] = books
    app.jinja_env.globals["is_played"] = is_played
    app.jinja_env.filters["spelled"] = spelled
    app.jinja_env.filters["soon"] = soon
    app.jinja_env.filters["percent"] = percent
    app.jinja_env.globals.update(
        sources_of_game=sources.of_game, sources_of_book=sources.of_book, sources_together=sources.together
    )

    app.before_request(check_origin)
    app.before_request(check_bytes)
    app.after_request(keep_within_site)

    app.register_blueprint(pages)
    app.register_blueprint(described)
    app.register_blueprint(rolling)
    app.register_blueprint(playtests)
    app.register_blueprint(finding)
    app.register_blueprint(beside)
    app.register_blueprint(watching)
    app.register_blueprint(playing)
    app.register_blueprint(games)
    errors.install(app)

    policies = {path: PUBLIC if book.frozen else REVALIDATE for path, book in books().items()}
    # What shows games of a draft may change as they do.
    policies |= dict.fromkeys(("credits", "robots.txt"), PUBLIC)
    policies |= dict.fromkeys(("", "presets", "presets.json", "openapi.json"), policy_of_games())
    app.wsgi_app = Front(app.wsgi_app, texts_version(), policies, plain_page, files.file)  # type: ignore[method-assign]
    return app
