import Foundation
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/people`, with `?count=` rows of each list. A demo account is connected with nobody, so whoever is in one makes
    /// an account first.
    mutating func addConnections(_ people: any FollowStore, clock: @escaping WallClock) {
        page(Routes.people) { visit in
            let owner = try visit.account
            // A page whose session was lost shows as many rows as before.
            let count = (visit.position ?? visit.query["count"]).flatMap { Int($0) }
            let limit = ConnectionsState.limit(count ?? 0)
            guard let found = try await people.connections(of: owner, limit: limit) else {
                throw HTTPError.redirect(to: Routes.register.path())
            }
            return ConnectionsScreen(
                store: people, owner: owner, strings: visit.strings(at: clock()), clock: clock,
                initial: ConnectionsState(found, limit: limit))
        }
    }
}

/// The page `/people`: whom an account invites, who follows it, and whom it follows.
struct ConnectionsScreen: Screen {
    let store: any FollowStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    let initial: ConnectionsState

    func makeViewModel(_ page: Page) -> ConnectionsViewModel {
        ConnectionsViewModel(
            people: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial)
    }

    func makeInput(_ page: Page) -> ConnectionsViewModel.Input {
        .init(
            viewDidAppear: page.appeared, headerRefresh: page.input(), footerRefresh: page.input(),
            invite: page.input(), change: page.input(),
            changes: page.goalChanges(of: owner, in: store).filter { $0 == .all }.map { _ in })
    }

    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        // The undo button is shown only for a moment and, without a script, only on the previous response.
        page.accept(input.change) { change in
            switch change {
            case .offerAgain, .restore: true
            default: false
            }
        }
    }

    func effects(_ page: Page, _ output: Model.Output) {
        // The row that had the focus was removed.
        page.focus(on: output.changed) { $0.undo == nil ? "people" : "undo" }
        page.resume(with: output.limit) { $0 > ConnectionsState.sliceSize ? "\($0)" : nil }
        page.status(on: output.failAlert, retryAfter: wait, status)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.people), page: page,
            sheets: ["/forms.css", "/look-back.css"]
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'") { alert($0, input) })
            \(output.changed.moment("div", "role='status'") { changed($0, input) })
            \(output.invited.moment("div", "role='status'") { toast(strings.invitationMade) })
            <h1 id="people" tabindex="-1">\(strings.people)</h1>
            <p class="lead">\(strings.peopleLead)</p>
            <div class="settings">
            \(section(strings.invitations, strings.invitationsWhat, """
                \(output.handle.slot("div", "class='invitation'") { invite($0, input) })
                \(output.invitations.list(
                    "ul", "class='rows' role='list'", id: { "invitation-\($0.id.rawValue)" },
                    { row($0, page.visit.origin, input) }))
                """))
            \(section(strings.followers, nil, """
                \(output.noFollowers.slot("div", "") { none($0, strings.noFollowers) })
                \(list(output.followers) { row($0, [.remove($0.id), .block($0.id)], input) })
                """))
            \(section(strings.followed, nil, """
                \(output.noFollowed.slot("div", "") { none($0, strings.noFollowed) })
                \(list(output.followed) { row($0, [.unfollow($0.id)], input) })
                """))
            \(section(
                    strings.blocked, strings.blockedWhat, list(output.blocked) { row($0, [.unblock($0.id)], input) },
                    " class='blocked'"))
            </div>
            <div class="list-foot">
            \(output.more.slot { count in
                "\(count.map { more($0, input) })"
            })
            </div>
            """)
    }

    private func section(_ heading: String, _ what: String?, _ content: HTML, _ attributes: HTML = "") -> HTML {
        """
        <section\(attributes)><header><h2>\(heading)</h2>\(what.map { "<p class='what'>\($0)</p>" as HTML })</header>
        <div>\(content)</div></section>
        """
    }

    private func none(_ isEmpty: Bool, _ words: String) -> HTML { "\(if: isEmpty, "<p class='hint'>\(words)</p>")" }

    private func list(_ people: Driver<[Connection]>, _ row: @escaping (Connection) -> HTML) -> HTML {
        "\(people.list("ul", "class='rows' role='list'", id: { "person-\($0.id.rawValue)" }, row))"
    }

    private func more(_ count: Int, _ input: Model.Input) -> HTML {
        """
        <a class="button" \(input.footerRefresh) \
        href="\(Routes.people.path(query: ["count": "\(count)"]))">\(strings.showMore)</a>
        """
    }

    // MARK: Invitations

    private func invite(_ handle: Handle?, _ input: Model.Input) -> HTML {
        guard let handle else {
            return """
                <p>\(strings.inviteNeedsHandle)</p>\
                <p><a class="button primary" href="\(Routes.ownPage.path())">\(strings.changePage)</a></p>
                """
        }
        return """
            <div class="buttons">\
            \(input.invite.form("", "<button class='button primary' id='invite'>\(strings.newInvitation)</button>"))\
            <a class="button quiet" href="\(Routes.person.path(handle))">\(strings.yourPage)</a></div>
            """
    }

    private func row(_ invitation: Invitation, _ origin: String, _ input: Model.Input) -> HTML {
        let address = origin + Routes.invitation.path(invitation.token)
        let id = "link-\(invitation.id.rawValue)"
        let mail = Query().adding("subject", strings.invitationSubject).adding("body", address).following("mailto:")
        return """
            <div><b class="address" id="\(id)">\(address)</b><p>\(strings.invitationEnds(invitation.expiresAt))</p></div>\
            <div class="buttons"><button type="button" class="button" data-share="\(strings.copied)" \
            data-failed="\(strings.notCopied)" value="\(address)" aria-describedby="\(id)">\(strings.shareInvitation)</button>\
            <a class="button quiet" href="\(mail)">\(strings.sendByMail)</a>\
            \(button(.withdraw(invitation.id), of: "…\(invitation.token.description.suffix(4))", input))</div>
            """
    }

    // MARK: People

    private func row(_ person: Connection, _ changes: [ConnectionChange], _ input: Model.Input) -> HTML {
        let name = strings.name(of: person)
        let isBlocked = changes == [.unblock(person.id)]
        let facts = [
            person.name.isEmpty ? nil : person.handle.map { "@\($0)" },
            isBlocked ? nil : strings.follows(since: strings.day(of: person.since)),
        ]
        // The page of a follower is often for others alone.
        let page = changes == [.unfollow(person.id)] ? person.handle : nil
        let link: HTML = page.map { "<a href='\(Routes.person.path($0))'>\(name)</a>" } ?? "\(name)"
        return """
            <div><b dir="auto">\(link)</b>\
            <p>\(facts.compactMap(\.self).joined(separator: " · "))</p></div>\
            <div class="buttons">\(changes.map { button($0, of: name, input) })</div>
            """
    }

    private func button(_ change: ConnectionChange, of name: String, _ input: Model.Input) -> HTML {
        let words = strings.name(of: change)
        return input.change.form(
            value: change.inputText, "", "<button class='button quiet' aria-label='\(words): \(name)'>\(words)</button>"
        )
    }

    // MARK: Messages

    private func changed(_ change: ConnectionChange, _ input: Model.Input) -> HTML {
        let undo = change.undo.map { undo in
            input.change.form(
                value: undo.inputText, "", "<button class='button' id='undo'>\(strings.undo)</button>")
        }
        return toast(strings.words(for: change), undo ?? .empty)
    }

    private func toast(_ words: String, _ undo: HTML = .empty) -> HTML {
        "<div class='notice done toast' data-timeout='10000'><p>\(words)</p>\(undo)</div>"
    }

    private func alert(_ failure: ConnectionsFailure, _ input: Model.Input) -> HTML {
        let again: HTML =
            failure == .unreadable
            ? input.headerRefresh.form("", "<button class='button'>\(strings.tryAgain)</button>") : .empty
        return "<div class='notice alert'><p>\(strings.message(failure))</p>\(again)</div>"
    }

    private func status(of failure: ConnectionsFailure) -> Int {
        switch failure {
        case .tooManyInvitations: 429
        case .handleIsMissing: 409
        case .isOver: 404
        case .unreadable, .unavailable: 503
        }
    }

    private func wait(after failure: ConnectionsFailure) -> Duration? {
        guard case .tooManyInvitations(let date) = failure else { return nil }
        return .seconds(max(1, date.timeIntervalSince(clock())))
    }
}
