import Live

// The page's stream and its inputs.
extension TestBrowser {
    /// The page's session.
    ///
    /// - Throws: ``Failure/ended``.
    public var session: LiveSession {
        get throws {
            guard let session = sessions.find(address) else { throw Failure.ended }
            return session
        }
    }

    /// Waits until nothing is pending for the page, and applies the events that it was sent.
    public func settled() async {
        guard let session = try? session else { return }
        await session.settled()
        await receive(session)
    }

    /// Advances virtual time, and waits until the page has settled.
    public func advance(by duration: Duration) async {
        await sessions.advance(by: duration)
        await settled()
    }

    /// Drops the connection. Inputs wait on the page until it is open again.
    public func dropLine() async {
        guard let stream = line.stream else { return }
        line.stream = nil
        await (try? session)?.detach(stream)
    }

    /// Opens the stream again, from the last event that the page has, and sends the inputs that waited. A page whose
    /// session has ended is restored first.
    ///
    /// - Returns: the events received.
    /// - Throws: ``Failure``, or the error of the screen.
    @discardableResult
    public func reconnect() async throws -> [ServerSentEvents.Event] {
        let before = events.count
        // As at a server: a page without a graph of its own has nothing that waits for it.
        if let open = sessions.find(address), await open.isShared { await open.end() }
        let session = if let open = sessions.find(address) { open } else { try await restorePage() }
        guard let stream = await session.attach(lastEventID: line.lastEventID) else { throw Failure.ended }
        line.stream = stream
        line.reader = ServerSentEvents()
        if session.epoch != line.epoch { renumber() }
        line.epoch = session.epoch
        await receive(session)
        try await flush(session)
        return Array(events[before...])
    }

    /// Restores the page from its address and its position, in a new session.
    private func restorePage() async throws -> LiveSession {
        var visit = visit
        (visit.flash, visit.posted, visit.problem) = (nil, nil, nil)
        visit.variant = variant
        visit.position = position
        let makeScreen = { [makeScreen, variant] (visit: Visit) in
            let screen = try await makeScreen(visit)
            guard screen.variant == variant else { throw Failure.anotherScreen(variant) }
            return screen
        }
        guard let source = Self.source(visit, revisions, isShared, self.makeScreen) else {
            return try await sessions.resume(makeScreen(visit), visit, at: address)
        }
        if let events = await sessions.join(source, visit, variant: variant, at: address, after: line.lastEventID) {
            return events.session
        }
        let session = try await sessions.resume(source, visit, at: address, after: line.lastEventID, makeScreen)
        guard let session else { throw Failure.unreadable }
        return session
    }

    /// Numbers the waiting inputs anew and sends typed fields again, since the new session knows nothing of them.
    private func renumber() {
        let actions = line.unsent.filter { !$0.isField }
        line.unsent = []
        line.lastNumber = 0
        for field in document.typedFields {
            push(field["data-input"] ?? "", field.value, isField: true, basis: field["data-basis"])
        }
        for action in actions { push(action.message.name, action.message.value) }
    }

    // MARK: Received events

    private func receive(_ session: LiveSession) async {
        guard let stream = line.stream, let bytes = await session.poll(stream) else { return }
        for event in line.reader.read(bytes) {
            events.append(event)
            line.lastEventID = event.id
            let effect = MarkupParser.parse(event.data).elements.first
            if let effect, effect.name == "live-effect" {
                await run(effect, session)
            } else {
                document.show(event.name, event.data)
            }
        }
    }

