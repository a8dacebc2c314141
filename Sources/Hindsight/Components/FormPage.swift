import HindsightDomain
import Live

/// A page with a single form. Its heading and introduction are beside the form, or above it on narrow screens.
struct FormPage {
    let copy: Copy
    let heading: String
    var lead: HTML?
    /// Content below the lead.
    var aside: HTML?
    /// Jewels shown in the three wells beside the form; nil for an empty well.
    var tray: [Jewel?] = jewels
    /// Error notices between the heading and the form.
    var notices: HTML?
    /// The form itself, on the sheet.
    let content: HTML
    /// Links to related pages, below the sheet.
    var foot: HTML?

    var html: HTML {
        """
        <div class="form-page">
        <header class="form-head">
        <div class="tray" aria-hidden="true">\(tray.map { jewel in
            """
            <div class="well">\(jewel.map { jewel in
                """
                <svg class="jewel jewel-\(jewel.color.rawValue)">\
                <use href="\(copy.asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg>
                """ as HTML
            })</div>
            """
        })</div>
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

    static let jewels = [
        Jewel(color: .blue, shape: .pear), Jewel(color: .purple, shape: .brilliant), Jewel(color: .pink, shape: .heart),
    ]
}

/// Summary of the errors of a submitted form, with a link to each field. It can receive the focus.
struct ErrorSummary {
    static let id = "errors-summary"

    let copy: Copy
    /// The fields' ids, each with an error message that includes the field's name.
    let errors: [(id: String, words: String)]
    /// Whether the form has a password field, which is empty again when the form is posted without a script.
    var hasPassword = false

    var html: HTML {
        guard !errors.isEmpty else { return "" }
        return """
            <div class="notice alert" id="\(Self.id)" role="alert" aria-labelledby="errors-title" tabindex="-1">
            <div>
            <h2 id="errors-title">\(copy.errorCount(errors.count))</h2>
            <ul role="list">\(errors.map { "<li><a href='#\($0.id)'>\($0.words)</a></li>" })</ul>
            \(if: hasPassword, "<p class='without-script'>\(copy.passwordIsNotKept)</p>")
            </div>
            </div>
            """
    }
}

/// The submit button of a form.
struct SubmitButton {
    let words: String
    /// Label while the request is in flight.
    let busyWords: String
    let isBusy: Bool
    var kind = "primary"

    var html: HTML {
        guard isBusy else { return "<button class='button \(kind)' id='submit'>\(words)</button>" }
        return """
            <button class="button \(kind)" id="submit" aria-disabled="true" aria-busy="true">\
            <span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\(busyWords)</button>
            """
    }
}
