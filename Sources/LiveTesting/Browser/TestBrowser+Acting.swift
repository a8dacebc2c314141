import Live
import Testing

// What a visitor does. Each ends when the page has settled and shows what came of it.
extension TestBrowser {
    /// Clicks the one element that is meant: a link or button that sends an Input, a button of a form, a link to another
    /// page, a radio button, a checkbox, or what takes a notice away.
    ///
    /// - Parameters:
    ///   - selector: what it is like.
    ///   - text: a piece of its text.
    /// - Throws: ``Failure``.
    public func click(_ selector: String, text: String? = nil) async throws {
        let node = try document.root.one(selector, text: text)
        try requireEnabled(node)
        let lineage = node.lineage
        if lineage.contains(where: { $0["data-dismiss"] != nil }) {
            lineage.first { $0["data-output"] != nil }?.setChildren([])
        } else if let live = lineage.first(where: { ["a", "button"].contains($0.name) && $0["data-input"] != nil }) {
            try requireEnabled(live)
            try await act(live)
        } else if let address = lineage.first(where: { $0.name == "a" })?["href"] {
            location = address
        } else if let button = lineage.first(where: { $0.name == "button" }), button["type"] ?? "submit" == "submit",
            let form = button.form
        {
            try await submit(form)
        } else if node.isChoice {
            try await choose(node, node["type"] == "radio" || !node.isChecked)
        } else {
            throw Failure.notUsable(node.summary, "a click on it does nothing")
        }
    }

    /// Clicks the link with that text.
    ///
    /// - Throws: ``Failure``.
    public func click(link text: String) async throws { try await click("a", text: text) }

    /// Clicks the button with that text.
    ///
    /// - Throws: ``Failure``.
    public func click(button text: String) async throws { try await click("button", text: text) }

    /// Types into a field, in the place of what it holds. The text is sent, as it is after a pause in typing.
    ///
    /// - Throws: ``Failure``.
    public func type(_ text: String, into selector: String) async throws {
        try await type(text, document.root.one(selector, text: nil))
    }

    /// Types into the field of a label.
    ///
    /// - Throws: ``Failure``.
    public func type(_ text: String, label: String) async throws {
        try await type(text, document.root.field(label: label))
    }

    private func type(_ text: String, _ field: Node) async throws {
        try requireEnabled(field)
        guard field.isField, !field.isChoice, field.name != "select", field["readonly"] == nil else {
            throw Failure.notUsable(field.summary, "nobody can type into it")
        }
        document.type(text, into: field)
        try await send(field)
    }

    /// Leaves a field that was typed in, which sends the Input that it has for that.
    ///
    /// - Throws: ``Failure``.
    public func leave(_ selector: String) async throws {
        let field = try document.root.one(selector, text: nil)
        guard let input = field["data-left"] else {
            throw Failure.notUsable(field.summary, "it sends nothing when it is left")
        }
        try await send(input, "", isField: true)
    }

    /// Chooses a radio button, a checkbox or an option.
    ///
    /// - Throws: ``Failure``.
    public func choose(_ selector: String) async throws {
        let node = try document.root.one(selector, text: nil)
        try requireEnabled(node)
        if node.name == "option", let select = node.lineage.first(where: { $0.name == "select" }) {
            document.type(node.value, into: select)
            try await send(select)
        } else if node.isChoice {
            try await choose(node, true)
        } else {
            throw Failure.notUsable(node.summary, "it is nothing to choose")
        }
    }

    private func choose(_ node: Node, _ isOn: Bool) async throws {
        document.choose(node, isOn)
        try await send(node)
    }

    /// Submits a form with the script: its fields have been sent as they were typed, now it sends its Input.
    ///
    /// - Throws: ``Failure``.
    public func submit(_ selector: String) async throws {
        try await submit(document.root.one(selector, text: nil))
    }

    private func submit(_ form: Node) async throws {
        guard form.name == "form", form["data-input"] != nil else {
            throw Failure.notUsable(form.summary, "it is no form that sends an Input")
        }
        try await act(form)
    }

    /// Scrolls to an element that sends its Input when it comes into view.
    ///
    /// - Throws: ``Failure``.
    public func scroll(to selector: String) async throws {
        let node = try document.root.one(selector, text: nil)
        guard node["data-visible"] != nil, node["data-input"] != nil else {
            throw Failure.notUsable(node.summary, "it sends nothing when it comes into view")
        }
        try await act(node)
    }

