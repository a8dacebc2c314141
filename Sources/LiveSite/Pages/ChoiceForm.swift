import HTTPTypes
import Hummingbird
import Live
import LiveHTTP

/// The choice of the language and the theme, by a form that stands on every page.
public struct ChoiceForm<Strings: SiteStrings> {
    let strings: Strings
    let action: String
    let theme: Theme?
    let csrf: String?
    let fields: HTML?

    /// - Parameters:
    ///   - strings: the site's strings.
    ///   - action: the path that the form is posted to; its route takes a ``SiteChoice``.
    ///   - theme: the chosen theme; nil follows the browser's setting.
    ///   - csrf: the visitor's CSRF token; nil for a browser without an identity, which needs none.
    ///   - fields: further fields of the form.
    public init(strings: Strings, action: String, theme: Theme?, csrf: String?, fields: HTML? = nil) {
        (self.strings, self.action, self.theme, self.csrf, self.fields) = (strings, action, theme, csrf, fields)
    }

    /// The `<form>`.
    public var html: HTML {
        """
        <form class="choices" method="post" action="\(action)">\(csrf.map { HTML.csrfField($0) })\
        \(fields)
        <div role="group" aria-label="\(strings.languageChoice)">\
        \(language(.korean))\
        \(language(.english))</div>
        <div role="group" aria-label="\(strings.themeChoice)">\
        \(button("theme", "system", strings.systemTheme, theme == nil))\
        \(button("theme", Theme.light.rawValue, strings.lightTheme, theme == .light))\
        \(button("theme", Theme.dark.rawValue, strings.darkTheme, theme == .dark))</div>
        </form>
        """
    }

    private func language(_ language: Language) -> HTML {
        button(
            "language", language.rawValue, strings.name(of: language), language == strings.language,
            " lang=\"\(language.rawValue)\"")
    }

    private func button(
        _ field: String, _ value: String, _ name: String, _ isChosen: Bool, _ attributes: HTML? = nil
    ) -> HTML {
        """
        <button name="\(field)" value="\(value)"\(attributes) \
        aria-pressed="\(isChosen ? "true" : "false")">\(name)</button>
        """
    }
}

/// A language or theme that a visitor has chosen with a ``ChoiceForm``.
public enum SiteChoice: Equatable, Sendable {
    /// The language of all pages.
    case language(Language)
    /// The theme of all pages; nil follows the browser's setting.
    case theme(Theme?)

    /// Creates the choice that was posted.
    ///
    /// - Parameter fields: returns the value of a field of the form; nil for one that was not sent.
    /// - Throws: an `HTTPError` of status 422 when nothing was chosen, or something that is not offered.
    public init(_ fields: (String) -> String?) throws {
        if let text = fields("language") {
            guard let language = Language(rawValue: text) else { throw HTTPError(.unprocessableContent) }
            self = .language(language)
        } else if let text = fields("theme") {
            let theme = Theme(rawValue: text)
            guard theme != nil || text == "system" else { throw HTTPError(.unprocessableContent) }
            self = .theme(theme)
        } else {
            throw HTTPError(.unprocessableContent)
        }
    }

    /// Makes the browser remember the choice for a year.
    public func remember(on response: inout Response, for request: Request) {
        switch self {
        case .language(let language): Choice.language.remember(language.rawValue, on: &response, for: request)
        case .theme(let theme): Choice.theme.remember(theme?.rawValue, on: &response, for: request)
        }
    }
}
