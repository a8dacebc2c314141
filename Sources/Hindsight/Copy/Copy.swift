import Foundation
import HindsightDomain
import Live

/// The app's strings in Korean and English, with the time zone and day that dates are formatted for, and the addresses
/// of the static files used in markup.
struct Copy: Sendable {
    var language: Language
    /// The time zone that determines the day of a moment.
    var timeZone = TimeZoneID.utc
    /// The current day; nil where nothing depends on it.
    var today: CalendarDate?
    /// The current year, which is omitted from dates; nil shows the year of every date.
    var thisYear: Int? { today?.year }
    /// Cacheable addresses of static files, keyed by their plain paths.
    var assets: [String: String] = [:]

    /// The cacheable address of a static file such as `/jewels.svg`; its plain path if it has none.
    func asset(_ path: String) -> String { assets[path] ?? path }

    /// Returns the string in the chosen language. The other one is not evaluated.
    func say(_ korean: @autoclosure () -> String, _ english: @autoclosure () -> String) -> String {
        switch language {
        case .korean: korean()
        case .english: english()
        }
    }

    /// Returns the markup in the chosen language. The other one is not evaluated.
    func say(_ korean: @autoclosure () -> HTML, _ english: @autoclosure () -> HTML) -> HTML {
        switch language {
        case .korean: korean()
        case .english: english()
        }
    }

    // MARK: Every page

    var appName: String { say("하인드사이트", "Hindsight") }
    var skipToContent: String { say("본문으로 건너뛰기", "Skip to content") }
    var demoAccount: String { say("체험 계정", "Demo account") }
    var signOut: String { say("로그아웃", "Sign out") }
    /// Accessible name of the main navigation.
    var places: String { say("둘러보기", "Places") }
    var goals: String { say("목표", "Goals") }
    var lookBack: String { say("돌아보기", "Look back") }
    var search: String { say("찾기", "Search") }
    var about: String { say("하인드사이트 소개", "About Hindsight") }
    var tagline: String { say("끝낸 목표를 돌아보는 곳", "A place to look back on what you finished") }
    var demoIsPrivate: String {
        say("체험 계정의 내용은 나만 볼 수 있어요.", "What is in a demo account is yours alone to see.")
    }

    func title(_ page: String) -> String { "\(page) — \(appName)" }

    // MARK: Connection

    var live: String { say("연결됐어요", "Connected") }
    var connecting: String { say("연결하고 있어요", "Connecting") }
    var reconnecting: String { say("연결이 끊겨 다시 연결하고 있어요", "Connection lost. Reconnecting") }
    var offline: String {
        say(
            "오프라인이에요. 쓴 글은 이 화면에 남아 있고, 다시 연결되면 저장돼요.",
            "You’re offline. What you type stays on this page, and is saved when you’re back.")
    }
    var ended: String { say("이 화면은 더 이상 갱신되지 않아요.", "This page is no longer updating.") }
    var reload: String { say("새로 고침", "Reload") }
    var tooLarge: String {
        say(
            "글이 너무 길어서 보낼 수 없어요. 쓴 글은 이 화면에 그대로 있어요.",
            "The text is too long to send. It is still on this page.")
    }

    // MARK: Problems with a form

    var staleForm: String {
        say(
            "화면이 열린 지 오래되어 처리하지 못했어요. 쓴 글은 그대로 있으니 다시 한 번 눌러 주세요.",
            "This page was open for too long, so nothing was done. Everything you wrote is still here; please try again."
        )
    }
    var notOffered: String {
        say(
            "그 사이 화면이 바뀌어 처리하지 못했어요. 지금 내용을 확인하고 다시 시도해 주세요.",
            "The page has changed in the meantime, so nothing was done. Please look at it as it is now and try again.")
    }
    var unfinished: String {
        say(
            "처리하는 데 시간이 오래 걸리고 있어요. 쓴 글은 그대로 있으니, 잠시 뒤에 목록에서 확인하고 다시 시도해 주세요.",
            "This is taking longer than usual, and we can’t say yet whether it was done. What you wrote is still here; "
                + "please look at the list in a moment and try again.")
    }
    var close: String { say("닫기", "Close") }
    var tryAgain: String { say("다시 시도", "Try again") }
}

extension Copy {
    /// - Parameters:
    ///   - language: a BCP 47 tag; unsupported ones give English.
    ///   - timeZone: an IANA name; nil and unknown ones give UTC.
    ///   - assets: cacheable addresses of static files, keyed by their plain paths.
    init(language: String, timeZone: String?, assets: [String: String]) {
        self.init(
            language: Language(rawValue: language) ?? .english,
            timeZone: timeZone.flatMap { TimeZoneID($0) } ?? .utc, assets: assets)
    }
}

extension Visit {
    /// The strings for the visitor's language and time zone, without a current day.
    var copy: Copy { Copy(language: language, timeZone: timeZone, assets: assets) }

    /// The strings for a page opened at a moment: dates of the current year omit the year, and remaining days are
    /// counted from the current day.
    func copy(at now: Date) -> Copy {
        var copy = copy
        copy.today = copy.day(of: now)
        return copy
    }
}
