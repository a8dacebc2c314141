"""Steps in an order of one's own: dragged by mouse and touch, and moved by keys."""

import pytest
from browsing import PHONE, expect_no_sideways_scrolling, make_goal, open_live
from playwright.sync_api import Page, expect

STEPS = ["one", "two", "three", "four"]
SHIFTS = "rows => rows.filter(row => row.style.transform).length"


def open_goal(page: Page, goal: int) -> Page:
    return open_live(page, f"/goals/{goal}")


def titles(page: Page):
    return page.locator(".step-title")


def grip(page: Page, title: str):
    return page.locator(".step", has_text=title).locator(".grip")


def middle(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take(page: Page, title: str) -> tuple[float, float]:
    """Presses the mouse on the grip of a step, and waits until its script is there."""
    x, y = middle(grip(page, title))
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".dragged")).to_have_count(1)
    return x, y


def drag(page: Page, title: str, onto: str) -> None:
    x, _ = take(page, title)
    page.mouse.move(x, middle(page.locator(".step", has_text=onto))[1], steps=8)
    page.mouse.up()


def expect_at_rest(page: Page) -> None:
    """No row is moved or held."""
    expect(page.locator(".dragging, .dragged")).to_have_count(0)
    assert page.locator(".step").evaluate_all(SHIFTS) == 0


def test_a_step_is_dragged_by_its_grip_and_stays_there(context, account, check_axe):
    goal = make_goal(account, steps=[*STEPS, "five"])
    here, there = open_goal(context.new_page(), goal), open_goal(context.new_page(), goal)
    here.bring_to_front()
    # No script of it is loaded before.
    loaded = "() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('drag')).length"
    assert here.evaluate(loaded) == 0
    drag(here, "one", onto="three")
    for page in (here, there):
        expect(titles(page)).to_have_text(["two", "three", "one", "four", "five"])
        expect_at_rest(page)
    assert here.evaluate(loaded) == 1
    drag(here, "five", onto="two")
    for page in (here, there):
        expect(titles(page)).to_have_text(["five", "two", "three", "one", "four"])
    drag(here, "five", onto="four")
    for page in (here, there):
        expect(titles(page)).to_have_text(["two", "three", "one", "four", "five"])
    # As a step is moved by keys.
    here.locator("[id^=menu-]").nth(2).focus()
    here.keyboard.press("Enter")
    here.get_by_role("button", name="Move up").focus()
    here.keyboard.press("Enter")
    expect(titles(here)).to_have_text(["two", "one", "three", "four", "five"])
    expect(here.locator("[id^=menu-]").nth(1)).to_be_focused()
    here.reload()
    expect(titles(here)).to_have_text(["two", "one", "three", "four", "five"])
    check_axe(here, "steps with grips")


def test_the_others_give_way_before_it_is_dropped(page, account):
    goal = make_goal(account, steps=STEPS)
    open_goal(page, goal)
    tops = "rows => rows.map(row => [row.getBoundingClientRect().top, row.innerText.split('\\n')[0]]).sort((a, b) => a[0] - b[0]).map(([, title]) => title)"
    x, y = take(page, "four")
    page.mouse.move(x, middle(page.locator(".step", has_text="two"))[1] - 4, steps=4)
    page.wait_for_function(f"() => [...document.querySelectorAll('.step')].filter(row => row.style.transform).length === 3")
    assert titles(page).all_inner_texts() == STEPS
    page.wait_for_function(
        f"() => ({tops})([...document.querySelectorAll('.step')]).join() === 'one,four,two,three'")
    # And back, when the pointer goes back.
    page.mouse.move(x, y, steps=4)
    page.wait_for_function(f"() => ({SHIFTS})([...document.querySelectorAll('.step')]) === 0")
    page.mouse.up()
    expect_at_rest(page)
    assert titles(page).all_inner_texts() == STEPS


@pytest.mark.parametrize("end", ["Escape", "cancel"])
def test_a_drag_that_is_given_up_changes_nothing(browse, account, end):
    goal = make_goal(account, steps=STEPS)
    page = open_goal(browse(account).new_page(), goal)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    x, y = take(page, "one")
    page.mouse.move(x, y + 150, steps=4)
    page.wait_for_function("() => document.querySelector('.step').style.transform")
    if end == "Escape":
        page.keyboard.press("Escape")
    else:
        grip(page, "one").dispatch_event("pointercancel", {"pointerId": 1})
    expect_at_rest(page)
    page.mouse.up()
    expect(titles(page)).to_have_text(STEPS)
    # The next one is a drag again.
    drag(page, "two", onto="one")
    expect(titles(page)).to_have_text(["two", "one", "three", "four"])
    assert sum("placeStep" in (body or "") for body in sent) == 1


