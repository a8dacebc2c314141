import Streams

/// A command to a live page, sent as the one element of an event (see the article on the protocol).
enum Effect {
    case navigate(String, flash: String?, forgetsTyping: Bool)
    case flash(String)
    case focus(String)
    case cookie
    case download(String)
    case resume(String)
    case address(String)
    case title(String)
    /// A new content of a field. Cut: the field holds a longer text that begins with this one, and only gets the basis.
    /// After: the number of the last input that this includes.
    case fill(String, FieldFill?, isCut: Bool, after: Int)
    case held(Bool)

    var markup: HTML {
        switch self {
        case .navigate(let path, let flash, let forgetsTyping):
            """
            <live-effect type="navigate" value="\(path)"\(if: forgetsTyping, " forget")\
            \(flash.map { " flash=\"\($0)\"" as HTML })></live-effect>
            """
        case .flash(let text): element("flash", text)
        case .focus(let id): element("focus", id)
        case .cookie: "<live-effect type=\"cookie\"></live-effect>"
        case .download(let path): element("download", path)
        case .resume(let position): element("resume", position)
        case .address(let path): element("address", path)
        case .title(let text): element("title", text)
        case .held(let isHeld): element("held", isHeld ? "1" : "")
        case .fill(let name, let fill, let isCut, let after):
            """
            <live-effect type="fill"\(fill.map { fill in
                """
                 name="\(name)" value="\(fill.text)"\(fill.basis.map { " basis=\"\($0)\"" as HTML })\
                 after="\(after)"\(if: fill.isForced, " force")\(if: isCut, " cut")
                """ as HTML
            })></live-effect>
            """
        }
    }

    /// Returns at most 1,000 bytes of a flash. It travels in a cookie, for which browsers allow 4,096 bytes, and a byte
    /// may take three when encoded.
    static func cut(_ flash: String) -> String {
        var length = 0
        return String(
            flash.prefix { character in
                length += character.utf8.count
                return length <= 1000
            })
    }

    private func element(_ type: String, _ value: String) -> HTML {
        "<live-effect type=\"\(type)\" value=\"\(value)\"></live-effect>"
    }
}

extension Bindings {
    /// Runs an action for each element of an Output, and sends the resulting effect to the page.
    ///
    /// - Parameter act: may contribute to the answer of a request; returns nil when the element has no effect.
    func effect<Element>(on output: Signal<Element>, _ act: @escaping (Element, Bindings) -> Effect?) {
        connectEffect(of: ObjectIdentifier(output)) { name, page in
            MomentSlot(name: name, page: page) { [unowned page] take in
                output.asObservable().subscribe(onNext: { element in
                    guard let effect = act(element, page) else { return }
                    take { effect.markup }
                })
            }
        }
    }

    /// Runs an action for each element of an Output that only contributes to the answer of a request.
    func answer<Element>(on output: Signal<Element>, _ act: @escaping (Element, Bindings) -> Void) {
        guard name(of: ObjectIdentifier(output)) != nil else { return note(.outputWithoutName) }
        lifetime.insert(output.asObservable().subscribe(onNext: { [unowned self] in act($0, self) }))
    }
}