    private func run(_ effect: Node, _ session: LiveSession) async {
        let value = effect["value"] ?? ""
        switch effect["type"] {
        case "navigate":
            location = value
            carriedFlash = effect["flash"]
            if effect["forget"] != nil { document.forgetTyping() }
        case "flash":
            for element in document.root.descendants where element["data-flash"] != nil {
                element.setChildren([Node(text: value)])
            }
        case "focus": if document.element(withID: value) != nil { document.focused = value }
        case "cookie": take(await session.apply([]).cookies)
        case "download": download = value
        case "address": location = value
        case "title": title = value
        case "resume": position = value.isEmpty ? nil : value
        case "held": isHeld = !value.isEmpty
        case "fill":
            let name = effect["name"] ?? ""
            // Text that was typed and has not been acknowledged stays, and so does its basis.
            let after = effect["after"].flatMap { Int($0) } ?? 0
            let isNewer = line.unsent.contains { waiting in
                waiting.isField && waiting.message.name == name && waiting.message.number > after
            }
            if isNewer { return }
            document.fill(name, effect["cut"] == nil ? value : nil, basis: effect["basis"])
        default: break
        }
    }

    private func take(_ new: [PageCookie]) {
        for cookie in new { cookies[cookie.name] = cookie }
    }

    // MARK: Sent inputs

    func send(_ input: String, _ value: String, isField: Bool = false, basis: String? = nil) async throws {
        push(input, value, isField: isField, basis: basis)
        guard line.stream != nil else { return }
        try await flush(session)
    }

    private func push(_ input: String, _ value: String, isField: Bool = false, basis: String? = nil) {
        if isField, let last = line.unsent.last, last.isField, last.message.name == input {
            line.unsent[line.unsent.count - 1].message.value = value
            line.unsent[line.unsent.count - 1].message.basis = basis
            return
        }
        line.lastNumber += 1
        let message = InputMessage(number: line.lastNumber, name: input, value: value, basis: basis)
        line.unsent.append(Waiting(message: message, isField: isField))
    }

    private func flush(_ session: LiveSession) async throws {
        var refused: InputMessage?
        while !line.unsent.isEmpty {
            line.lastBatch = line.unsent.map(\.message)
            let reply = try await take(line.lastBatch, session)
            let before = line.unsent.count
            line.unsent.removeAll { $0.message.number <= reply.applied }
            isHeld = reply.isHeld
            take(reply.cookies)
            refused = refused ?? line.lastBatch.first { reply.refused.contains($0.number) }
            // A browser drops an input that it can't send, and the inputs after it.
            if reply.isTooLarge {
                let input = line.unsent[0].message.name
                (line.unsent, line.lastNumber) = ([], reply.applied)
                throw Failure.tooLarge(input: input)
            }
            // A session that acknowledges nothing has ended.
            guard line.unsent.count < before else { throw Failure.ended }
        }
        await settled()
        if let refused { throw Failure.refused(input: refused.name, value: refused.value) }
    }

    /// Has the session take inputs. As at a server, the page gets a graph of its own first.
    private func take(_ batch: [InputMessage], _ session: LiveSession) async throws -> InputReply {
        var visit = visit
        (visit.variant, visit.position) = (variant, position)
        if let source = Self.source(visit, revisions, isShared, makeScreen) {
            guard try await session.separate(source, visit, makeScreen) else {
                return InputReply(applied: await session.appliedInputs, refused: [])
            }
        }
        return await session.take(batch)
    }

    // MARK: For tests of refusals

    /// Sends an input by its name, whether or not the page offers it.
    ///
    /// - Returns: the session's reply.
    /// - Throws: ``Failure/ended``.
    @discardableResult
    public func forge(input: String, value: String = "") async throws -> InputReply {
        line.lastNumber += 1
        return try await apply([InputMessage(number: line.lastNumber, name: input, value: value)])
    }

    /// Sends the last batch again, as after a connection that broke before the answer came.
    ///
    /// - Returns: the session's reply.
    /// - Throws: ``Failure/ended``.
    @discardableResult
    public func resend() async throws -> InputReply {
        try await apply(line.lastBatch)
    }

    private func apply(_ batch: [InputMessage]) async throws -> InputReply {
        line.lastBatch = batch
        let reply = try await take(batch, session)
        take(reply.cookies)
        await settled()
        return reply
    }
}
