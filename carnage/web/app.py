"""The application: an application factory that puts the blueprints together."""

from __future__ import annotations

from flask import Flask

from carnage.catalog import is_played
from carnage.playtest import ladder
from carnage.rulebook import credits
from carnage.rulebook.links import keep_links
from carnage.rulebook.templates import install_filters
from carnage.web import assets, errors, http
from carnage.web.api.description import described
from carnage.web.atlas.tendencies import swept, tends
from carnage.web.atlas.views import atlases, charted
from carnage.web.books.views import books as book_pages
from carnage.web.find.programs import finding_json
from carnage.web.find.views import finding
from carnage.web.games.diagrams import find_diagram_file
from carnage.web.games.own_names import own_names
from carnage.web.games.pictures import pictures
from carnage.web.games.printing import printing
from carnage.web.games.rolling import rolling
from carnage.web.games.tableside import tableside
from carnage.web.games.views import games
from carnage.web.home.gallery import gallery
from carnage.web.home.views import pages, policy_of_games
from carnage.web.home.which import which
from carnage.web.lab.beside import beside
from carnage.web.lab.playtests import playtests
from carnage.web.lab.trying import trying
from carnage.web.matches.playing import playing
from carnage.web.matches.watching import watching
from carnage.web.origin import check_origin
from carnage.web.params import books, check_bytes, keep_within_site, page_address
from carnage.web.version import texts_version
from carnage.wording import percent, soon


def create_app(
    *,
    contact: str = "",
    address: str = "",
    faults: str = "",
    source: str = "",
    page_cache_bytes: int = http.DEFAULT_CACHE_BYTES,
) -> Flask:
    """Return the site as a WSGI application, static files included.

    Args:
        contact: Where security holes are reported; empty for nowhere.
        address: The site's address, such as https://carnage.example; empty if it is unknown.
        faults: Where faults in rules are reported; `{where}` stands for the address of the game.
        source: Where the code is found; empty for nowhere.
        page_cache_bytes: Memory for cached pages in each process.
    """
    app = Flask("carnage", static_folder=None, template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=16 * 1024,
        MAX_FORM_MEMORY_SIZE=16 * 1024,
        MAX_FORM_PARTS=16,
        SECURITY_CONTACT=contact,
        ADDRESS=address,
        FAULTS=faults,
        SOURCE=source,
    )
    install_filters(app.jinja_env)
    app.jinja_env.globals["static"] = assets.make_url
    app.jinja_env.globals.update(books=books, page_address=page_address)
    app.jinja_env.globals["is_played"] = is_played
    app.jinja_env.globals.update(atlases=atlases, swept=swept, tends=tends)
    app.jinja_env.globals["BOX"] = errors.BOX
    app.jinja_env.filters["keep_links"] = keep_links
    app.jinja_env.globals["find_diagram_file"] = find_diagram_file
    app.jinja_env.filters["soon"] = soon
    app.jinja_env.filters["percent"] = percent
    app.jinja_env.filters["plays"] = ladder.how
    app.jinja_env.globals.update(
        sources_of_game=credits.list_game_sources,
        sources_of_book=credits.list_book_sources,
        sources_together=credits.list_sources_together,
    )

    # Pages show both addresses.
    version = " ".join(filter(None, (texts_version(), address, faults)))
    # Functions after a request run in reverse order: redirects change before headers are added.
    http.install(app, version, _list_policies(), page_cache_bytes)
    app.before_request(check_origin)
    app.before_request(check_bytes)
    app.after_request(keep_within_site)

    app.register_blueprint(assets.static_files)
    app.register_blueprint(pages)
    app.register_blueprint(described)
    app.register_blueprint(rolling)
    app.register_blueprint(playtests)
    app.register_blueprint(trying)
    app.register_blueprint(finding)
    app.register_blueprint(finding_json)
    app.register_blueprint(beside)
    app.register_blueprint(watching)
    app.register_blueprint(playing)
    app.register_blueprint(printing)
    app.register_blueprint(pictures)
    app.register_blueprint(charted)
    app.register_blueprint(tableside)
    app.register_blueprint(gallery)
    app.register_blueprint(own_names)
    app.register_blueprint(which)
    app.register_blueprint(book_pages)
    app.register_blueprint(games)
    errors.install(app)

    return app


def _list_policies() -> dict[str, str]:
    """Return the `Cache-Control` of pages by path, or by the first segment of the path."""
    policies = {code: http.PUBLIC if book.frozen else http.REVALIDATE for code, book in books().items()}
    policies |= dict.fromkeys(("credits", "robots.txt", "sitemap.xml", "manifest.webmanifest"), http.PUBLIC)
    # Pages with games of a draft may change as they do.
    pages_with_games = ("", "presets", "presets.json", "openapi.json", "atlas", "table", "picks", "shelf")
    policies |= dict.fromkeys(pages_with_games, policy_of_games())
    # Browsers ask whether the service worker is still the newest, whatever is frozen.
    policies["table/worker.js"] = http.REVALIDATE
    return policies
