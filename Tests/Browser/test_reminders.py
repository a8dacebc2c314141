"""How reminders reach somebody: the private calendar, read by programs that others wrote, and notifications."""

import json
import re
from datetime import date, datetime, timedelta

import httpx
import icalendar
import pytest
import recurring_ical_events
from browsing import SCRIPT_WAYS
from playwright.sync_api import Page, expect

LANGUAGE = pytest.mark.parametrize("language", ["en", "ko"])
PAGE = "/settings/reminders"
WORDS = {
    "en": {"make": "Create link", "renew": "Create a new link", "end": "Remove the link", "copy": "Copy link", "copied": "Copied.", "saved": "Your choices are saved.",
           "on": "Turn on in this browser", "off": "Turn off", "added": "Notifications are on in this browser.", "denied": "are blocked",
           "unsupported": "can’t get notifications", "script": "needs JavaScript", "link": "Set up reminders"},
    "ko": {"make": "달력 주소 만들기", "renew": "새 주소 만들기", "end": "주소 삭제", "copy": "주소 복사하기", "copied": "복사했어요.", "saved": "고른 대로 저장했어요.",
           "on": "이 브라우저에서 켜기", "off": "끄기", "added": "이 브라우저에서 알림을 켰어요.", "denied": "알림이 막혀 있어요",
           "unsupported": "알림을 받을 수 없어요", "script": "자바스크립트가 필요해요", "link": "알림 받는 방법 고르기"},
}  # fmt: skip
# Points on P-256 that no browser has.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


def address(page: Page) -> str:
    return page.locator("#calendar-address").input_value()


def stub(page: Page, permission: str = "granted") -> None:
    """A browser whose push service always has room: Chromium without a window has none."""
    now = "default" if permission == "granted" else permission
    page.add_init_script(f"const [permission, now, key] = {json.dumps([permission, now, KEY])};" + """
      const subscription = { endpoint: 'https://push.example.com/one', keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } };
      const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => subscription }) };
      navigator.serviceWorker.register = async () => ({ pushManager });
      Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve() });
      Notification.requestPermission = async () => permission;
      Object.defineProperty(Notification, 'permission', { get: () => now });
    """)


@SCRIPT_WAYS
def test_a_calendar_is_made_renewed_and_removed(browse, server, check_axe, watch, language, script):
    words, account = WORDS[language], server.member(language)
    context = browse(account, java_script_enabled=script)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto("/settings")
    page.get_by_role("link", name=words["link"]).click()
    expect(page).to_have_url(re.compile(PAGE + "$"))
    if script:
        check_axe(page, "reminders")
    else:
        expect(page.get_by_text(words["script"])).to_be_visible()
    page.get_by_role("button", name=words["make"]).click()
    first = address(page)
    assert re.fullmatch(re.escape(server.url) + r"/calendar/[\w-]{43}\.ics", first)
    if script:
        check_axe(page, "the address")
        page.wait_for_function("(address) => getSelection().toString() === address", arg=first)
        page.get_by_role("button", name=words["copy"]).click()
        expect(page.locator("[data-flash]")).to_have_text(words["copied"])
        assert page.evaluate("navigator.clipboard.readText()") == first
    else:
        expect(page.get_by_role("button", name=words["copy"])).to_have_count(0)
    feed = httpx.get(first)
    assert feed.status_code == 200
    assert icalendar.Calendar.from_ical(feed.content)["VERSION"] == "2.0"
    # Nobody sees it again.
    page.goto(PAGE)
    expect(page.locator("#calendar-address")).to_have_count(0)
    page.get_by_role("button", name=words["renew"]).click()
    second = address(page)
    assert first != second
    assert (httpx.get(first).status_code, httpx.get(second).status_code) == (404, 200)
    page.get_by_role("button", name=words["end"]).click()
    expect(page.get_by_role("button", name=words["make"])).to_be_visible()
    assert httpx.get(second).status_code == 404


