"""Everything that keeps the name of a game keeps its setting."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from carnage import catalog, printing
from carnage.cli.command_line import main
from carnage.common.assets import static_folder
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.printing.books import build_footer
from carnage.rulebook import build_rulebook
from carnage.rulesets.presets import list_presets
from carnage.rulesets.world import find_world
from carnage.sweeps.plan import plan_from_lines
from carnage.web import create_app
from tests.support.rulesets import game_at
from tests.support.shows import GAMES, site
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

GAME = "/skirmish/419001008541567882660305237"
QUERY = "?name=Last+Tea&setting=tea-house"
CARRIED = {"name": ["Last Tea"], "setting": ["tea-house"]}


class KeptKeys(StubQueue):
    """Stand in for the queue of prints, and keep the keys of its jobs."""

    def __init__(self) -> None:
        self.keys: list[Key] = []

    def status(self, key: Key) -> JobStatus[bytes]:
        self.keys.append(key)
        return JobStatus(True, b"%PDF-1.7")


def find_lost(links: list[str]) -> list[str]:
    """Return the links that carry the name without the setting, or neither."""
    return [link for link in links if not CARRIED.items() <= parse_qs(urlsplit(link).query).items()]


def list_links(client: FlaskClient, address: str) -> list[str]:
    """Return the links of a page to other pages of its game, and the targets of its forms."""
    page = soup(client.get(address).text).select_one("main")
    targets = [str(link["href"]) for link in page.select("a[href]")]
    targets += [str(form["action"]) for form in page.select("form[method=post]")]
    return [link for link in targets if GAME in urlsplit(link).path]


# Pages of one game whose links go to other pages of it.
PAGES = {
    "rulebook": GAME,
    "print": f"/print{GAME}",
    "companion": f"/table{GAME}",
    "own names": f"/own{GAME}",
    "workbench": f"/workbench{GAME}",
    "lab": f"/lab{GAME}",
    "compare": f"/lab{GAME}/beside",
    "dice": f"{GAME}?die=all",
}


@pytest.mark.parametrize("page", PAGES)
def test_links_of_page_carry_setting(page: str) -> None:
    address = PAGES[page]
    query = QUERY.replace("?", "&") if "?" in address else QUERY
    links = list_links(create_app().test_client(), address + query)
    assert links
    # Data of the lab, which have no names, and dice of other games lose the name too.
    nameless = [link for link in links if "name=" not in link]
    assert find_lost([link for link in links if link not in nameless]) == []
    assert [link for link in nameless if "setting=" in link] == []


@pytest.mark.parametrize(
    ("page", "action"), [(f"/lab{GAME}/beside", "/beside"), (f"/workbench{GAME}", "/workbench")]
)
def test_form_carries_setting(page: str, action: str) -> None:
    forms = soup(create_app().test_client().get(page + QUERY).text).select("main form")
    form = next(each for each in forms if action in each["action"] and each["method"] == "get")
    hidden = {field["name"]: field["value"] for field in form.select("input[type=hidden]")}
    assert hidden["name"] == "Last Tea"
    assert hidden["setting"] == "tea-house"


def test_form_and_links_of_watched_game_carry_setting() -> None:
    page = soup(site().test_client().get(GAMES["duel"] + "?name=Last+Tea&setting=bath-night").text)
    hidden = page.select("form input[name=setting]")
    assert hidden
    assert all(field["value"] == "bath-night" for field in hidden)
    links = [str(link["href"]) for link in page.select("a[href]") if "name=Last" in link["href"]]
    assert links
    assert [link for link in links if "setting=bath-night" not in link] == []


def test_replay_has_names_of_setting() -> None:
    client = site().test_client()
    report = client.get(f"{GAMES['duel']}.md?setting=bath-night").text
    plain = client.get(f"{GAMES['duel']}.md?setting=none").text
    assert "Player 1" in plain
    assert "Player 1" not in report
    assert len(report.splitlines()) == len(plain.splitlines())


@pytest.mark.parametrize("form", ["pdf", "png"])
def test_job_that_prints_carries_setting(form: str) -> None:
    app = create_app()
    queue = KeptKeys()
    app.extensions["prints"] = queue
    app.test_client().get(f"{GAME}.{form}{QUERY}&part=cards")
    assert queue.keys[0][2] == "Last Tea"
    assert queue.keys[0][-1] == "tea-house"


@pytest.mark.parametrize("form", ["md", "html"])
def test_download_carries_setting(form: str) -> None:
    client = create_app(address="https://carnage.example").test_client()
    text = client.get(f"{GAME}.{form}{QUERY}").text
    assert "Garden Society" in text
    assert "setting=tea-house" in text


def test_qr_code_of_page_carries_setting() -> None:
    client = create_app().test_client()
    codes = {client.get(f"{GAME}.svg{query}").text for query in ("", "?setting=tea-house", QUERY)}
    assert len(codes) == 3


@pytest.mark.parametrize("path", [GAME, "/duel/1041689922952", "/gamble/908040050000"])
def test_printed_address_names_the_setting_that_the_game_decides(path: str) -> None:
    ruleset = game_at(path.strip("/"))
    world = find_world(ruleset)
    address = build_footer(build_rulebook(ruleset, (), world), "https://carnage.example")["address"]
    assert world is not None
    assert address == f"https://carnage.example{path}?setting={world.setting.id}"
    plain = build_footer(build_rulebook(ruleset), "https://carnage.example")["address"]
    assert plain == f"https://carnage.example{path}?setting=none"


def test_printed_address_has_own_names_without_those_of_the_setting() -> None:
    ruleset = game_at(GAME.strip("/"))
    rulebook = build_rulebook(ruleset, (("side-1", "Orks"),), find_world(ruleset, "tea-house"))
    address = build_footer(rulebook, "https://carnage.example")["address"]
    assert address == f"https://carnage.example{GAME}?own=side-1~Orks&setting=tea-house"


@pytest.mark.parametrize(
    "script", ["js/shared/saved_games.js", "js/games/dice_editor.js"], ids=["shelf", "dice"]
)
def test_script_that_keeps_names_keeps_settings(script: str) -> None:
    text = (static_folder() / script).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("const CARRIED"))
    assert '"name"' in line
    assert '"setting"' in line


def test_form_to_choose_a_game_keeps_setting() -> None:
    client = create_app().test_client()
    answer = client.get("/watch", query_string={"game": f"{GAME}{QUERY}"})
    assert CARRIED.items() <= parse_qs(urlsplit(answer.headers["Location"]).query).items()


def test_saved_game_has_setting_and_the_command_that_continues_it(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    words = ["play", "duel/8384093643032", "--side", "1", "--save-file", str(file)]
    result = CliRunner().invoke(main, [*words, "--setting", "bath-night"], input="q\n")
    assert result.exit_code == 0, result.output
    assert json.loads(file.read_text(encoding="utf-8"))["setting"] == "bath-night"
    assert "--setting bath-night" in result.output


def test_sweep_of_an_address_with_a_setting_is_that_of_its_rules() -> None:
    with_setting = plan_from_lines([f"{GAME}{QUERY}"], games=1)
    assert with_setting == plan_from_lines([GAME], games=1)


def list_labels(path: str) -> list[str]:
    """Return the labels of a game as its address shows them: sides, figures, weapons, options."""
    told = create_app().test_client().get(f"{path}.json").json
    assert told["world"] is None
    return [json.dumps(told["forces"]), *[choice["label"] for choice in told["choices"]]]


@pytest.mark.parametrize("path", [preset.ruleset.path for preset in list_presets()][:5])
def test_bookmark_of_a_published_system_keeps_its_labels(path: str) -> None:
    rulebook = build_rulebook(game_at(path.strip("/")))
    plain = json.loads(json.dumps(rulebook.json()))
    assert list_labels(path)[0] == json.dumps(plain["forces"])
    assert create_app().test_client().get(f"{path}.md").text == rulebook.markdown()


@pytest.mark.parametrize("number", range(20))
def test_plain_classic_address_keeps_its_labels(number: int) -> None:
    book = catalog.book("classic")
    digits = f"{(number + 1) * 41_901_008_541_567 % 10**book.length:0{book.length}}"
    ruleset = game_at(f"classic/{digits}")
    assert list_labels(ruleset.path)
    page = create_app().test_client().get(f"{ruleset.path}.md").text
    assert page == build_rulebook(ruleset).markdown()
    assert "Captain" in page or "Trooper" in page or "Side 1" in page


def test_card_of_a_printed_game_has_names_of_its_setting() -> None:
    ruleset = game_at(GAME.strip("/"))
    plain = printing.pdf(build_rulebook(ruleset), "cards")
    named = printing.pdf(build_rulebook(ruleset, (), find_world(ruleset)), "cards")
    assert plain != named
