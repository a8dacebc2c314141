import Live
import Testing

// The visitor's actions. Each returns when the page has settled and shows the result.
extension TestBrowser {
    /// Clicks the only matching element: a link or button that sends an Input, a button of a form, a link to another
    /// page, a radio button, a checkbox, or a control that dismisses a notice.
    ///
    /// - Parameters:
    ///   - selector: the selector of the element.
    ///   - text: its whole text, or a part of it.
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

    /// Clicks the link with this text.
    ///
    /// - Throws: ``Failure``.
    public func click(link text: String) async throws { try await click("a", text: text) }

    /// Clicks the button with this text.
    ///
    /// - Throws: ``Failure``.
    public func click(button text: String) async throws { try await click("button", text: text) }

    /// Replaces the text of a field and sends it, as a browser does after a pause in typing.
    ///
    /// - Throws: ``Failure``.
    public func type(_ text: String, into selector: String) async throws {
        try await type(text, document.root.one(selector, text: nil))
    }

    /// Replaces the text of the field that a label belongs to, and sends it.
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

    /// Leaves a field that was typed in, which sends the Input of its `data-left`.
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

    /// Submits a form with the script: its fields have been sent as they were typed, now its Input is sent.
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

    /// Posts a form as a browser without a script does, and returns the answer. This page stays as it is.
    ///
    /// - Parameters:
    ///   - selector: the selector of the form.
    ///   - text: its whole text or a part of it, such as the text of its button.
    ///   - fields: values that replace those of its fields, by name; fields that the form doesn't have are added.
    ///   - files: files that are chosen in its fields for files, by the names of those.
    /// - Throws: ``Failure``, or the error of the screen.
    public func post(
        _ selector: String, text: String? = nil, fields: [String: String] = [:], files: [String: [File]] = [:]
    ) async throws -> Answer {
        let form = try document.root.one(selector, text: text)
        guard form.name == "form", form["method"]?.lowercased() == "post" else {
            throw Failure.notUsable(form.summary, "it is no form to post")
        }
        let own = form.descendants.filter { field in
            (field.isField || field.name == "input") && field["name"] != nil && field["disabled"] == nil
                && (!field.isChoice || field.isChecked) && field["type"] != "file"
        }
        var held = Dictionary(own.map { ($0["name"] ?? "", $0.value) }) { _, last in last }
        for (name, files) in files {
            var text = FileFieldText(held[name] ?? "")
            for file in files {
                // As at a server, which doesn't know the field's limits when a form arrives.
                do {
                    text.add(try await self.files.add(file.bytes, named: file.name, upTo: .max, of: visit.owner).id)
                } catch let refusal as FileRefusal { text.add(refusal) }
            }
            held[name] = text.text
        }
        let action = (form["action"] ?? visit.address).split(separator: "?", maxSplits: 1)
        var visit = visit
        visit.path = action.first.map(String.init) ?? visit.path
        visit.query = Query(action.count > 1 ? action[1] : "")
        return try await answer(
            PlainPost(input: visit.query["input"], fields: held.merging(fields) { $1 }), visit)
    }

    /// Posts an Input and fields that no form on the page would send: for tests of refusals.
    ///
    /// - Parameters:
    ///   - input: the Input's name; nil for the screen's default.
    ///   - fields: the values, by name.
    /// - Throws: the error of the screen.
    public func forgePost(input: String?, fields: [String: String] = [:]) async throws -> Answer {
        try await answer(PlainPost(input: input, fields: fields), visit)
    }

    private func answer(_ post: PlainPost, _ visit: Visit) async throws -> Answer {
        var visit = visit
        visit.flash = nil
        visit.posted = post.form
        visit.pageName = Visit.newPageName()
        // The answer is a page of its own.
        let address = server.nextAddress()
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
        /// The HTTP status: 303 for a redirect, 409 when the page does not offer the posted input.
        public let status: Int
        /// Target of the redirect; nil when the answer is a page.
        public let location: String?
        /// The one-time message that the redirect carries to the next page; nil for none.
        public let flash: String?
        /// Cookies that the answer sets, by name.
        public let cookies: [String: PageCookie]
        /// The page's markup; empty for a redirect.
        public let html: String

        init(_ page: RenderedPage) {
            status = page.redirect == nil ? page.status : 303
            location = page.redirect
            flash = page.redirectFlash
            cookies = Dictionary(page.cookies.map { ($0.name, $0) }) { $1 }
            html = page.redirect == nil ? page.html : ""
        }

        /// Returns the only matching element of the page.
        ///
        /// - Throws: ``TestBrowser/Failure`` when there is none or more than one.
        public func find(_ selector: String, text: String? = nil) throws -> Element {
            Element(try MarkupParser.parse(html).one(selector, text: text))
        }

        /// Whether the page has a matching element. An invalid selector is recorded as an issue.
        public func exists(
            _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
        ) -> Bool {
            noting(at: sourceLocation, or: false) {
                try !MarkupParser.parse(html).all(selector, text: text).isEmpty
            }
        }

        /// Text of the only matching element of the page. If there is none or more than one, an issue is recorded and
        /// the text is empty.
        public func text(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
            noting(at: sourceLocation, or: "") { try find(selector).text }
        }
    }
}
