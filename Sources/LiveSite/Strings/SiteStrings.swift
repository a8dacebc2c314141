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
///     var appName: String { text(ko: "벼룩시장", en: "Flea market") }
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
    public func text(ko korean: @autoclosure () -> String, en english: @autoclosure () -> String) -> String {
        switch language {
        case .korean: korean()
        case .english: english()
        }
    }

    /// Returns the markup in the chosen language. The other one is not evaluated.
    @inlinable
    public func text(ko korean: @autoclosure () -> HTML, en english: @autoclosure () -> HTML) -> HTML {
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

    var skipToContent: String { text(ko: "본문으로 건너뛰기", en: "Skip to content") }
    /// Label of a button that closes a dialogue.
    public var close: String { text(ko: "닫기", en: "Close") }
    /// Label of a button that repeats a failed action.
    public var tryAgain: String { text(ko: "다시 시도", en: "Try again") }

    // MARK: Connection

    var live: String { text(ko: "연결됐어요", en: "Connected") }
    var connecting: String { text(ko: "연결하고 있어요", en: "Connecting") }
    var reconnecting: String { text(ko: "연결이 끊겨 다시 연결하고 있어요", en: "Connection lost. Reconnecting") }
    var offline: String {
        text(
            ko: "오프라인이에요. 바꾼 내용은 연결되면 저장돼요.",
            en: "You’re offline. Changes will be saved when you’re back.")
    }
    var ended: String { text(ko: "이 화면은 더 이상 갱신되지 않아요.", en: "This page is no longer updating.") }
    var reload: String { text(ko: "새로 고침", en: "Reload") }
    var tooLarge: String {
        text(
            ko: "글이 너무 길어서 보낼 수 없어요. 쓴 글은 이 화면에 그대로 있어요.",
            en: "The text is too long to send. It is still on this page.")
    }

    // MARK: Forms

    /// Label of a submit button while its request is in flight.
    public var saving: String { text(ko: "저장하고 있어요", en: "Saving") }

    /// Returns the heading of the errors of a form.
    public func errorCount(_ count: Int) -> String {
        count == 1
            ? text(ko: "한 곳을 확인해 주세요", en: "Please fix this")
            : text(ko: "\(count)곳을 확인해 주세요", en: "Please fix \(count) things")
    }

    /// Returns an error message for the summary of a form's errors: it begins with the field's name unless the message
    /// says that itself.
    public func summary(_ message: String, of field: String) -> String {
        message.lowercased().contains(field.lowercased()) ? message : "\(field): \(message)"
    }

    /// The notice that the password must be typed again, because a form posted without a script is shown again without
    /// it.
    public var passwordIsNotKept: String {
        text(ko: "비밀번호는 남겨 두지 않으니 다시 적어 주세요.", en: "Your password is not kept: please type it again.")
    }

    func message(_ problem: Visit.Problem) -> String {
        switch problem {
        case .staleForm:
            text(
                ko: "화면이 열린 지 오래되어 처리하지 못했어요. 쓴 글은 그대로 있으니 다시 한 번 눌러 주세요.",
                en: "This page was open for too long, so nothing was done. "
                    + "Everything you wrote is still here; please try again.")
        case .notOffered:
            text(
                ko: "그 사이 화면이 바뀌어 처리하지 못했어요. 지금 내용을 확인하고 다시 시도해 주세요.",
                en: "The page has changed in the meantime, so nothing was done. "
                    + "Please look at it as it is now and try again.")
        case .unfinished:
            text(
                ko: "처리하는 데 시간이 오래 걸리고 있어요. 쓴 글은 그대로 있으니, 잠시 뒤에 목록에서 확인하고 다시 시도해 주세요.",
                en:
                    "This is taking longer than usual, and we can’t say yet whether it was done. What you wrote is still here; "
                    + "please look at the list in a moment and try again.")
        }
    }

    // MARK: Language and theme

    /// Label of the choice of a language.
    public var languageChoice: String { text(ko: "언어", en: "Language") }
    /// Label of the choice of a theme.
    public var themeChoice: String { text(ko: "화면 밝기", en: "Appearance") }
    /// Name of the theme that follows the device.
    public var systemTheme: String { text(ko: "기기 설정대로", en: "Automatic") }
    /// Name of the light theme.
    public var lightTheme: String { text(ko: "밝게", en: "Light") }
    /// Name of the dark theme.
    public var darkTheme: String { text(ko: "어둡게", en: "Dark") }

    /// Returns the name of a language in that language.
    public func name(of language: Language) -> String {
        switch language {
        case .korean: "한국어"
        case .english: "English"
        }
    }
}
