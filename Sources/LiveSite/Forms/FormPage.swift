import Live

/// A page with a single form. Its heading and introduction are beside the form, or above it on narrow screens.
public struct FormPage {
    let ornament: HTML?
    let heading: String
    let lead: HTML?
    let aside: HTML?
    let notices: HTML?
    let content: HTML
    let foot: HTML?

    /// - Parameters:
    ///   - ornament: a picture above the heading.
    ///   - heading: the page's heading.
    ///   - lead: the introduction, below the heading.
    ///   - aside: content below the introduction.
    ///   - notices: error notices between the heading and the form.
    ///   - content: the form itself, on the sheet.
    ///   - foot: links to related pages, below the sheet.
    public init(
        ornament: HTML? = nil, heading: String, lead: HTML? = nil, aside: HTML? = nil, notices: HTML? = nil,
        content: HTML, foot: HTML? = nil
    ) {
        (self.ornament, self.heading, self.lead, self.aside) = (ornament, heading, lead, aside)
        (self.notices, self.content, self.foot) = (notices, content, foot)
    }

    /// The page's main content.
    public var html: HTML {
        """
        <div class="form-page">
        <header class="form-head">
        \(ornament)
        <h1>\(heading)</h1>
        \(lead.map { "<p class='lead'>\($0)</p>" })
        \(aside)
        </header>
        <div class="form-main">
        \(notices)
        <div class="form-sheet">
        \(content)
        </div>
        \(foot.map { "<p class='form-foot'>\($0)</p>" })
        </div>
        </div>
        """
    }
}

/// Summary of the errors of a submitted form, with a link to each field. It can receive the focus.
public struct ErrorSummary {
    /// The notice's id, for the effect that moves the focus to it.
    public static let id = "errors-summary"

    let heading: String
    let errors: [(id: String, words: String)]
    let passwordHint: String?

    /// - Parameters:
    ///   - strings: the site's strings.
    ///   - errors: the fields' ids, each with an error message that includes the field's name; none gives no summary.
    ///   - hasPassword: whether the form has a password field, which is empty again when the form is posted without a
    ///     script.
    public init(strings: some SiteStrings, errors: [(id: String, words: String)], hasPassword: Bool = false) {
        self.errors = errors
        heading = errors.isEmpty ? "" : strings.errorCount(errors.count)
        passwordHint = hasPassword ? strings.passwordIsNotKept : nil
    }

    /// The notice; empty without errors.
    public var html: HTML {
        guard !errors.isEmpty else { return "" }
        return """
            <div class="notice alert" id="\(Self.id)" role="alert" aria-labelledby="errors-title" tabindex="-1">
            <div>
            <h2 id="errors-title">\(heading)</h2>
            <ul role="list">\(errors.map { "<li><a href='#\($0.id)'>\($0.words)</a></li>" })</ul>
            \(passwordHint.map { "<p class='without-script'>\($0)</p>" })
            </div>
            </div>
            """
    }
}

/// The submit button of a form.
public struct SubmitButton {
    let words: String
    let busyWords: String
    let isBusy: Bool

    /// - Parameters:
    ///   - words: the label.
    ///   - busyWords: label while the request is in flight.
    ///   - isBusy: whether the request is in flight; the button then does nothing.
    public init(words: String, busyWords: String, isBusy: Bool) {
        (self.words, self.busyWords, self.isBusy) = (words, busyWords, isBusy)
    }

    /// The `<button>`.
    public var html: HTML {
        guard isBusy else { return "<button class='button primary' id='submit'>\(words)</button>" }
        return """
            <button class="button primary" id="submit" aria-disabled="true" aria-busy="true">\
            <span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\(busyWords)</button>
            """
    }
}
