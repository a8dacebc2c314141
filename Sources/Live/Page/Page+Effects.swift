import Streams

// What happens beside the markup. A screen says it in its `effects`; a live page is told by one event with the name of
// the Output, and a browser without a script by the answer to its request.
extension Page {
    /// Goes to another page when it happens.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - forgetsTyping: whether what has been typed is given up with it; otherwise it waits for its page.
    ///   - flash: what the other page says once (``flash(_:)``), at most 1,000 bytes of it; nil for nothing.
    ///   - address: the other page's path. Nil stays. An address of what somebody typed could lead to another site.
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

    /// Answers a plain form post in which it happens with a redirect. A page with a script stays, and shows it.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - flash: what the other page says once (``flash(_:)``), at most 1,000 bytes of it; nil for nothing.
    ///   - address: the other page's path. Nil stays. An address of what somebody typed could lead to another site.
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

    /// Says something on this page, in the element of ``flash(_:)``.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - text: what is said; nil says nothing.
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

    /// The HTTP status of the answer to the request in which it happens. A live page isn't told.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - retryAfter: for 429 and 503, how long to wait before the next try; nil when nobody knows.
    ///   - status: the status; nil for no objection.
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

    /// The HTTP status of every answer while that is the value.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - retryAfter: for 429 and 503, how long to wait before the next try; nil when nobody knows.
    ///   - status: the status; nil for no objection.
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

    /// Gives the browser a cookie. Its value never stands in a stream: the page is told to fetch it.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - cookie: the cookie; nil gives none.
    public func setCookie<Element>(on output: Signal<Element>, _ cookie: @escaping (Element) -> PageCookie?) {
        setCookies(on: output) { [cookie($0)].compactMap(\.self) }
    }

    /// Gives the browser several cookies; see ``setCookie(on:_:)``.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - cookies: at most 8 of them.
    public func setCookies<Element>(on output: Signal<Element>, _ cookies: @escaping (Element) -> [PageCookie]) {
        bindings.effect(on: output) { element, page in
            let new = cookies(element)
            guard !new.isEmpty else { return nil }
            // A page that never fetches them must not pile them up.
            page.answer.cookies = (page.answer.cookies + new).suffix(8)
            return .cookie
        }
    }

    /// Ends all open pages of logins that are over, once the plain form post is answered in which it happens: the page
    /// that answers may be one of them.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - logins: those that are over (``Visit/login``).
    public func endPages<Element>(on output: Signal<Element>, ofLogins logins: @escaping (Element) -> [String]) {
        bindings.answer(on: output) { element, page in page.answer.endedLogins += logins(element) }
    }

    /// Downloads what is at an address of this site, while the page stays. That address answers with
    /// `Content-Disposition: attachment`, and is where a browser without a script is sent.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - address: the path; nil downloads nothing.
    public func download<Element>(on output: Signal<Element>, from address: @escaping (Element) -> String?) {
        bindings.effect(on: output) { element, page in
            guard let address = address(element) else { return nil }
            page.answer.redirect = address
            return .download(address)
        }
    }

    /// Puts into a field what was changed elsewhere. A field with typing that hasn't come in here stays as it is; it
    /// keeps its basis then, by which its next text is known to have been overtaken.
    ///
    /// - Parameters:
    ///   - input: the property's name in the Input of the field, or of the radio buttons.
    ///   - output: what the field is to hold; nil leaves it as it is. A page that was away gets the newest only.
    public func fill(_ input: String, with output: some ValueOutput<FieldFill?>) {
        guard let port = bindings.port(named: input) else { return bindings.note(.inputWithoutName) }
        bindings.addEffect(named: "live:fill") { name, page in
            ValueSlot(name: name, part: nil, tag: "", page: page) { [unowned port] take in
                output.asObservable().subscribe(onNext: { [unowned page] fill in
                    let isCut = fill.map(port.fill) ?? false
                    take { Effect.fill(port.name, fill, isCut: isCut, after: page.appliedInputs).markup }
                })
            }
        }
    }

    /// While it is true, what was typed is not kept on the server: the browser holds on to it, through a reload or its own
    /// end, although it has been acknowledged.
    ///
    /// - Parameter output: whether something typed is kept nowhere else.
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

    /// Gives the page the address of what it shows: a word that is searched for, a filter. The browser replaces the one
    /// before, without another entry in its history, and loads nothing; from then on a reload, a link to the page and the
    /// way back to it lead there. So the screen at that address has to begin with what is shown. A screen has one address;
    /// its event has a name of its own, `live:address`. Without a script nothing happens.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model. What may change with each key is debounced: browsers refuse more than a few
    ///     changes a second.
    ///   - address: a path of this site with its query; nil leaves the address as it is.
    public func address<Element>(with output: some ValueOutput<Element>, _ address: @escaping (Element) -> String?) {
        bindings.connectEffect(of: ObjectIdentifier(output)) { _, page in
            ValueSlot(name: "live:address", part: nil, tag: "", page: page) { take in
                output.asObservable().subscribe(onNext: { element in
                    if let path = address(element) { take { Effect.address(path).markup } }
                })
            }
        }
    }

    /// Says where the page is: a cursor, a filter, a segment. The browser keeps the newest text, and when the page is
    /// taken up again after its session was lost, ``Visit/position`` has it. A screen has one position; since it is often
    /// a property of what the page shows anyway, its event has a name of its own, `live:resume`.
    ///
    /// - Parameters:
    ///   - output: an Output of the view model.
    ///   - position: a text of at most 500 bytes; nil for the beginning.
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
