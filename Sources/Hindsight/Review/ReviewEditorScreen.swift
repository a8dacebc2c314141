import HindsightDomain
import Live
import LiveSite
import Streams

/// `/goals/{id}/review` of a goal without a review, and with `?edit=1` of one that has a review.
struct ReviewEditorScreen: Screen {
    let store: any ReviewStore & GoalListStore
    let owner: AccountID
    let strings: Strings
    let initial: GoalReview
    /// Whether the saved review is edited.
    let isEditing: Bool
    /// The way in which the page began.
    let beginning: Visit.Beginning

    private var address: String { Routes.review.path(initial.goal.id) }

    var variant: String { "editor" }

    /// It shows what is typed.
    var isKept: Bool { false }

    /// A form post to the page's own address saves.
    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> ReviewEditorViewModel {
        ReviewEditorViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), scheduler: page.scheduler,
            initial: EditorState(initial, isEditing: isEditing, page: page.visit.pageName, beginning: beginning))
    }

    func makeInput(_ page: Page) -> ReviewEditorViewModel.Input {
        let id = initial.goal.id
        let changes = page.goalChanges(of: owner, in: store).filter { $0.contains(id) }.map { _ in }
        // An editor that is taken up again may find a review that was written meanwhile: it is told at once.
        let isBehind = initial.review != nil && !isEditing && beginning == .restored
        let typing: Observable<Void> = page.changes(
            merging: { $1 }, subscribe: { notify in store.observeDraft(of: owner, goal: id) { notify(()) } })
        // A form that was posted knows what it was made from, and nothing that has happened since.
        let goalChanges: Observable<Void> =
            switch beginning {
            case .posted, .refused: .never()
            case .opened, .restored: isBehind ? .merge(page.appeared, changes, typing) : .merge(changes, typing)
            }
        func text(_ field: ReviewField) -> Observable<FieldText> { page.input(limit: field.byteLimit) }
        return .init(
            styleSelected: page.input(), liked: text(.liked), lacked: text(.lacked), learned: text(.learned),
            longedFor: text(.longedFor), text: text(.text), levelSelected: page.input(), save: page.input(),
            discardDraft: page.input(), undoDiscard: page.input(), keepMine: page.input(), takeOther: page.input(),
            goalChanges: goalChanges)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let kicker = isEditing ? strings.editReview : strings.writeReview
        return Layout(
            strings: strings, title: strings.title("\(kicker): \(initial.goal.goal.title)"), page: page,
            mainClass: "narrow", takesText: true
        ).document(
            """
            \(if: canBeRestored, restoreNotice(page.visit, input))
            \(output.fieldErrors.slot(part: "errors", "div", "", summary))
            \(output.failAlert.moment("div", "role='alert' id='alert' tabindex='-1'") { [visit = page.visit] in alert($0, visit) })
            \(GoalHeader(strings: strings, goal: initial.goal, kicker: kicker).html)
            \(output.dropPlace.slot(part: "draft", "div", "") { "\(if: $0 == .above, restoredNotice(input))" })
            \(input.save.form("class='editor' novalidate", form(input, output)))
            \(output.dropPlace.slot(part: "drop", "div", "class='drop'") { "\(if: $0 == .below, dropButton(input))" })
            \(output.draftDiscarded.moment("div", "role='status'", { droppedToast(input) }))
            \(output.saved.moment("div", "", savedDialog))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0.wasRefused ? ($0.undecided.isEmpty ? 422 : 409) : nil }
        page.status(on: output.failAlert, status)
        page.focus(on: output.refused) { "errors-summary" }
        page.focus(on: output.failed) { "alert" }
        // The button that had it is gone.
        page.focus(on: output.draftDiscarded) { "undo-drop" }
        page.holdTyping(while: output.holdsTyping)
        for field in DraftField.allCases {
            let newest = output.state.asDriver().map { $0.fill(of: field) }.distinctUntilChanged()
            page.fill(field.input, with: newest)
        }
        let form = Routes.review.path(initial.goal.id, query: isEditing ? ["edit": "1"] : [:])
        page.redirect(on: output.draftDiscarded, to: { form })
        page.redirect(on: output.draftRestored, to: { form })
        // A first review is celebrated on this page, where there is a script.
        page.navigate(on: output.saved, forgetsTyping: true, flash: flash) { $0.remaining == nil ? address : nil }
        page.redirect(on: output.saved, flash: flash, to: { _ in address })
    }

    private func flash(_ saved: ReviewEditorViewModel.Saved) -> String {
        let words = saved.remaining == nil ? strings.editSaved : "\(strings.reviewSaved)."
        return saved.hasLeftovers ? "\(words) \(strings.otherStyleKept)" : words
    }

    private func form(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let fields = FieldMarkup(strings: strings, input: input, output: output)
        // The level first: a feeling comes before its reasons, and on a phone it lies below four answers otherwise.
        return """
            \(fields.levels(input.levelSelected))
            \(fields.styles(input.styleSelected))
            <div class="guided" role="group" aria-label="\(strings.name(of: ReviewStyle.guided))" \
            aria-describedby="answers-hint answers-error">
            <div class="enough"><p class="hint" id="answers-hint">\(strings.oneAnswerSuffices)</p>
            \(output.fieldErrors.slot(part: "answers-error", "p", "class='field-error'") { errors in
                "\(if: errors.answersMissing, HTML(text: strings.answersMissing))"
            })</div>
            \(fields.area(.liked, input.liked))
            \(fields.area(.lacked, input.lacked))
            \(fields.area(.learned, input.learned))
            \(fields.area(.longedFor, input.longedFor))
            </div>
            <div class="free">
            \(fields.area(.text, input.text))
            </div>
            <div class="save-bar">
            <div class="save-words">
            \(output.progress.slot("p", "class='progress' id='progress'") { HTML(text: strings.progress($0)) })
            \(output.draftState.slot("p", "class='save-state' id='save-state' role='status'", draftLine))
            <p class="save-state unsaved" data-when-unsaved>\(strings.notSavedYet)</p>
            </div>
            \(if: isEditing, "<a class='button quiet' href='\(address)'>\(strings.cancelEdit)</a>")
            \(output.isSaving.slot("div", "", saveButton))
            </div>
            """
    }

    private func draftLine(_ state: DraftState) -> HTML { state == .restored ? "" : "\(strings.state(of: state))" }

    private func restoredNotice(_ input: Model.Input) -> HTML {
        "<div class='notice'><p>\(strings.state(of: .restored))</p>\(dropButton(input))</div>"
    }

    /// Outside the form that saves: pressing Enter there must not mean this button.
    private func dropButton(_ input: Model.Input) -> HTML {
        input.discardDraft.form("", "<button class='button quiet'>\(strings.discardDraft)</button>")
    }

    private func saveButton(_ isSaving: Bool) -> HTML {
        guard !isSaving else {
            return """
                <button class="button primary" id="save" aria-disabled="true" aria-busy="true" \
                aria-describedby="progress"><span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\
                \(strings.saving)</button>
                """
        }
        return """
            <button class="button primary" id="save" aria-describedby="progress">\
            \(isEditing ? strings.saveEdit : strings.saveReview)</button>
            """
    }

    private func summary(_ errors: ReviewEditorViewModel.ShownErrors) -> HTML {
        guard errors.wasRefused, errors.count > 0 else { return "" }
        let places = ReviewField.allCases.compactMap { field in errors.fields[field].map { (field, $0) } }
        return """
            <div class="notice alert" id="errors-summary" role="alert" aria-labelledby="errors-title" tabindex="-1">
            <div>
            <h2 id="errors-title">\(strings.errorCount(errors.count))</h2>
            <ul role="list">
            \(if: errors.levelMissing, "<li><a href='#level'>\(strings.levelMissing)</a></li>")
            \(if: errors.styleMissing, "<li><a href='#style'>\(strings.styleMissing)</a></li>")
            \(if: errors.answersMissing, "<li><a href='#liked'>\(strings.answersMissing)</a></li>")
            \(places.map { field, fault in
                "<li><a href='#\(field.rawValue)'>\(strings.name(of: field)): \(strings.message(fault))</a></li>"
            })
            \(ReviewField.allCases.filter(errors.undecided.contains).map { field in
                "<li><a href='#\(field.rawValue)'>\(strings.name(of: field)): \(strings.state(of: .undecided))</a></li>"
            })
            </ul>
            </div>
            </div>
            """
    }

    private func status(_ failure: EditorState.SaveFailure) -> Int? {
        switch failure {
        case .changedElsewhere, .savedElsewhere, .typedElsewhere, .deletedElsewhere, .gone, .undoIsOver: 409
        case .unavailable: 503
        }
    }

    private func alert(_ failure: EditorState.SaveFailure, _ visit: Visit) -> HTML {
        switch failure {
        case .unavailable: "<div class='notice alert'><p>\(strings.saveFailed)</p></div>"
        case .gone: alert(strings.goalIsGone, undoneAt: Routes.goal.path(initial.goal.id), visit)
        case .undoIsOver: "<div class='notice alert'><p>\(strings.undoIsOver)</p></div>"
        case .typedElsewhere: "<div class='notice alert'><p>\(strings.typedElsewhere)</p></div>"
        case .deletedElsewhere: alert(strings.deletedElsewhere, undoneAt: address, visit)
        case .changedElsewhere(let review):
            alert(isEditing ? strings.changedElsewhere : strings.alreadyReviewed, of: review)
        case .savedElsewhere(let review): alert(strings.savedElsewhere, of: review)
        }
    }

    private func alert(_ words: String, undoneAt address: String, _ visit: Visit) -> HTML {
        "<div class='notice alert'><p>\(words)</p>\(strings.undoDeletion(at: address, csrf: visit.csrf))</div>"
    }

    private func alert(_ words: String, of review: Review) -> HTML {
        """
        <div class="notice alert"><div><p>\(words) <a href="\(address)">\(strings.seeReview)</a></p>\
        <section class="review" aria-label="\(strings.savedReview)">\(ReviewArticle(strings: strings, review: review).html)\
        </section></div></div>
        """
    }

    private func savedDialog(_ saved: ReviewEditorViewModel.Saved) -> HTML {
        guard let remaining = saved.remaining else { return "" }
        return """
            <dialog class="modal" aria-labelledby="saved-title" data-modal data-forget data-close="\(address)">
            \(strings.picture(of: initial.goal.jewel))
            <div class="modal-body">
            <h2 id="saved-title">\(strings.reviewSaved)</h2>
            <p>\(strings.remaining(remaining))\(if: saved.hasLeftovers, " \(strings.otherStyleKept)")</p>
            <div class="buttons">
            \(saved.next.map { next in
                """
                <a class="button primary" href="\(Routes.review.path(next.id))" autofocus><span>\(strings.next(next.goal.title))</span></a>
                """ as HTML
            })
            <a class="button \(saved.next == nil ? "primary" : "quiet")" \
            href="\(Routes.completedGoals.path())"\(if: saved.next == nil, " autofocus")>\(strings.backToList)</a>
            <a class="button quiet" href="\(address)">\(strings.seeReview)</a>
            </div>
            </div>
            </dialog>
            """
    }

    private func droppedToast(_ input: Model.Input) -> HTML {
        """
        <div class="notice done toast" data-timeout="10000"><p>\(strings.draftDropped)</p>\
        \(input.undoDiscard.form("", "<button class='button' id='undo-drop'>\(strings.undo)</button>"))</div>
        """
    }

    private var canBeRestored: Bool {
        (!isEditing && initial.deletedReview != nil) || (!initial.dropped.isEmpty && !initial.hasDraft)
    }

    /// A review that comes back is shown by another screen of the address, so its form is a plain one.
    private func restoreNotice(_ visit: Visit, _ input: Model.Input) -> HTML {
        let isReview = !isEditing && initial.deletedReview != nil
        return """
            <div class="notice done" role="status"><p>\(isReview ? strings.deleted : strings.draftDropped)</p>\
            \(isReview ? strings.undoDeletion(at: address, csrf: visit.csrf)
                : input.undoDiscard.form("", "<button class='button'>\(strings.undo)</button>"))</div>
            """
    }
}

extension DraftField {
    /// The input that the field of the form feeds.
    fileprivate var input: String {
        switch self {
        case .text(let field): field.rawValue
        case .style: "styleSelected"
        case .level: "levelSelected"
        }
    }
}
