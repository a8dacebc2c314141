import Live
import LiveSite
import Streams

struct BookViewModel: ViewModel {
    struct Input {
        let name, message: Observable<String>
        let sign, changes: Observable<Void>
    }

    struct Output {
        let entries: Driver<[Entry]>
        let faults: Driver<[NewEntry.Field: TextFault]>
        /// The name of who has signed.
        let signed: Signal<String>
        let failed: Signal<any Error>
    }

    let book: Book
    let scheduler: Scheduler

    func transform(input: Input) -> Output {
        let errors = ErrorTracker()
        let entries = input.changes.startWith(()).flatMapLatest { [book, scheduler] in
            Single.perform(on: scheduler, deliversSynchronously: true) { try await book.newest() }
                .trackError(errors).catchErrorJustComplete()
        }
        let typed = Observable.combineLatest(input.name.startWith(""), input.message.startWith("")) { name, message in
            NewEntry(name: name, message: message)
        }
        let sent = input.sign.withLatestFrom(typed).share()
        let signed = sent.filter { $0.faults.isEmpty }.flatMapFirst { [book, scheduler] entry in
            Single.perform(on: scheduler) { try await book.add(entry) }
                .map { entry.name.trimmedAtEnds }.trackError(errors).catchErrorJustComplete()
        }
        return Output(
            entries: entries.asDriver(onErrorJustReturn: []),
            faults: sent.map(\.faults).startWith([:]).asDriver(onErrorJustReturn: [:]),
            signed: signed.asSignal(onErrorSignalWith: .never()), failed: errors.asSignal())
    }
}

struct BookScreen: Screen {
    let book: Book
    let strings: Strings

    func makeViewModel(_ page: Page) -> BookViewModel { BookViewModel(book: book, scheduler: page.scheduler) }

    func makeInput(_ page: Page) -> BookViewModel.Input {
        .init(
            name: page.input(limit: TextLimit.bytes(of: NewEntry.nameLimit)),
            message: page.input(limit: TextLimit.bytes(of: NewEntry.messageLimit)),
            sign: page.input(), changes: page.changes(of: Book.topic, in: book.changes))
    }

    func effects(_ page: Page, _ output: BookViewModel.Output) {
        page.navigate(on: output.signed, forgetsTyping: true, flash: { "Thank you, \($0)!" }, to: { _ in "/" })
        page.status(on: output.faults) { $0.isEmpty ? nil : 422 }
        page.flash(on: output.failed) { _ in "The guestbook can’t be used right now. Please try again." }
        page.status(on: output.failed) { _ in 503 }
    }

    func render(_ page: Page, _ input: BookViewModel.Input, _ output: BookViewModel.Output) -> HTML {
        let name = FieldRow(
            id: "name", label: "Your name",
            attributes: "\(input.name, field: "name") autocomplete='name'",
            error: error(of: .name, id: "name", output))
        let message = FieldRow(
            id: "message", label: "Your message",
            attributes: "\(input.message, area: "message")",
            error: error(of: .message, id: "message", output),
            area: "\(input.message, content: "")")
        return strings.document(
            "Welcome", page,
            """
            <h1>Welcome</h1>
            \(input.sign.form("novalidate", "\(name.html)\(message.html)<button class='button'>Sign</button>"))
            \(output.entries.list("ol", "class='entries'", id: { "entry-\($0.id)" }) { entry in
                "<p>\(entry.message)</p><p class='name'>\(entry.name)</p>"
            })
            """)
    }

    private func error(of field: NewEntry.Field, id: String, _ output: BookViewModel.Output) -> HTML {
        let slot = output.faults.slot(part: "\(id)-error", "p", FieldRow.errorAttributes(id)) { faults in
            switch faults[field] {
            case nil: ""
            case .missing: "Please fill this in."
            case .tooLong(_, let limit): "At most \(limit) characters, please."
            case .tooManyMarks: "Please use simpler characters."
            }
        }
        return "\(slot)"
    }
}
