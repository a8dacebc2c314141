import Live
import Streams

/// `/goals/{id}/review` of a goal without a review, and with `?edit=1` of one that has a review.
struct ReviewEditorScreen: Screen {
    let store: any GoalStore
    let owner: AccountID
    let copy: Copy
    let initial: GoalReview
    /// Whether the saved review is edited.
    let isEditing: Bool

    private var address: String { Routes.review.path(initial.goal.id) }

    var variant: String { "editor" }

    private var start: ReviewDraft {
        initial.draft ?? (isEditing ? initial.review?.content.draft : nil) ?? ReviewDraft()
    }

    /// A form post to the page's own address saves.
    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> ReviewEditorViewModel {
        ReviewEditorViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), scheduler: page.scheduler,
            goal: initial.goal.id, initial: start, isEditing: isEditing, hasDraft: initial.draft != nil)
    }

    func makeInput(_ page: Page) -> ReviewEditorViewModel.Input {
        let id = initial.goal.id
        let changes = page.goalChanges(of: owner, in: store).filter { $0.contains(id) }.map { _ in }
        // An editor that is taken up again may find a review that was written meanwhile: it is told at once.
        let isBehind = initial.review != nil && !isEditing
        return .init(
            styleSelected: page.input(), liked: page.input(), lacked: page.input(), learned: page.input(),
            longedFor: page.input(), text: page.input(), levelSelected: page.input(), save: page.input(),
            discardDraft: page.input(),
            goalChanges: isBehind ? .merge(page.appeared, changes) : changes)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let kicker = isEditing ? copy.editReview : copy.writeReview
        return Layout(
            copy: copy, title: copy.title("\(kicker): \(initial.goal.goal.title)"), page: page,
            mainClass: "narrow"
        ).document(
            """
            \(if: canBeRestored, restoreNotice(page.visit))
            \(output.fieldErrors.slot(part: "errors", "div", "", summary))
            \(GoalHeader(copy: copy, goal: initial.goal, kicker: kicker).html)
            \(if: initial.draft != nil, draftNotice(input))
            \(input.save.form("class='editor' novalidate", form(input, output)))
            \(output.saved.moment("div", "", savedDialog))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0.wasRefused ? 422 : nil }
        page.status(on: output.failAlert, status)
        page.navigate(on: output.draftDiscarded, forgetsTyping: true) { _ in
            Routes.review.path(initial.goal.id, query: isEditing ? ["edit": "1"] : [:])
        }
        // A page with a script shows the dialog.
        page.redirect(on: output.saved, flash: { _ in copy.reviewSaved }, to: { _ in address })
    }

    private func form(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let fields = FieldMarkup(copy: copy, start: start, errors: output.fieldErrors, counts: output.characterCounts)
        return """
            <fieldset class="styles" aria-describedby="style-error">
            <legend>\(copy.howToLookBack)</legend>
            <div>
            \(ReviewStyle.allCases.map { style in
                """
                <label><input type="radio"\(if: style == .guided, " id='style'") \(input.styleSelected, field: "style",
                value: style.rawValue, checked: start.style == style)>\(copy.name(of: style))</label>
                """
            })
            </div>
            \(output.fieldErrors.slot(part: "style-error", "p", "class='field-error'") { errors in
                "\(if: errors.styleMissing, HTML(text: copy.styleMissing))"
            })
            </fieldset>
            <div class="guided">
            \(fields.area(.liked, input.liked))
            \(fields.area(.lacked, input.lacked))
            \(fields.area(.learned, input.learned))
            \(fields.area(.longedFor, input.longedFor))
            </div>
            <div class="free">
            \(fields.area(.text, input.text))
            </div>
            \(fields.levels(input.levelSelected))
            \(output.failAlert.moment("div", "role='alert'", alert))
            <div class="save-bar">
            \(output.draftState.slot("p", "class='save-state' id='save-state' role='status'", draftLine))
            \(output.canSave.slot(with: output.isSaving, "div", "", saveButton))
            </div>
            """
    }

    /// An edit begins complete: nothing has to be asked for.
    private func draftLine(_ state: DraftState) -> HTML {
        isEditing && state == .none ? "" : "\(copy.state(of: state))"
    }

    /// Outside the form that saves: pressing Enter there must not mean this button.
    private func draftNotice(_ input: Model.Input) -> HTML {
        """
        <div class="notice"><p>\(copy.state(of: .restored))</p>\
        \(input.discardDraft.form("", "<button class='button'>\(copy.discardDraft)</button>"))</div>
        """
    }

    private func saveButton(_ canSave: Bool, _ isSaving: Bool) -> HTML {
        guard !isSaving else {
            return """
                <button class="button primary" id="save" aria-disabled="true" aria-busy="true" \
                aria-describedby="save-state"><span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\
                \(copy.saving)</button>
                """
        }
        return """
            <button class="button primary" id="save" data-enabled="\(canSave ? "true" : "false")" \
            aria-describedby="save-state">\(isEditing ? copy.saveEdit : copy.saveReview)</button>
            """
    }

    private func summary(_ errors: ReviewEditorViewModel.ShownErrors) -> HTML {
        guard errors.wasRefused, errors.count > 0 else { return "" }
        let places = ReviewField.allCases.compactMap { field in errors.fields[field].map { (field, $0) } }
        return """
            <div class="notice alert" role="alert" aria-labelledby="errors-title" tabindex="-1">
            <div>
            <h2 id="errors-title">\(copy.errorCount(errors.count))</h2>
            <ul role="list">
            \(if: errors.styleMissing, "<li><a href='#style'>\(copy.styleMissing)</a></li>")
            \(places.map { field, fault in
                "<li><a href='#\(field.rawValue)'>\(copy.name(of: field)): \(copy.message(fault))</a></li>"
            })
            \(if: errors.levelMissing, "<li><a href='#level'>\(copy.levelMissing)</a></li>")
            </ul>
            </div>
            </div>
            """
    }

    private func status(_ failure: ReviewEditorViewModel.SaveFailure) -> Int? {
        switch failure {
        case .alreadyReviewed, .gone: 409
        case .unavailable: 503
        }
    }

    private func alert(_ failure: ReviewEditorViewModel.SaveFailure) -> HTML {
        switch failure {
        case .unavailable: "<div class='notice alert'><p>\(copy.saveFailed)</p></div>"
        case .gone: "<div class='notice alert'><p>\(copy.goalIsGone)</p></div>"
        case .alreadyReviewed(let review):
            """
            <div class="notice alert"><div><p>\(copy.alreadyReviewed) <a href="\(address)">\(copy.seeReview)</a></p>\
            <section class="review" aria-label="\(copy.savedReview)">\(ReviewArticle(copy: copy, review: review).html)\
            </section></div></div>
            """
        }
    }

    private func savedDialog(_ remaining: Int?) -> HTML {
        """
        <dialog class="modal" aria-labelledby="saved-title" data-modal data-forget data-close="\(address)">
        \(copy.picture(of: initial.goal.jewel))
        <div class="modal-body">
        <h2 id="saved-title">\(copy.reviewSaved)</h2>
        <p>\(copy.remaining(remaining))</p>
        <div class="buttons">
        <a class="button primary" href="\(Routes.completedGoals.path())" autofocus>\(copy.backToList)</a>
        <a class="button quiet" href="\(address)">\(copy.seeReview)</a>
        </div>
        </div>
        </dialog>
        """
    }

    private var canBeRestored: Bool { !isEditing && initial.deletedReview != nil }

    /// A plain form: it leads to the page of the review that it brings back.
    private func restoreNotice(_ visit: Visit) -> HTML {
        """
        <div class="notice done" role="status"><p>\(copy.deleted)</p>\
        <form method="post" action="\(address)?input=undo"><input type="hidden" name="csrf" value="\(visit.csrf)">\
        <button class="button">\(copy.undo)</button></form></div>
        """
    }
}
