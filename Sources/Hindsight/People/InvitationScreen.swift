import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/invitations/{token}`: an invitation for whoever has its link, with or without an account.
    mutating func addInvitation(_ people: any FollowStore, clock: @escaping WallClock) {
        page(Routes.invitation, for: .anyone) { visit, token in
            guard let found = try await people.invitation(token, for: visit.viewer) else { throw HTTPError(.gone) }
            return InvitationScreen(
                store: people, token: token, viewer: visit.viewer, strings: visit.strings(at: clock()),
                initial: found)
        }
    }
}

/// The page `/invitations/{token}`: accepts or declines an invitation to follow somebody.
struct InvitationScreen: Screen {
    let store: any FollowStore
    let token: InvitationToken
    /// The account that is signed in; nil for none.
    let viewer: AccountID?
    let strings: Strings
    let initial: ReceivedInvitation

    private var name: String { strings.name(of: initial.person) }
    private var path: String { Routes.invitation.path(token) }

    func makeViewModel(_ page: Page) -> FormViewModel<InvitationInput> {
        FormViewModel(scheduler: page.scheduler, strings: strings) { [self] in try await answer($0) }
    }

    func makeInput(_ page: Page) -> InvitationInput {
        .init(handle: page.input(limit: Handle.byteLimit), answer: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) { page.answers(output) }

    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        // A second click is answered as the first one was.
        if initial.state == .accepted || initial.state == .declined { page.accept(input.answer) { _ in true } }
    }

    private func answer(_ values: InvitationValues) async throws -> FormAnswer {
        guard let viewer else { throw FormRefusal(message: strings.signInToAnswer, status: 403) }
        var handle: Handle?
        do throws(HandleFault) {
            if values.answer == .accept, initial.needsHandle, !values.handle.trimmedAtEnds.isEmpty {
                handle = try Handle(typed: values.handle)
            }
        } catch {
            throw FormRefusal(fields: [.handle: strings.message(error)])
        }
        let answer: InvitationAnswer =
            switch values.answer {
            case .accept: .accept(handle)
            case .decline: .decline
            case .reopen: .reopen
            case nil: throw FormRefusal(message: strings.settingIsUnknown)
            }
        let outcome: AnswerOutcome
        do {
            outcome = try await store.answer(token, answer, by: viewer)
        } catch StoreError.notFound {
            throw FormRefusal(message: strings.fault(410).text, status: 410)
        }
        switch outcome {
        case .done where values.answer == .accept:
            return FormAnswer(
                address: Routes.person.path(initial.person.handle), flash: strings.followsNow(name))
        case .done: return FormAnswer(address: path)
        case .handleIsMissing: throw FormRefusal(fields: [.handle: strings.handleMissing])
        case .handleIsTaken: throw FormRefusal(fields: [.handle: strings.handleTaken])
        case .isOwn: throw FormRefusal(message: strings.invitationIsOwn, status: 409)
        case .followsTooMany: throw FormRefusal(message: strings.followsTooMany, status: 409)
        case .hasTooManyFollowers: throw FormRefusal(message: strings.hasTooManyFollowers(name), status: 409)
        }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(heading), page: page,
            sheets: ["/forms.css", "/look-back.css"],
            isLive: false
        ).document(
            FormPage(
                strings: strings, heading: heading, lead: lead,
                notices: "\(output.fieldErrors.slot("div", "", { strings.summary(of: $0) }))",
                content: "<div class='invitation'>\(content(page, input, output))</div>"
            ).html)
    }

    /// The handle, since anybody can choose any name; and, before an answer, its consequence.
    private var lead: HTML {
        let person = initial.person
        let isAnswered = initial.state == .own || initial.state == .accepted
        return """
            \(if: !person.name.isEmpty, "@\(person.handle.description)")\
            \(if: !person.name.isEmpty && !isAnswered, "<br>")\
            \(if: !isAnswered, "\(strings.invitationLead(name))")
            """
    }

    private var heading: String {
        initial.state == .own ? strings.ownInvitation : strings.invites(name)
    }

    private func content(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let signUp = Routes.register.path(query: page.visit.inviting)
        switch initial.state {
        case .own: return "<p>\(strings.invitationIsOwn)</p>\(link(Routes.people.path(), strings.people))"
        case .accepted:
            return """
                <p>\(strings.follows(name))</p>\(link(Routes.person.path(initial.person.handle), strings.toPage))
                """
        case .declined:
            return """
                <p>\(strings.invitationDeclined)</p>\
                \(button(.reopen, strings.undo, "button", input))
                """
        case .open where viewer == nil:
            return """
                <p>\(strings.signInToAnswer)</p>\
                <div class="buttons"><a class="button primary" href="\(page.visit.signInPath)">\
                \(strings.signIn)</a><a class="button" href="\(signUp)">\(strings.signUp)</a></div>
                """
        case .open where page.visit.ownerName == nil:
            return "<p>\(strings.demoFollowsNobody)</p>\(link(signUp, strings.signUp))"
        case .open:
            return """
                \(input.answer.form(
                    value: InvitationInput.Answer.accept.rawValue, "novalidate", """
                        \(if: initial.needsHandle, handle(input, output))\
                        <button class="button primary" id="submit">\(strings.acceptInvitation)</button>
                        """))
                \(button(.decline, strings.declineInvitation, "button quiet", input))
                """
        }
    }

    private func handle(_ input: Model.Input, _ output: Model.Output) -> HTML {
        FieldRow(
            id: "handle", label: strings.handle, hint: "\(strings.handleToFollow) \(strings.handleRule)",
            attributes: """
                type="text" \(input.handle, field: "handle") autocomplete="off" autocapitalize="off" spellcheck="false"
                """,
            error: "\(strings.error(of: .handle, output.fieldErrors))",
            isInvalid: output.state.value.refusal.fields[.handle] != nil
        ).html
    }

    private func link(_ address: String, _ words: String) -> HTML {
        "<p><a class='button' href='\(address)'>\(words)</a></p>"
    }

    private func button(
        _ answer: InvitationInput.Answer, _ words: String, _ kind: String, _ input: Model.Input
    ) -> HTML {
        input.answer.form(value: answer.rawValue, "", "<button class='\(kind)'>\(words)</button>")
    }
}

/// The inputs of the page of an invitation.
struct InvitationInput: FormInput {
    enum Answer: String, InputValue {
        case accept, decline
        /// Takes back that it was declined.
        case reopen

        init?(inputText: String) { self.init(rawValue: inputText) }
    }

    let handle: Observable<String>
    let answer: Observable<Answer>

    func feed(_ machine: Machine<FormState<InvitationValues>>) {
        machine.keep(handle, \.handle)
        machine.on(answer) { answer in .sent { $0.answer = answer } }
    }
}

/// Content of the fields of the page of an invitation, and the pressed button.
struct InvitationValues: FormValues {
    var handle = ""
    var answer: InvitationInput.Answer?
}
