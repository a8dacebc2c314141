import Live

/// The strings of a site in the visitor's language, with the addresses of the static files that its markup names.
///
/// The strings that every site needs are here. An app conforms a type of its own, made once a page, and adds its own
/// strings to it:
///
/// ```swift
/// struct Strings: SiteStrings {
///     let language: Language
///     let assets: [String: String]
///     var appName: String { say("벼룩시장", "Flea market") }
/// }
/// ```
public protocol SiteStrings: Sendable {
    /// The language of the strings.
    var language: Language { get }
    /// Cacheable addresses of static files, keyed by their plain paths: `Visit.assets` or `LivePages.assets`.
    var assets: [String: String] { get }
    /// The app's name, as in the title of each page.
    var appName: String { get }
}

extension SiteStrings {
    /// Returns the string in the chosen language. The other one is not evaluated.
    @inlinable
    public func say(_ korean: @autoclosure () -> String, _ english: @autoclosure () -> String) -> String {
        switch language {
        case .korean: korean()
        case .english: english()
        }
    }

    /// Returns the markup in the chosen language. The other one is not evaluated.
    @inlinable
    public func say(_ korean: @autoclosure () -> HTML, _ english: @autoclosure () -> HTML) -> HTML {
        switch language {
        case .korean: korean()
        case .english: english()
        }
    }

    /// Returns the cacheable address of a static file such as `/icon.svg`; its plain path if it has none.
    @inlinable
    public func asset(_ path: String) -> String { assets[path] ?? path }

    /// Returns the title of a document from the title of its page.
    public func title(_ page: String) -> String { "\(page) — \(appName)" }

    var skipToContent: String { say("본문으로 건너뛰기", "Skip to content") }
    /// Label of a button that closes a dialogue.
    public var close: String { say("닫기", "Close") }
    /// Label of a button that repeats a failed action.
    public var tryAgain: String { say("다시 시도", "Try again") }

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

    // MARK: Forms

    /// Label of a submit button while its request is in flight.
    public var saving: String { say("저장하고 있어요", "Saving") }

    /// Returns the heading of the errors of a form.
    public func errorCount(_ count: Int) -> String {
        say("\(count)곳을 확인해 주세요", count == 1 ? "Please check 1 place" : "Please check \(count) places")
    }

    /// The notice that the password must be typed again, because a form posted without a script is shown again without
    /// it.
    public var passwordIsNotKept: String {
        say("비밀번호는 남겨 두지 않으니 다시 적어 주세요.", "Your password is not kept: please type it again.")
    }

    func message(_ problem: Visit.Problem) -> String {
        switch problem {
        case .staleForm:
            say(
                "화면이 열린 지 오래되어 처리하지 못했어요. 쓴 글은 그대로 있으니 다시 한 번 눌러 주세요.",
                "This page was open for too long, so nothing was done. "
                    + "Everything you wrote is still here; please try again.")
        case .notOffered:
            say(
                "그 사이 화면이 바뀌어 처리하지 못했어요. 지금 내용을 확인하고 다시 시도해 주세요.",
                "The page has changed in the meantime, so nothing was done. "
                    + "Please look at it as it is now and try again.")
        case .unfinished:
            say(
                "처리하는 데 시간이 오래 걸리고 있어요. 쓴 글은 그대로 있으니, 잠시 뒤에 목록에서 확인하고 다시 시도해 주세요.",
                "This is taking longer than usual, and we can’t say yet whether it was done. What you wrote is still here; "
                    + "please look at the list in a moment and try again.")
        }
    }

    // MARK: Language and theme

    /// Label of the choice of a language.
    public var languageChoice: String { say("언어", "Language") }
    /// Label of the choice of a theme.
    public var themeChoice: String { say("화면 밝기", "Appearance") }
    /// Name of the theme that follows the device.
    public var systemTheme: String { say("기기 설정대로", "Automatic") }
    /// Name of the light theme.
    public var lightTheme: String { say("밝게", "Light") }
    /// Name of the dark theme.
    public var darkTheme: String { say("어둡게", "Dark") }

    /// Returns the name of a language in that language.
    public func name(of language: Language) -> String {
        switch language {
        case .korean: "한국어"
        case .english: "English"
        }
    }
}