@pytest.mark.parametrize("zone", ["Asia/Seoul", "Pacific/Honolulu", "America/New_York"])
def test_a_calendar_program_comes_to_the_same_times(server, zone):
    """The judge is a library that others wrote, with its own idea of zones and of what recurs."""
    account = server.member("en")
    assert account.post("/settings", {"timeZone": zone, "language": "en", "theme": "", "weekStart": "monday", "displayName": ""}).status_code == 303
    today = date.today()
    end = today + timedelta(days=300)
    made = account.post("/goals/new", {"title": "Walk; every day, a bit 산책", "startDate": str(today), "endDate": str(end), "reminderEnabled": "yes"})
    goal = made.headers["location"].split("?")[0]
    assert account.post(f"{goal}?input=saveStep", {"stepTitle": "Shoes 👟" * 8}).status_code in (200, 303)
    step = re.search(r'id="tick-(\d+)"', account.get(goal).text)[1]
    edited = account.post(f"{goal}?step={step}&input=saveEdit", {"value": step, "editTitle": "Shoes 👟" * 8, "alarmTime": "07:30", "wednesday": "yes", "saturday": "yes"})
    assert edited.status_code in (200, 303), edited.text
    path = re.search(r"/calendar/[\w-]{43}\.ics", account.post(f"{PAGE}?input=calendar", {"value": "make"}).text)[0]
    calendar = icalendar.Calendar.from_ical(account.get(path).content)
    assert not calendar.errors
    span = datetime.combine(today, datetime.min.time()), datetime.combine(end + timedelta(days=7), datetime.min.time())
    events = recurring_ical_events.of(calendar).between(*span)
    alarms = sorted(event["DTSTART"].dt for event in events if event["SUMMARY"].startswith("Shoes"))
    days = [today + timedelta(days=number) for number in range((end - today).days + 1)]
    assert [alarm.strftime("%F %H:%M") for alarm in alarms] == [f"{day} 07:30" for day in days if day.weekday() in (2, 5)][-len(alarms):]
    assert len(alarms) in (sum(day.weekday() in (2, 5) for day in days), sum(day.weekday() in (2, 5) for day in days[1:]))
    assert {alarm.tzinfo.utcoffset(alarm.replace(tzinfo=None)) for alarm in alarms}
    last = next(event for event in events if event["UID"].startswith("end-"))
    assert (last["DTSTART"].dt, last["SUMMARY"]) == (end, "Last day: Walk; every day, a bit 산책")
    weeks = [event["DTSTART"].dt for event in events if event["UID"].startswith("week")]
    assert weeks and all((week.weekday(), week.hour) == (6, 20) for week in weeks)


@pytest.mark.parametrize(("language", "viewport"), [("ko", {"width": 320, "height": 700}), ("en", {"width": 1280, "height": 900})], ids=["ko-phone", "en-desk"])
def test_a_browser_is_turned_on_and_off(browse, server, check_axe, language, viewport):
    words, account = WORDS[language], server.member(language)
    page = browse(account, viewport=viewport).new_page()
    stub(page)
    page.goto(PAGE)
    page.get_by_role("button", name=words["on"]).click()
    expect(page.locator("main .notice.done")).to_have_text(words["added"])
    expect(page.locator(".rows li")).to_have_count(1)
    page.locator("#steps").check()
    page.locator("#weekMinute").select_option("1260")
    page.locator("section").last.get_by_role("button").click()
    expect(page.locator("main .notice.done")).to_have_text(words["saved"])
    expect(page.locator("#steps")).to_be_checked()
    expect(page.locator("#weekMinute")).to_have_value("1260")
    check_axe(page, "a browser")
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.locator(".rows li").get_by_role("button").click()
    expect(page.locator(".rows li")).to_have_count(0)


@LANGUAGE
def test_who_has_said_no_is_told_what_to_do(browse, server, check_axe, language):
    account = server.member(language)
    page = browse(account).new_page()
    stub(page, "denied")
    page.goto(PAGE)
    expect(page.get_by_text(WORDS[language]["denied"])).to_be_visible()
    page.get_by_role("button", name=WORDS[language]["on"]).click()
    expect(page.get_by_text(WORDS[language]["denied"])).to_be_visible()
    expect(page.locator(".rows li")).to_have_count(0)
    check_axe(page, "denied")


def test_a_browser_without_notifications_is_offered_the_calendar(browse, server):
    page = browse(server.member("en")).new_page()
    page.add_init_script("delete window.PushManager")
    page.goto(PAGE)
    expect(page.get_by_text(WORDS["en"]["unsupported"])).to_be_visible()
    expect(page.get_by_role("button", name=WORDS["en"]["on"])).to_have_count(0)


def test_the_worker_is_registered_for_the_whole_site(browse, server):
    """The real one, up to where Chromium would need a service of its own."""
    page = browse(server.member("en")).new_page()
    page.goto(PAGE)
    scope = page.evaluate("navigator.serviceWorker.register('/worker.js').then((registration) => registration.scope)")
    assert scope == server.url + "/"
