"""Faults of a page's layout that can be measured in the page itself, at any width, in any language and theme.

- sideways: the page, or a part of it that is no field, scrolls sideways.
- edge: words, something to press or a picture are beyond the window's edge: at either side, above the page's beginning,
  or, when they stand still in the window, below it. The link that skips to the content waits above the page by intent.
- cut: words are cut off by an element that clips. Those that end in an ellipsis by intent (`text-overflow` in one line,
  `line-clamp`) aren't, nor are parts that one can scroll down in.
- spill: words stick out of the box that they are in.
- overlap: two things to read or to press share more than a pixel both ways: lines of words, controls, or one of each.
  A line is as high as its letters, and a field as large as what is written in it: signs stand in its padding. A control
  and its own words don't overlap. What lies over the page by intent is compared with what is in the same layer only:
  dialogs, what is `fixed` or `sticky`, and what is `absolute` with a `z-index` and a ground of its own, as menus are.
  Links that are stretched over their card by a pseudo-element are as large as their words.
- target: axe's rule of WCAG 2.5.8: 24 by 24 pixels, or as much room around; links in a sentence are excepted.
- contrast: of words, as WCAG 1.4.3 asks, to the worst colour that may lie behind them: a gradient's, too. And, as 1.4.11
  asks, of the edges of fields to either side, of signs of buttons without words, and of the ring of focus. Seen closely,
  axe's rule says what it thinks, too: it knows what lies over what.

Words that only a screen reader says are left out, and while a dialog is open all that is behind it.
"""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("layout.js").read_text()


def layout(page: Page, closely: bool = False) -> dict:
    """How wide the page is, whether it is dark, and what is wrong with its layout; closely: with axe's view of contrasts, which takes a while."""
    if not page.evaluate("'layoutFaults' in window"):
        page.evaluate(AXE_SCRIPT + SCRIPT + ";0")
    return page.evaluate("rules => layoutFaults(rules)", ["target-size", "color-contrast"] if closely else ["target-size"])
