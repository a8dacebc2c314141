/// The path of a page: one value that matches a path, builds it for a link, and is signed in a live address.
///
/// ```swift
/// static let review = Route("/goals/{id}/review", GoalID.self)
/// review.path(12)                     // "/goals/12/review"
/// review.match("/goals/12/review")    // 12
/// review.match("/goals/none/review")  // nil: no GoalID
/// ```
///
/// Each placeholder stands for a whole segment and has a type, in their order. A segment that its type can't be created
/// from does not match, and so leads to a 404.
public struct Route<each Parameter: LosslessStringConvertible & Sendable>: Sendable {
    /// The path with its placeholders, without types.
    public let pattern: PathPattern

    /// - Parameters:
    ///   - pattern: a path such as `/goals/{id}/review`, with as many placeholders as there are types.
    ///   - type: the types of the placeholders, in their order.
    public init(_ pattern: StaticString, _ type: repeat (each Parameter).Type) {
        self.pattern = PathPattern(pattern.description)
        var count = 0
        for _ in repeat each type { count += 1 }
        precondition(count == self.pattern.placeholderCount, "\(pattern) has another number of placeholders than types")
    }

    /// Returns the path for these values, with a query appended.
    public func path(_ value: repeat each Parameter, query: Query = Query()) -> String {
        var values: [String] = []
        repeat values.append(PercentEncoding.encode((each value).description))
        return query.following(pattern.path(values))
    }

    /// Returns the values in a path; nil when the path doesn't match.
    public func match(_ path: String) -> (repeat each Parameter)? {
        guard let values = pattern.values(in: path) else { return nil }
        var index = -1
        func next<Value: LosslessStringConvertible>(_: Value.Type) throws -> Value {
            index += 1
            let text = PercentEncoding.decode(values[index], plusIsBlank: false)
            guard let value = Value(text) else { throw NoMatch() }
            return value
        }
        return try? (repeat next((each Parameter).self))
    }

    private struct NoMatch: Error {}
}

/// A path with placeholders for whole segments, such as `/goals/{id}/review`.
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was written.
    public let description: String
    private let segments: [Substring]
    let placeholderCount: Int

    init(_ text: String) {
        description = text
        segments = text.split(separator: "/")
        placeholderCount = segments.count(where: Self.isPlaceholder)
    }

    private static func isPlaceholder(_ segment: Substring) -> Bool { segment.utf8.first == UInt8(ascii: "{") }

    /// Returns the segments at the placeholders, as they are in the path (percent-encoded); nil when the path doesn't
    /// match.
    package func values(in path: String) -> [Substring]? {
        // A pattern without placeholders is mostly equal to the path itself.
        if placeholderCount == 0, path == description { return [] }
        let parts = path.split(separator: "/")
        guard parts.count == segments.count else { return nil }
        var values: [Substring] = []
        for (segment, part) in zip(segments, parts) {
            if Self.isPlaceholder(segment) { values.append(part) } else if segment != part { return nil }
        }
        return values
    }

    /// Returns the path with these segments (percent-encoded) at the placeholders.
    package func path(_ values: [some StringProtocol]) -> String {
        guard !values.isEmpty else { return description }
        var rest = values[...]
        return segments.reduce(into: "") { path, segment in
            path += "/"
            if Self.isPlaceholder(segment), let value = rest.popFirst() { path += value } else { path += segment }
        }
    }
}

extension Int64 {
    /// The number that a text writes in plain decimal digits, 1 to `Int64.max`, without sign or leading zeros; nil for any
    /// other text, however long. An ID with this spelling has one address; `Int64("+7")` and `Int64("007")` are numbers too.
    ///
    /// - Parameter text: a segment of a path, or a value from a form.
    @inlinable
    public init?(plainDecimal text: some StringProtocol) {
        var number: Int64 = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            if number == 0, digit == 0 { return nil }
            let (tens, isTooBig) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooBig) = tens.addingReportingOverflow(digit)
            guard !isTooBig, !isStillTooBig else { return nil }
            number = sum
        }
        guard number > 0 else { return nil }
        self = number
    }
}
