import Streams

// Effects besides the markup. A screen declares them in its `effects`; a live page gets each as one event with the name
// of the Output, and a browser without a script gets it in the answer to its request.
extension Page {
    /// Navigates to another page when the Output sends an element.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - forgetsTyping: whether typed text is discarded; otherwise the browser keeps it for its page.
    ///   - flash: the one-time message for the other page (``flash(_:)``), cut to 1,000 bytes; nil for none.
    ///   - address: the other page's path; nil stays on this page. Never derive it from typed text, which could lead to
    ///     another site.
    public func navigate<Element>(
        on output: Signal<Element>, forgetsTyping: Bool = false, flash: @escaping (Element) -> String? = { _ in nil },
        to address: @escaping (Element) -> String?
    ) {
        bindings.effect(on: output) { element, page in
            guard let address = address(element) else { return nil }
            let flash = flash(element).map(Effect.cut)
            page.answer.redirect = address
            page.answer.redirectFlash = flash
            return .navigate(address, flash: flash, forgetsTyping: forgetsTyping)
        }
    }

    /// Answers a plain form post, during which the Output sends an element, with a redirect. A page with a script
    /// stays.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - flash: the one-time message for the other page (``flash(_:)``), cut to 1,000 bytes; nil for none.
    ///   - address: the other page's path; nil stays on this page. Never derive it from typed text, which could lead to
    ///     another site.
    public func redirect<Element>(
        on output: Signal<Element>, flash: @escaping (Element) -> String? = { _ in nil },
        to address: @escaping (Element) -> String?
    ) {
        bindings.answer(on: output) { element, page in
            guard let address = address(element) else { return }
            page.answer.redirect = address
            page.answer.redirectFlash = flash(element).map(Effect.cut)
        }
    }

    /// Shows a message on this page, in the element of ``flash(_:)``.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - text: returns the message; nil for none.
    public func flash<Element>(on output: Signal<Element>, _ text: @escaping (Element) -> String?) {
        bindings.effect(on: output) { element, page in
            guard let text = text(element) else { return nil }
            page.answer.flash = text
            return .flash(text)
        }
    }

    /// Moves the focus. Without a script the browser decides, as after every load.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - id: the `id` of an element on the page; nil leaves the focus where it is.
    public func focus<Element>(on output: Signal<Element>, _ id: @escaping (Element) -> String?) {
        bindings.effect(on: output) { element, _ in id(element).map { .focus($0) } }
    }

    /// Sets the HTTP status of the answer to the request during which the Output sends an element. A live page isn't
    /// notified.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - retryAfter: for 429 and 503, the time to wait before the next try; nil when it isn't known.
    ///   - status: returns the status; nil to leave it unchanged.
    public func status<Element>(
        on output: Signal<Element>, retryAfter: @escaping (Element) -> Duration? = { _ in nil },
        _ status: @escaping (Element) -> Int?
    ) {
        bindings.answer(on: output) { element, page in
            guard let status = status(element) else { return }
            page.answer.status = status
            page.answer.retryAfter = retryAfter(element)
        }
    }

    /// Sets the HTTP status of every answer depending on the current value of the Output.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - retryAfter: for 429 and 503, the time to wait before the next try; nil when it isn't known.
    ///   - status: returns the status; nil to leave it unchanged.
    public func status<Element>(
        on output: some ValueOutput<Element>, retryAfter: @escaping (Element) -> Duration? = { _ in nil },
        _ status: @escaping (Element) -> Int?
    ) {
        var newest: Element?
        bindings.lifetime.insert(output.asObservable().subscribe(onNext: { newest = $0 }))
        bindings.statuses.append {
            newest.flatMap { element in status(element).map { ($0, retryAfter(element)) } }
        }
    }

    /// Sets a cookie in the browser. Its value is never sent in a stream: the page is told to fetch it.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - cookie: returns the cookie; nil for none.
    public func setCookie<Element>(on output: Signal<Element>, _ cookie: @escaping (Element) -> PageCookie?) {
        setCookies(on: output) { [cookie($0)].compactMap(\.self) }
    }

    /// Sets several cookies in the browser; see ``setCookie(on:_:)``.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - cookies: returns the cookies; the newest 8 that have not been fetched are kept.
    public func setCookies<Element>(on output: Signal<Element>, _ cookies: @escaping (Element) -> [PageCookie]) {
        bindings.effect(on: output) { element, page in
            let new = cookies(element)
            guard !new.isEmpty else { return nil }
            // Limited for a page that never fetches them.
            page.answer.cookies = (page.answer.cookies + new).suffix(8)
            return .cookie
        }
    }

