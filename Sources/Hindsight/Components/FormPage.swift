import HindsightDomain
import Live

/// A page that is about one form: what it is for beside it, or above it where there is little room.
struct FormPage {
    let copy: Copy
    let heading: String
    var lead: HTML?
    /// Below the lead.
    var aside: HTML?
    /// What lies in the three wells beside the form; nil for one that is still empty.
    var tray: [Jewel?] = jewels
    /// Between the heading and the form: what went wrong.
    var notices: HTML?
    /// On the sheet.
    let content: HTML
    /// Below the sheet: where else one may want to go.
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

/// What is wrong in a form that was sent, with a link to each of its places. It gets the focus.
struct ErrorSummary {
    static let id = "errors-summary"

    let copy: Copy
    /// The field's id, and what is wrong there with the field's name.
    let errors: [(id: String, words: String)]
    /// Whether there is a password in the form, which doesn't come back without a script.
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

/// The button that sends a form.
struct SubmitButton {
    let words: String
    /// While it is being carried out.
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
