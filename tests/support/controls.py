"""Find controls of a page that a click at their middle does not reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from playwright.sync_api import CDPSession, Page

HEIGHT_PX = 700

# Ends transitions and animations at once, and opens all details, so that their controls can be
# clicked too, but for the menu, which lies over the page and is opened after that (OPEN_MENU).
PREPARE = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
    document.adoptedStyleSheets.push(style);
    document.querySelectorAll("details:not([data-menu])").forEach(details => { details.open = true; });
}"""

OPEN_MENU = """isOpen => {
    document.querySelectorAll("details[data-menu]").forEach(menu => { menu.open = isOpen; });
}"""

# Returns a sentence for each fault. Each control is scrolled to as a click or the keyboard focus
# scrolls to it: into the middle of the window and, where anything is sticky or fixed, to its lower
# and its upper edge. Controls are taken in the order of their places, so that those of a row share
# one position.
FAULTS = """() => {
    const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const DOTS = "svg a[tabindex='-1']";  // the dots of a chart lie over one another
    const top = document.scrollingElement;
    const faults = new Map();
    if (top.scrollWidth > innerWidth) faults.set(top, `the page is ${top.scrollWidth} px wide`);

    const isVisible = element => element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    const rectangleOf = element => element.getClientRects()[0];
    const describe = element => element.outerHTML.replace(/\\s+/g, " ").slice(0, 120);

    const findFault = control => {
        const {left, top, width, height} = rectangleOf(control);
        const x = left + width / 2;
        const y = top + height / 2;
        const isInside = x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
        if (!isInside) return `(${x}, ${y}) is outside the window`;
        const hit = document.elementFromPoint(x, y);
        const isHit = [control, ...control.labels ?? []].some(element => element.contains(hit));
        return isHit ? null : `(${x}, ${y}) hits ${hit && describe(hit)}`;
    };
    const check = (control, block) => {
        const isHidden = rectangleOf(control).right + scrollX < 0;
        if (isHidden) control.focus();  // a link to skip to the text shows while it has the focus
        control.scrollIntoView({block, inline: "nearest", behavior: "instant"});
        const fault = findFault(control);
        if (fault) faults.set(control, `${fault}, scrolled to ${block}: ${describe(control)}`);
        if (isHidden) control.blur();
    };

    top.scrollTop = 0;
    // The list of an open menu covers the page, so only its own controls can be clicked.
    const menu = document.querySelector("details[data-menu][open]");
    const controls = [...document.querySelectorAll(CONTROLS)].filter(control =>
        !control.matches(DOTS) && !control.disabled && (menu?.contains(control) ?? true) && isVisible(control) && rectangleOf(control)?.width);
    const places = new Map(controls.map(control => [control, rectangleOf(control)]));

    controls.sort((one, other) => places.get(one).bottom - places.get(other).bottom);
    for (const control of controls) {
        const {top, bottom} = rectangleOf(control);
        const isInMiddle = top > innerHeight / 3 && bottom < innerHeight * 2 / 3;
        if (!isInMiddle || findFault(control)) check(control, "center");
    }
    const isCover = element => ["sticky", "fixed"].includes(getComputedStyle(element).position);
    if ([...document.querySelectorAll("body *")].some(element => isCover(element) && isVisible(element))) {
        top.scrollTop = 0;
        for (const control of controls) check(control, "nearest");
        top.scrollTop = top.scrollHeight;
        controls.sort((one, other) => places.get(other).top - places.get(one).top);
        for (const control of controls) check(control, "nearest");
    }
    top.scrollTop = 0;
    return [...faults.values()];
}"""


def find_faults(page: Page, widths: Iterable[int], height: int = HEIGHT_PX) -> Iterator[str]:
    """Yield a sentence for each control that a click at its middle misses, and where a page scrolls
    sideways.

    Args:
        page: The page; it stays loaded while its window changes.
        widths: The widths of the window in CSS pixels.
        height: The height of the window in CSS pixels.
    """
    session = page.context.new_cdp_session(page)
    page.evaluate(PREPARE)
    has_menu = page.locator("details[data-menu]").count() > 0
    for width in widths:
        resize(session, width, height)
        for is_open in (False, True) if has_menu else (False,):
            page.evaluate(OPEN_MENU, is_open)
            for fault in page.evaluate(FAULTS):
                yield f"{width} × {height}: {fault}"
    session.detach()


def resize(session: CDPSession, width: int, height: int) -> None:
    """Set the size of the window in CSS pixels."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    session.send("Emulation.setDeviceMetricsOverride", metrics)