    /// Ends all open pages of logins that have ended, after the plain form post is answered during which the Output
    /// sends an element: the answering page may be one of them.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - logins: returns the logins that have ended (``Visit/login``).
    public func endPages<Element>(on output: Signal<Element>, ofLogins logins: @escaping (Element) -> [String]) {
        bindings.answer(on: output) { element, page in page.answer.endedLogins += logins(element) }
    }

    /// Downloads the file at an address of this site, while the page stays. That address answers with
    /// `Content-Disposition: attachment`; a browser without a script is redirected to it.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - address: returns the path; nil downloads nothing.
    public func download<Element>(on output: Signal<Element>, from address: @escaping (Element) -> String?) {
        bindings.effect(on: output) { element, page in
            guard let address = address(element) else { return nil }
            page.answer.redirect = address
            return .download(address)
        }
    }

    /// Sets a field's content to a text that was changed elsewhere. A field with typed text that hasn't arrived here is
    /// not changed; it keeps its basis then, which shows that its next text was edited from an outdated version.
    ///
    /// - Parameters:
    ///   - input: the property's name in the Input of the field, or of the radio buttons.
    ///   - output: the new content of the field; nil leaves it as it is. A page that was away gets only the newest.
    public func fill(_ input: String, with output: some ValueOutput<FieldFill?>) {
        guard let port = bindings.port(named: input) else { return bindings.note(.inputWithoutName) }
        addFill(of: port, with: output.asObservable())
    }

    /// Adds the effect that fills the field of an input.
    func addFill(of port: InputPort, with fills: Observable<FieldFill?>) {
        bindings.addEffect(named: "live:fill") { name, page in
            ValueSlot(name: name, part: nil, tag: "", page: page) { [unowned port] take in
                fills.subscribe(onNext: { [unowned page] fill in
                    let isCut = fill.map(port.fill) ?? false
                    take { Effect.fill(port.name, fill, isCut: isCut, after: page.appliedInputs).markup }
                })
            }
        }
    }

    /// Makes the browser keep typed text while the Output's value is true, since it is not stored on the server:
    /// through a reload or a crash of the browser, although it has been acknowledged.
    ///
    /// - Parameter output: whether typed text is stored nowhere else.
    public func holdTyping(while output: some ValueOutput<Bool>) {
        bindings.addEffect(named: "live:held") { name, page in
            ValueSlot(name: name, part: nil, tag: "", page: page) { take in
                output.asObservable().subscribe(onNext: { [unowned page] isHeld in
                    page.holdsTyping = isHeld
                    take { Effect.held(isHeld).markup }
                })
            }
        }
    }

    /// Updates the browser's address to that of the page's content: a search term, a filter. The browser replaces the
    /// current entry of its history and loads nothing; from then on a reload, a link to the page and the way back to it
    /// use the new address. So the screen at that address has to begin with the same content. A screen has one address;
    /// its event is named `live:address`. Without a script nothing happens.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model. Debounce one that may change with each key: browsers refuse more than a
    ///     few changes a second.
    ///   - address: returns a path of this site with its query; nil leaves the address as it is.
    public func address<Element>(with output: some ValueOutput<Element>, _ address: @escaping (Element) -> String?) {
        bindings.connectEffect(of: ObjectIdentifier(output)) { _, page in
            ValueSlot(name: "live:address", part: nil, tag: "", page: page) { take in
                output.asObservable().subscribe(onNext: { element in
                    if let path = address(element) { take { Effect.address(path).markup } }
                })
            }
        }
    }

    /// Updates the document's title, which names the page in its tab and in the history: by a name that was changed, a number of
    /// messages. So the document has to begin with the same title. A screen has one; its event is named `live:title`. Without a
    /// script nothing happens.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - title: returns the title.
    public func title<Element>(with output: some ValueOutput<Element>, _ title: @escaping (Element) -> String) {
        bindings.connectEffect(of: ObjectIdentifier(output)) { _, page in
            ValueSlot(name: "live:title", part: nil, tag: "", page: page) { take in
                output.asObservable().subscribe(onNext: { element in take { Effect.title(title(element)).markup } })
            }
        }
    }

    /// Reports the page's position: a cursor, a filter, a segment. The browser keeps the newest text, and when the page
    /// is restored after its session was lost, ``Visit/position`` has it. A screen has one position; since it is often
    /// a property of the page's content anyway, its event is named `live:resume`.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - position: returns a text of at most 500 bytes; nil for the beginning.
    public func resume<Element>(with output: some ValueOutput<Element>, _ position: @escaping (Element) -> String?) {
        bindings.connectEffect(of: ObjectIdentifier(output)) { _, page in
            ValueSlot(name: "live:resume", part: nil, tag: "", page: page) { take in
                output.asObservable().subscribe(onNext: { [unowned page] element in
                    take {
                        page.position = position(element) ?? ""
                        return Effect.resume(page.position).markup
                    }
                })
            }
        }
    }
}