def test_a_step_is_dragged_by_touch_while_the_rest_of_its_row_scrolls(browse, account):
    goal = make_goal(account, steps=[str(number) for number in range(1, 10)])
    page = open_goal(browse(account, viewport=PHONE, has_touch=True, is_mobile=True).new_page(), goal)
    expect_no_sideways_scrolling(page)
    box = grip(page, "1").bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    session = page.context.new_cdp_session(page)

    def touch(type: str, x: float = 0, y: float = 0) -> None:
        points = [] if type in ("touchEnd", "touchCancel") else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points})

    x, y = middle(grip(page, "1"))
    touch("touchStart", x, y)
    expect(page.locator(".dragged")).to_have_count(1)
    # The browser takes the touch away.
    touch("touchMove", x, y + 90)
    touch("touchCancel")
    expect_at_rest(page)
    x, y = middle(grip(page, "1"))
    touch("touchStart", x, y)
    expect(page.locator(".dragged")).to_have_count(1)
    # At the edge the page scrolls, until the row is the last one.
    touch("touchMove", x, y + 40)
    touch("touchMove", x, PHONE["height"] - 10)
    page.wait_for_function(
        "() => { const [row, last] = [document.querySelector('.dragged'), document.querySelector('.step:last-child')];"
        " return row.getBoundingClientRect().top > last.getBoundingClientRect().top; }")
    assert page.evaluate("scrollY") > 0
    touch("touchEnd")
    expect(titles(page)).to_have_text(["2", "3", "4", "5", "6", "7", "8", "9", "1"])
    expect_at_rest(page)


def test_a_change_from_elsewhere_ends_the_drag(context, account):
    goal = make_goal(account, steps=STEPS)
    here, there = open_goal(context.new_page(), goal), open_goal(context.new_page(), goal)
    here.bring_to_front()
    x, y = take(here, "one")
    here.mouse.move(x, y + 150, steps=4)
    there.evaluate("document.querySelectorAll('button.tick')[3].click()")
    expect(here.locator("button.tick").last).to_have_attribute("aria-pressed", "true")
    expect_at_rest(here)
    here.mouse.move(x, y + 160)
    here.mouse.up()
    expect(titles(here)).to_have_text(STEPS)
    drag(here, "one", onto="three")
    expect(titles(here)).to_have_text(["two", "three", "one", "four"])


def test_a_step_that_cannot_stand_there_goes_back_with_words(page, account):
    goal = make_goal(account, steps=STEPS)
    open_goal(page, goal)
    # As if the other one had been removed elsewhere at that moment.
    page.evaluate("""() => {
      const form = document.getElementById('place-step');
      const submit = form.requestSubmit;
      form.requestSubmit = () => { form.dataset.value = form.dataset.value.replace(/ .*/, ' 999999'); submit.call(form); };
    }""")
    drag(page, "four", onto="two")
    expect(page.locator("#alert .notice")).to_be_visible()
    expect_at_rest(page)
    expect(titles(page)).to_have_text(STEPS)


def test_a_step_is_dragged_past_one_that_is_edited_and_one_that_is_done(page, account):
    goal = make_goal(account, steps=STEPS)
    open_goal(page, goal)
    page.locator("button.tick", has_text="three").click()
    expect(page.locator("button.tick.done")).to_have_count(1)
    page.locator("[id^=menu-]").nth(1).click()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.locator("#step-title").fill("two and a half")
    drag(page, "one", onto="four")
    expect(page.locator(".step").nth(1)).to_contain_text("four")
    expect(titles(page)).to_have_text(["four", "one", "three"])
    # What is typed is there still.
    expect(page.locator("#step-title")).to_have_value("two and a half")


def test_nothing_moves_by_itself_for_those_who_want_that(browse, account):
    goal = make_goal(account, steps=STEPS)
    page = open_goal(browse(account, reduced_motion="reduce").new_page(), goal)
    take(page, "one")
    assert page.locator(".step").nth(1).evaluate("row => getComputedStyle(row).transitionDuration") == "0s"
    page.mouse.up()
    expect_at_rest(page)


def test_without_a_script_or_another_step_there_is_no_grip(browse, account):
    one, two = make_goal(account, steps=["one"]), make_goal(account, steps=STEPS)
    page = browse(account, java_script_enabled=False).new_page()
    page.goto(f"/goals/{two}")
    expect(titles(page)).to_have_text(STEPS)
    for locator in page.locator(".grip").all():
        expect(locator).to_be_hidden()
    page = open_goal(browse(account).new_page(), one)
    expect(page.locator("[data-grip]")).to_have_count(0)
    open_goal(page, two)
    expect(page.locator(".grip")).to_have_count(4)
    for _ in range(3):
        page.locator("button.tick:not(.done)").first.click()
        page.wait_for_function("() => !document.querySelector('.tick-form[aria-busy]')")
    expect(page.locator("[data-grip]")).to_have_count(0)
