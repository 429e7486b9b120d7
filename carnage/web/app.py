"""The application factory: creates the Flask application and registers the blueprints."""

from __future__ import annotations

from flask import Flask

from carnage.catalog import is_played
from carnage.common.assets import imported_scripts
from carnage.common.text_format import approximate_duration, percent
from carnage.jobs.service import Queues, open_queues
from carnage.lab import bot_names
from carnage.printing import find_missing_characters
from carnage.rulebook import credits
from carnage.rulebook.links import keep_links
from carnage.rulebook.templates import install_filters
from carnage.rulesets.house_rules import list_descriptions
from carnage.web import assets, errors, http, jobs
from carnage.web.api.description import openapi_routes
from carnage.web.atlas.tendencies import find_facts, summarize_effects
from carnage.web.atlas.views import atlas_pages, list_atlases
from carnage.web.books.views import books as book_pages
from carnage.web.find.search_api import search_api
from carnage.web.find.views import find_pages
from carnage.web.games.companion import companion
from carnage.web.games.custom_names import custom_name_pages
from carnage.web.games.diagrams import find_diagram_file
from carnage.web.games.example import example_pages
from carnage.web.games.pictures import pictures
from carnage.web.games.printing import printing
from carnage.web.games.roll import roll_routes
from carnage.web.games.views import games
from carnage.web.games.workbench import workbench
from carnage.web.home.choose_game import choose_game
from carnage.web.home.featured import featured
from carnage.web.home.views import pages, policy_of_games
from carnage.web.lab.compare import compare
from carnage.web.lab.option_details import option_details
from carnage.web.lab.playtests import playtests
from carnage.web.lab.what_if import what_if
from carnage.web.matches.play_page import play_pages
from carnage.web.matches.watch_data import watch_pages
from carnage.web.origin import check_origin
from carnage.web.params import books, check_encoding, keep_within_site, page_address
from carnage.web.version import compute_pages_version

BLUEPRINTS = (
    assets.static_files,
    pages,
    openapi_routes,
    roll_routes,
    playtests,
    option_details,
    workbench,
    what_if,
    find_pages,
    search_api,
    compare,
    watch_pages,
    play_pages,
    printing,
    pictures,
    example_pages,
    atlas_pages,
    companion,
    featured,
    custom_name_pages,
    choose_game,
    book_pages,
    games,
)


def create_app(
    *,
    contact: str = "",
    address: str = "",
    faults: str = "",
    source: str = "",
    page_cache_bytes: int = http.DEFAULT_CACHE_BYTES,
    queues: Queues | None = None,
) -> Flask:
    """Return the site as a WSGI application, static files included.

    Args:
        contact: Where security holes are reported; empty for nowhere.
        address: The site's address, such as https://carnage.example; empty if it is unknown.
        faults: Where faults in rules are reported; `{where}` stands for the address of the game.
        source: Where the code is found; empty for nowhere.
        page_cache_bytes: Memory for cached pages in each process.
        queues: The job queues, or proxies of them; by default queues of this process.
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
    use_queues(app, open_queues(is_persistent=False) if queues is None else queues)
    install_filters(app.jinja_env)
    app.jinja_env.filters.update(
        keep_links=keep_links,
        soon=approximate_duration,
        percent=percent,
        plays=bot_names.describe_play,
    )
    app.jinja_env.globals.update(
        static=assets.make_url,
        imported_scripts=imported_scripts,
        books=books,
        page_address=page_address,
        is_played=is_played,
        atlases=list_atlases,
        swept=find_facts,
        tends=summarize_effects,
        BOX=errors.GAME_INPUT_LABEL,
        find_diagram_file=find_diagram_file,
        find_missing_characters=find_missing_characters,
        sources_of_game=credits.list_game_sources,
        house_rules=list_descriptions,
        sources_of_book=credits.list_book_sources,
        sources_together=credits.list_sources_together,
    )

    # Pages show both addresses.
    version = " ".join(filter(None, (compute_pages_version(), address, faults)))
    # Functions after a request run in reverse order: redirects change before headers are added.
    http.install(app, version, _list_policies(), page_cache_bytes)
    app.before_request(check_origin)
    app.before_request(check_encoding)
    app.after_request(keep_within_site)

    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    errors.install(app)
    jobs.install(app)

    return app


def use_queues(app: Flask, queues: Queues) -> None:
    """Have the application submit its jobs to these queues."""
    app.extensions.update(
        playtests=queues.playtests,
        prints=queues.prints,
        examples=queues.examples,
        replays=(queues.replays, queues.planned_replays),
        turns=(queues.turns, queues.planned_turns),
    )


def _list_policies() -> dict[str, str]:
    """Return the `Cache-Control` of pages by path, or by the first segment of the path."""
    policies = {
        code: http.PUBLIC if book.frozen else http.REVALIDATE for code, book in books().items()
    }
    policies |= dict.fromkeys(
        ("credits", "help", "privacy", "robots.txt", "sitemap.xml", "manifest.webmanifest"),
        http.PUBLIC,
    )
    # Pages with games of a draft may change as they do.
    pages_with_games = (
        "",
        "presets",
        "presets.json",
        "openapi.json",
        "atlas",
        "table",
        "picks",
        "shelf",
    )
    policies |= dict.fromkeys(pages_with_games, policy_of_games())
    # Browsers ask whether the service worker is still the newest, even if every book is frozen.
    policies["table/worker.js"] = http.REVALIDATE
    return policies
