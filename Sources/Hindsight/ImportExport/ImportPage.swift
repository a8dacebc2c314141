import HindsightDomain
import Live
import LiveSite

/// `/settings/import`: a form with a file, and what became of it. It works without a script.
struct ImportPage {
    enum State {
        case asking
        case done(Outcome)
        case refused(Refusal)
    }

    /// Why nothing was taken in, or not all.
    enum Refusal {
        case noFile
        /// The form is an old one, or another account's.
        case notOwn
        /// In bytes.
        case tooLarge(limit: Int)
        case busy
        case file(GoalFileFault)
        /// The first few of so many.
        case goals([FaultyGoal], count: Int)
        /// The store failed in the middle.
        case interrupted(Outcome, of: Int)
    }

    /// Number of goals and weekly answers that a file added.
    struct Outcome: Equatable {
        var imported = ImportedGoals()
        /// Weeks that have an answer now and had none.
        var answers = 0

    }

    /// The most bytes of a file. With its review a goal has about a thousand; nobody comes back to a demo account.
    static func limit(isDemo: Bool) -> Int { isDemo ? 4 << 20 : 64 << 20 }

    let strings: Strings
    let frame: Frame
    let isDemo: Bool
    let state: State

    var status: Int {
        guard case .refused(let refusal) = state else { return 200 }
        return switch refusal {
        case .noFile, .goals, .file(.notJSON), .file(.cutShort), .file(.notHindsight), .file(.version), .file(.week):
            422
        case .file(.tooManyGoals), .tooLarge: 413
        case .notOwn: 403
        case .busy, .interrupted, .file(.noSpace): 503
        }
    }

    var html: HTML {
        Layout(strings: strings, title: strings.title(strings.importGoals), sheets: ["/forms.css"], frame: frame)
            .document(
                FormPage(
                    strings: strings, heading: strings.importHeading, lead: "\(strings.importLead)", notices: notice,
                    content: form,
                    foot: "<span><a href='\(Routes.settings.path())'>\(strings.backToSettings)</a></span>"
                ).html)
    }

    private var form: HTML {
        let isInvalid = if case .refused(.noFile) = state { true } else { false }
        return """
            <form method="post" action="\(Routes.importGoals.path())" enctype="multipart/form-data" novalidate>
            \(frame.csrf.map { HTML.csrfField($0) })
            \(FieldRow(
                id: "file", label: strings.importFile, hint: "\(strings.importFileHint(megabytes: Self.limit(isDemo: isDemo) >> 20))",
                attributes: "type='file' name='file' accept='.json,application/json' required",
                error: "<p id='file-error' \(FieldRow.errorAttributes("file"))>\(if: isInvalid, "\(strings.importNoFile)")</p>",
                isInvalid: isInvalid
            ).html)
            <button class="button primary" id="submit">\(strings.importNow)</button>
            <p class="hint">\(strings.importWhatStays)</p>
            </form>
            """
    }

    // MARK: What became of it

    private var notice: HTML {
        switch state {
        case .asking: ""
        case .done(let outcome): done(outcome)
        case .refused(.noFile): ""
        case .refused(.goals(let goals, let count)):
            alert(
                strings.importFaulty(count),
                """
                <ul class="points-list" role="list">\(goals.map { "<li dir='auto'>\(strings.words(for: $0))</li>" })</ul>
                \(if: count > goals.count, "<p>\(strings.importMoreFaults(count - goals.count))</p>")
                <p>\(strings.importNothingAdded)</p>
                """)
        case .refused(.interrupted(let outcome, let count)):
            alert(
                strings.importInterrupted,
                "<p>\(strings.importSoFar(outcome.imported.addedCount, known: outcome.imported.known, of: count))</p>")
        case .refused(.notOwn): alert(strings.importNotOwn, "<p>\(strings.importNothingAdded)</p>")
        case .refused(.tooLarge(let limit)):
            alert(strings.importTooLarge(megabytes: limit >> 20), "<p>\(strings.importNothingAdded)</p>")
        case .refused(.busy): alert(strings.importBusy, "<p>\(strings.importNothingAdded)</p>")
        case .refused(.file(let fault)): alert(strings.words(for: fault), "<p>\(strings.importNothingAdded)</p>")
        }
    }

    private func alert(_ heading: String, _ content: HTML) -> HTML {
        """
        <div class="notice alert" id="alert" role="alert" tabindex="-1" autofocus><div><h2>\(heading)</h2>
        \(content)</div></div>
        """
    }

    private func done(_ outcome: Outcome) -> HTML {
        let boxes = Box.allCases.reversed().filter { outcome.imported.added[$0] > 0 }
        let counts = boxes.map { strings.importCount(outcome.imported.added[$0], in: $0) }.joined(separator: " · ")
        let added = [
            outcome.imported.addedCount > 0 ? strings.importAdded(goals: outcome.imported.addedCount) : nil,
            outcome.answers > 0 ? strings.importAdded(answers: outcome.answers) : nil,
        ].compactMap(\.self)
        let place = boxes.first.map { Routes.box($0) } ?? (outcome.answers > 0 ? Routes.weekAnswers : nil)
        return """
            <div class="notice done" id="done" role="status" tabindex="-1" autofocus><div>
            <h2>\(added.first ?? strings.importNothingNew)</h2>
            \(if: !counts.isEmpty, "<p>\(counts)</p>")
            \(added.dropFirst().map { "<p>\($0)</p>" })
            \(if: outcome.imported.known > 0, "<p>\(strings.importKnown(outcome.imported.known))</p>")
            \(place.map { "<p><a href='\($0.path())'>\(boxes.isEmpty ? strings.allAnswers : strings.importSee)</a></p>" })
            </div></div>
            """
    }
}

extension ImportPage.Outcome {
    /// As the address has it to which a form leads that was sent: whoever loads the page again sends nothing again.
    var query: Query {
        let goals: Query = Box.allCases.reduce(["known": "\(imported.known)"]) {
            $0.adding($1.rawValue, "\(imported.added[$1])")
        }
        return answers > 0 ? goals.adding("answers", "\(answers)") : goals
    }

    /// `nil` unless all its numbers are there; that of answers is there when it isn't 0.
    init?(_ query: Query) {
        func number(_ name: String) -> Int? {
            query[name].flatMap { Int($0) }.flatMap { (0...GoalFile.goalLimit).contains($0) ? $0 : nil }
        }
        guard let known = number("known") else { return nil }
        imported.known = known
        for box in Box.allCases {
            guard let count = number(box.rawValue) else { return nil }
            imported.added[box] = count
        }
        answers = number("answers") ?? 0
    }
}
