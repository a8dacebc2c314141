import HindsightDomain
import LiveSite

extension Strings {
    // MARK: What a reminder says

    func lastDay(of goal: String) -> String { text(ko: "끝나는 날: \(goal)", en: "Last day: \(goal)") }
    var lastDayTitle: String { text(ko: "오늘 끝나는 목표예요", en: "Today is the last day") }
    var weekTitle: String { text(ko: "한 주를 돌아볼 시간이에요", en: "Time to look back on your week") }
    var weekBody: String {
        text(ko: "이번 주에 완료한 것과 남은 것을 잠깐 살펴보세요.", en: "Take a moment for what you finished, and for what is waiting.")
    }
    var testTitle: String { text(ko: "알림이 잘 도착했어요", en: "Notifications reach you here") }
    var testBody: String { text(ko: "고른 알림이 이 브라우저로 와요.", en: "What you have chosen will come to this browser.") }

    // MARK: The page

    var remindersLead: String {
        text(
            ko: "목표와 단계에 정해 둔 알림이 어디로 갈지 골라 보세요. 진행 중인 목표 가운데 알림을 켠 목표만 알려 드려요.",
            en:
                "Choose where the reminders of your goals and steps go. They come from goals in progress whose reminders are on."
        )
    }

    var calendar: String { text(ko: "내 달력에서", en: "In your calendar") }
    var calendarWhat: String {
        text(
            ko: "쓰고 있는 달력 앱에 주소를 한 번 넣어 두면, 단계 알림과 목표가 끝나는 날, 한 주 돌아보기가 함께 보여요.",
            en:
                "Subscribe to a private link in your calendar app: the reminders of steps, the last days of goals and a weekly look-back appear there."
        )
    }
    var calendarIsOff: String { text(ko: "아직 달력 주소가 없어요.", en: "There is no link yet.") }
    var calendarIsOn: String { text(ko: "달력 주소를 쓰고 있어요.", en: "Your calendar has a link.") }
    var calendarIsOnHint: String {
        text(
            ko: "주소는 만들 때 한 번만 보여 드려요. 잊었거나 다른 사람이 알게 되었다면 새로 만드세요. 이전 주소는 바로 쓸 수 없게 돼요.",
            en:
                "The link is shown only once, when it is created. If it is lost, or somebody else has seen it, create a new one: the old one stops working at once."
        )
    }
    var makeCalendar: String { text(ko: "달력 주소 만들기", en: "Create link") }
    var renewCalendar: String { text(ko: "새 주소 만들기", en: "Create a new link") }
    var endCalendar: String { text(ko: "주소 삭제", en: "Remove the link") }
    var calendarAddress: String { text(ko: "달력 주소", en: "Calendar link") }
    var calendarAddressHint: String {
        text(
            ko: "지금 복사해서 달력 앱의 ‘구독’에 붙여 넣으세요. 이 주소를 아는 사람은 누구나 알림을 볼 수 있으니 비밀번호처럼 지켜 주세요.",
            en:
                "Copy it now and add it to your calendar app as a subscription. Whoever has the link can see your reminders, so keep it like a password."
        )
    }
    var copyAddress: String { text(ko: "주소 복사하기", en: "Copy link") }
    var openCalendar: String { text(ko: "달력 앱에서 열기", en: "Open in a calendar app") }
    var calendarMade: String { text(ko: "달력 주소를 만들었어요.", en: "Link created") }
    var calendarEnded: String { text(ko: "달력 주소를 삭제했어요. 이제 쓸 수 없어요.", en: "The link is removed and no longer works.") }