    private func requireEnabled(_ node: Node) throws {
        if node.isDisabled { throw Failure.notUsable(node.summary, "it is disabled") }
    }

    private func act(_ element: Node) async throws {
        let (input, value) = (element["data-input"] ?? "", element["data-value"] ?? "")
        document.clearMoments()
        try await send(input, value)
    }

    private func send(_ field: Node) async throws {
        guard let input = field["data-input"] else { return }
        let value = field.isChoice && !field.isChecked ? "" : field.value
        try await send(input, value, isField: true, basis: field["data-basis"])
    }

    // MARK: Without a script

    /// Posts a form as a browser without a script does, and gives the answer. This page stays as it is.
    ///
    /// - Parameters:
    ///   - selector: the form.
    ///   - text: a piece of its text, such as its button's.
    ///   - fields: in the place of what its fields hold, by name; a field that it doesn't have is added.
    /// - Throws: ``Failure``, or what the screen throws.
    public func post(
        _ selector: String, text: String? = nil, fields: [String: String] = [:]
    ) async throws -> Answer {
        let form = try document.root.one(selector, text: text)
        guard form.name == "form", form["method"]?.lowercased() == "post" else {
            throw Failure.notUsable(form.summary, "it is no form to post")
        }
        let own = form.descendants.filter { field in
            (field.isField || field.name == "input") && field["name"] != nil && field["disabled"] == nil
                && (!field.isChoice || field.isChecked)
        }
        let held = Dictionary(own.map { ($0["name"] ?? "", $0.value) }) { _, last in last }
        let action = (form["action"] ?? visit.address).split(separator: "?", maxSplits: 1)
        var visit = visit
        visit.path = action.first.map(String.init) ?? visit.path
        visit.query = Query(action.count > 1 ? action[1] : "")
        return try await answer(
            PlainPost(input: visit.query["input"], fields: held.merging(fields) { $1 }), visit)
    }

    /// Posts what no form on the page would: for tests of what must be refused.
    ///
    /// - Parameters:
    ///   - input: the Input's name; nil for the screen's default.
    ///   - fields: the fields, by name.
    /// - Throws: what the screen throws.
    public func forgePost(input: String?, fields: [String: String] = [:]) async throws -> Answer {
        try await answer(PlainPost(input: input, fields: fields), visit)
    }

    private func answer(_ post: PlainPost, _ visit: Visit) async throws -> Answer {
        var visit = visit
        visit.flash = nil
        visit.posted = post.form
        postCount += 1
        let address = "/live/post-\(postCount)"
        if let page = try await sessions.answer(post, with: makeScreen(visit), visit, at: address) {
            return Answer(page)
        }
        visit.posted = nil
        visit.problem = .notOffered
        var page = try await sessions.refuse(post, with: makeScreen(visit), visit, at: address)
        page.status = 409
        return Answer(page)
    }

    /// The answer to a form post without a script.
    public struct Answer: Sendable {
        /// The HTTP status: 303 for a redirect, 409 when the page does not offer what was posted.
        public let status: Int
        /// Where the browser is sent; nil when the answer is a page.
        public let location: String?
        /// What is said there once.
        public let flash: String?
        /// The cookies that it sets, by name.
        public let cookies: [String: PageCookie]
        /// The page.
        public let html: String

        init(_ page: RenderedPage) {
            status = page.redirect == nil ? page.status : 303
            location = page.redirect
            flash = page.redirectFlash
            cookies = Dictionary(page.cookies.map { ($0.name, $0) }) { $1 }
            html = page.redirect == nil ? page.html : ""
        }

        /// The one element of the page that is meant.
        ///
        /// - Throws: ``TestBrowser/Failure`` when there is none or more than one.
        public func find(_ selector: String, text: String? = nil) throws -> Element {
            Element(try MarkupParser.parse(html).one(selector, text: text))
        }

        /// Whether there is such an element on the page. What is no selector is noted as an issue.
        public func exists(
            _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
        ) -> Bool {
            noting(at: sourceLocation, or: false) {
                try !MarkupParser.parse(html).all(selector, text: text).isEmpty
            }
        }

        /// The text of the one element of the page that is meant. When there is none or more than one, that is noted as an
        /// issue.
        public func text(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
            noting(at: sourceLocation, or: "") { try find(selector).text }
        }
    }
}
