import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/settings/page`. A demo account has no page, so whoever is in one makes an account first.
    mutating func addOwnPage(_ pages: any PeopleStore, clock: @escaping WallClock) {
        page(Routes.ownPage) { visit in
            let owner = try visit.account
            guard let found = try await pages.ownPage(of: owner) else {
                throw HTTPError.redirect(to: Routes.register.path())
            }
            return OwnPageScreen(store: pages, owner: owner, strings: visit.strings(at: clock()), initial: found)
        }
    }
}

/// The page `/settings/page`: the handle of an account's own page, and who sees it.
struct OwnPageScreen: Screen {
    let store: any PeopleStore
    let owner: AccountID
    let strings: Strings
    let initial: OwnPage

    var defaultInput: String? { "submit" }

    func makeViewModel(_ page: Page) -> FormViewModel<OwnPageInput> {
        FormViewModel(scheduler: page.scheduler, strings: strings) { [self] in try await save($0) }
    }

    func makeInput(_ page: Page) -> OwnPageInput {
        .init(handle: page.input(limit: Handle.byteLimit), visibility: page.input(), submit: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) { page.answers(output) }

    private func save(_ values: OwnPageValues) async throws -> FormAnswer {
        var refusal = FormRefusal()
        var handle: Handle?
        do throws(HandleFault) {
            if !values.handle.trimmedAtEnds.isEmpty { handle = try Handle(typed: values.handle) }
        } catch {
            refusal.fields[.handle] = strings.message(error)
        }
        let visibility = PageVisibility(rawValue: values.visibility)
        if visibility == nil { refusal.fields[.visibility] = strings.settingIsUnknown }
        if handle == nil, visibility == .everyone || initial.handle == nil, refusal.isEmpty {
            refusal.fields[.handle] = strings.handleMissing
        }
        guard refusal.isEmpty, let visibility else { throw refusal }
        switch try await store.setPage(handle: handle, visibility: visibility, of: owner) {
        case .changed: return FormAnswer(address: Routes.ownPage.path(), flash: strings.pageSaved)
        case .taken: throw FormRefusal(fields: [.handle: strings.handleTaken])
        case .tooSoon(let end): throw FormRefusal(fields: [.handle: strings.handleStays(until: end)])
        }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.yourPage), page: page, sheets: ["/forms.css"], isLive: false
        ).document(
            FormPage(
                strings: strings, heading: strings.yourPage, lead: "\(strings.yourPageLead)",
                notices: """
                    \(initial.handle.map { link($0, page.visit.origin) })
                    \(output.fieldErrors.slot("div", "", { strings.summary(of: $0) }))
                    """,
                content: input.submit.form("novalidate", fields(input, output)),
                foot: """
                    <span><a href="\(Routes.people.path())">\(strings.people)</a></span>
                    <span><a href="\(Routes.settings.path())">\(strings.backToSettings)</a></span>
                    """
            ).html)
    }

    /// The number of goals on the page, and its whole address, which can be copied.
    private func link(_ handle: Handle, _ origin: String) -> HTML {
        let path = Routes.person.path(handle)
        return """
            <div class="notice"><p>\(strings.sharedGoals(initial.sharedCount))<br>\
            <a href="\(path)">\(origin)\(path)</a></p></div>
            """
    }

    private func fields(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let choices = PageVisibility.allCases.map { ($0.rawValue, strings.name(of: $0)) }
        return """
            \(FieldRow(
                id: "handle", label: strings.handle, hint: "\(strings.handleRule)",
                attributes: """
                    type="text" \(input.handle, field: "handle", text: initial.handle?.description ?? "") \
                    autocomplete="off" autocapitalize="off" spellcheck="false"
                    """,
                error: "\(strings.error(of: .handle, output.fieldErrors))",
                isInvalid: output.state.value.refusal.fields[.handle] != nil
            ).html)
            \(SelectRow(
                id: "visibility", label: strings.whoSeesPage, attributes: "\(input.visibility, select: "visibility")",
                options: "\(input.visibility, options: Options(choices), selected: initial.visibility.rawValue)",
                error: "\(strings.error(of: .visibility, output.fieldErrors))"
            ).html)
            <button class="button primary" id="submit">\(strings.saveSettings)</button>
            """
    }
}

/// The inputs of the form of an account's own page.
struct OwnPageInput: FormInput {
    let handle: Observable<String>
    let visibility: Observable<String>
    let submit: Observable<Void>

    func feed(_ machine: Machine<FormState<OwnPageValues>>) {
        machine.keep(handle, \.handle)
        machine.keep(visibility, \.visibility)
        machine.on(submit) { .sent { _ in } }
    }
}

/// Content of the fields of the form of an account's own page.
struct OwnPageValues: FormValues {
    var handle = ""
    var visibility = ""
}
