/// The whole story of one subscription, from its beginning to its end, as lists. For the reference an operator is a
/// function from such stories to another.
struct Told {
    struct Element {
        let moment: Moment
        let value: Int
    }

    struct End {
        let moment: Moment
        /// nil when it completed.
        let error: Int?
    }

    /// A subscription to a port.
    struct Use {
        let port: Int
        let start: Moment
        let end: Moment?
    }

    let elements: [Element]
    let end: End?
    let uses: [Use]

    /// Nothing comes after the end, and no port is listened to after it.
    init(_ elements: [Element] = [], end: End? = nil, uses: [Use] = []) {
        self.end = end
        self.elements = end.map { end in elements.filter { $0.moment < end.moment } } ?? elements
        self.uses = end.map { end in uses.compactMap { $0.cut(at: end.moment) } } ?? uses
    }

    /// The same uses of ports, with other elements and another end.
    func telling(_ elements: [Element], end: End?) -> Told { Told(elements, end: end, uses: uses) }

    /// The part of it before a moment, at which it is disposed of; all of it when that is nil.
    func cut(at moment: Moment?) -> Told {
        guard let moment else { return self }
        return Told(
            elements.filter { $0.moment < moment }, end: end.flatMap { $0.moment < moment ? $0 : nil },
            uses: uses.compactMap { $0.cut(at: moment) })
    }

    /// Each element made into another or none; what is thrown is the end.
    func compactMap(_ transform: (Int) throws -> Int?) -> Told {
        var made: [Element] = []
        for element in elements {
            do {
                if let value = try transform(element.value) {
                    made.append(Element(moment: element.moment, value: value))
                }
            } catch { return telling(made, end: .failed(error, at: element.moment)) }
        }
        return telling(made, end: end)
    }

    /// When it completed; nil when it failed or has no end.
    var completion: Moment? { end.flatMap { $0.error == nil ? $0.moment : nil } }
    var failure: End? { end.flatMap { $0.error == nil ? nil : $0 } }
}

extension Told.End {
    static func completed(at moment: Moment) -> Told.End { .init(moment: moment, error: nil) }

    static func failed(_ error: any Error, at moment: Moment) -> Told.End {
        .init(moment: moment, error: Failure.code(of: error))
    }

    /// The one that comes first.
    static func first(_ ends: [Told.End?]) -> Told.End? {
        ends.compactMap { $0 }.min { $0.moment < $1.moment }
    }
}

extension Told.Use {
    func cut(at moment: Moment) -> Told.Use? {
        guard start < moment else { return nil }
        return Told.Use(port: port, start: start, end: end.map { min($0, moment) } ?? moment)
    }
}

extension [Told] {
    /// All elements in the order in which they happen.
    var elements: [Told.Element] { flatMap(\.elements).sorted { $0.moment < $1.moment } }
    var uses: [Told.Use] { flatMap(\.uses) }
    var firstFailure: Told.End? { .first(map(\.failure)) }

    /// The moment of the last completion, when all complete.
    var completion: Moment? {
        let moments = compactMap(\.completion)
        return moments.count == count ? moments.max() : nil
    }

    /// All of them at once, as one.
    var merged: Told {
        Told(elements, end: .first([firstFailure, completion.map { .completed(at: $0) }]), uses: uses)
    }
}