    var notifications: String { text(ko: "브라우저 알림으로", en: "From your browser") }
    var notificationsWhat: String {
        text(
            ko: "하인드사이트를 열어 두지 않아도 알려 드려요. 로그아웃하면 이 브라우저에서는 꺼져요.",
            en: "You get them even when Hindsight is closed. Signing out turns them off in this browser.")
    }
    var testNotSent: String {
        text(
            ko: "지금은 테스트 알림을 보낼 수 없어요. 앞서 보낸 알림이 아직 가는 중일 수 있으니 잠시 뒤에 다시 시도해 주세요.",
            en: "No test can be sent right now. One may still be on its way; please try again in a moment.")
    }
    var noBrowsers: String { text(ko: "알림을 받는 브라우저가 아직 없어요.", en: "Notifications aren’t on in any browser.") }
    var turnOnHere: String { text(ko: "이 브라우저에서 켜기", en: "Turn on in this browser") }
    var turnOff: String { text(ko: "끄기", en: "Turn off") }
    func turnedOnOn(_ day: String) -> String { text(ko: "\(day)에 켬", en: "on since \(day)") }
    var thisBrowser: String { text(ko: "지금 이 브라우저", en: "This browser") }
    var sendTest: String { text(ko: "테스트 알림 보내기", en: "Send a test notification") }
    var testSent: String { text(ko: "테스트 알림을 보냈어요. 곧 도착해요.", en: "A test is on its way.") }
    var browserAdded: String { text(ko: "이 브라우저에서 알림을 켰어요.", en: "Notifications are on in this browser.") }
    var browserRemoved: String { text(ko: "그 브라우저의 알림을 껐어요.", en: "Notifications are off there.") }
    var pushNeedsScript: String {
        text(
            ko: "브라우저 알림을 켜려면 자바스크립트가 필요해요. 달력은 없어도 쓸 수 있어요.",
            en: "Turning notifications on needs JavaScript. The calendar works without it.")
    }
    var pushUnsupported: String {
        text(
            ko: "이 브라우저에서는 알림을 받을 수 없어요. 아이폰과 아이패드에서는 홈 화면에 추가한 뒤 켤 수 있어요. 달력은 어디서나 쓸 수 있어요.",
            en:
                "This browser can’t get notifications. On an iPhone or iPad, add Hindsight to the home screen first. The calendar works everywhere."
        )
    }
    var pushDenied: String {
        text(
            ko: "이 사이트의 알림이 막혀 있어요. 주소창 옆의 사이트 설정에서 알림을 ‘허용’으로 바꾼 다음 다시 눌러 주세요.",
            en:
                "Notifications of this site are blocked. Allow them in the site settings beside the address bar, and try again."
        )
    }
    var pushFailed: String {
        text(
            ko: "브라우저의 알림 서비스에 연결하지 못했어요. 잠시 뒤에 다시 시도해 주세요.",
            en: "The browser’s notification service could not be reached. Please try again in a moment.")
    }
    var subscriptionIsBad: String {
        text(ko: "이 브라우저가 알려 준 알림 주소를 쓸 수 없어요.", en: "The notification address that this browser gave can’t be used.")
    }
    var tooManyBrowsers: String {
        text(
            ko: "브라우저는 10개까지 켤 수 있어요. 쓰지 않는 것을 먼저 꺼 주세요.", en: "Up to 10 browsers can be on. Please turn one off first."
        )
    }
    var browserIsGone: String { text(ko: "이미 꺼진 브라우저예요.", en: "That browser is off already.") }

    var whatIsSent: String { text(ko: "무엇을 알려 드릴까요?", en: "Notify me about") }
    var whatIsSentWhat: String {
        text(
            ko: "브라우저로는 고른 것만 보내요. 시각은 달력에도 쓰여요.",
            en: "Browsers get only what you choose. The time counts for the calendar, too.")
    }
    var tellSteps: String { text(ko: "단계에 정한 알림", en: "The reminders of steps") }
    var tellStepsHint: String { text(ko: "정한 요일과 시각에", en: "On their days, at their times") }
    var tellEnds: String { text(ko: "목표가 끝나는 날", en: "The last days of goals") }
    var tellEndsHint: String {
        let time = time(ReminderPlan.endMinute)
        return text(ko: "그날 \(time)에", en: "At \(time) that day")
    }
    var tellWeek: String { text(ko: "한 주 돌아보기", en: "The look back on the week") }
    func tellWeekHint(_ day: Weekday) -> String {
        text(ko: "한 주의 마지막 날인 \(longName(of: day))에", en: "On \(longName(of: day)), the last day of your week")
    }
    var weekTime: String { text(ko: "돌아보는 시각", en: "Time for looking back") }
    var saveChoices: String { text(ko: "저장", en: "Save") }
    var choicesSaved: String { text(ko: "고른 대로 저장했어요.", en: "Your choices are saved.") }
    var nothingChosen: String {
        text(ko: "아직 고른 알림이 없어서 아무것도 보내지 않아요.", en: "Nothing is chosen yet, so nothing is sent.")
    }
    func timesAre(in zone: TimeZoneID) -> String {
        text(
            ko: "시각은 \(place(of: zone)) 기준이에요.",
            en: "Times are in \(place(of: zone))\(zone == .utc ? "" : " time").")
    }
}
