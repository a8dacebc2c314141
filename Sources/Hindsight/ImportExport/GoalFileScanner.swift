/// Takes a file of goals apart while it comes: bytes in, ``Part``s out. It keeps no more than one goal at a time, however
/// large the file is.
///
/// It looks at brackets, strings and commas only; whether a goal is JSON, its decoder says. What it has no use for, such as
/// the log, it passes over.
struct GoalFileScanner {
    enum Part: Equatable {
        /// `format` or `version`, as it is written.
        case member(String, [UInt8])
        /// The list of goals.
        case goals
        /// One of the goals, as it is written.
        case goal([UInt8])
        /// One that is larger, or has more values, than any goal can have.
        case largeGoal
        /// An answer to the question of a week, as it is written; nothing of one that is too large.
        case week([UInt8])
    }

    enum Fault: Error, Equatable {
        /// It is something else than JSON, or has no object.
        case notJSON
        /// It ends in the middle.
        case cutShort
    }

    /// The most bytes of a goal: nine steps, a review and its draft, with every character escaped.
    static let goalLimit = 1 << 20
    /// The most values of a goal, counted by commas and opening brackets. Nine steps with alarms, a review and its draft have
    /// about two hundred: the rest is for members that later versions add.
    static let valueLimit = 1000
    private static let memberLimit = 1 << 10

    private enum Place {
        case start, beforeKey, key, colon, value, behindValue
        case elementOrEnd, element, behindElement
        case end
    }

    private var place = Place.start
    /// Whether the elements are those of `weeks`; else they are goals.
    private var isOfWeeks = false
    private var key: [UInt8] = []
    private var value = ValueScan()
    private var kept: [UInt8] = []
    private var isTooLarge = false

    /// Takes the next bytes.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (Part) -> Void) throws(Fault) {
        var index = 0
        while index < bytes.count {
            if place == .value || place == .element, value.isPlain {
                // The inside of a string, in one go.
                let rest = bytes[index...]
                let run = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                keep(run)
                index = run.endIndex
                if index == bytes.count { return }
            }
            if try take(bytes[index], emit) { index += 1 }
        }
    }

    /// To be called behind the last bytes.
    func finish() throws(Fault) {
        switch place {
        case .end: break
        case .start: throw .notJSON
        default: throw .cutShort
        }
    }

    /// - Returns: Whether it was taken; else it comes once more.
    private mutating func take(_ byte: UInt8, _ emit: (Part) -> Void) throws(Fault) -> Bool {
        switch place {
        case .value, .element: return try takeOfValue(byte, emit)
        case .key:
            guard key.count < 256 else { throw .notJSON }
            if byte == UInt8(ascii: "\""), key.last != UInt8(ascii: "\\") { place = .colon } else { key.append(byte) }
            return true
        default: break
        }
        if byte.isJSONSpace { return true }
        switch (place, byte) {
        case (.start, UInt8(ascii: "{")): place = .beforeKey
        case (.start, 0xEF), (.start, 0xBB), (.start, 0xBF): break
        case (.beforeKey, UInt8(ascii: "\"")): (place, key) = (.key, [])
        case (.beforeKey, UInt8(ascii: "}")), (.behindValue, UInt8(ascii: "}")): place = .end
        case (.colon, UInt8(ascii: ":")): begin(.value)
        case (.behindValue, UInt8(ascii: ",")): place = .beforeKey
        case (.elementOrEnd, UInt8(ascii: "]")), (.behindElement, UInt8(ascii: "]")): place = .behindValue
        case (.behindElement, UInt8(ascii: ",")): begin(.element)
        case (.elementOrEnd, _):
            begin(.element)
            return false
        default: throw .notJSON
        }
        return true
    }

    private mutating func begin(_ next: Place) {
        (place, value, kept, isTooLarge) = (next, ValueScan(), [], false)
    }

    private mutating func takeOfValue(_ byte: UInt8, _ emit: (Part) -> Void) throws(Fault) -> Bool {
        if !value.hasBegun, byte.isJSONSpace { return true }
        if place == .value, !value.hasBegun, isKey("goals") || isKey("weeks"), byte == UInt8(ascii: "[") {
            (place, isOfWeeks) = (.elementOrEnd, isKey("weeks"))
            if !isOfWeeks { emit(.goals) }
            return true
        }
        let step = try value.take(byte)
        if step != .endedBefore { withUnsafeBytes(of: byte) { keep($0[...]) } }
        guard step != .goesOn else { return true }
        if place == .element {
            emit(isOfWeeks ? .week(kept) : isTooLarge ? .largeGoal : .goal(kept))
            place = .behindElement
        } else {
            for name in ["format", "version"] where isKey(name) { emit(.member(name, kept)) }
            place = .behindValue
        }
        kept = []
        return step == .ended
    }

    private func isKey(_ name: String) -> Bool { key.elementsEqual(name.utf8) }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let limit = place == .element ? Self.goalLimit : isKey("format") || isKey("version") ? Self.memberLimit : 0
        guard !isTooLarge, kept.count + bytes.count <= limit, value.count <= Self.valueLimit else {
            (isTooLarge, kept) = (true, [])
            return
        }
        kept.append(contentsOf: bytes)
    }
}

/// Finds the end of one value of JSON.
private struct ValueScan {
    enum Step { case goesOn, ended, endedBefore }

    /// The brackets that are open, the innermost as the lowest bit: 1 for `{`.
    private var brackets: UInt64 = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isWord = false
    private(set) var hasBegun = false
    /// Number of commas and opening brackets so far.
    private(set) var count = 0

    /// Whether the next byte is one of a string, and not behind a backslash.
    var isPlain: Bool { isInString && !isEscaped }

    mutating func take(_ byte: UInt8) throws(GoalFileScanner.Fault) -> Step {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return depth == 0 ? .ended : .goesOn
            }
            return .goesOn
        }
        if isWord, byte.isJSONSpace || [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte) {
            return .endedBefore
        }
        switch byte {
        case UInt8(ascii: "\""):
            guard !isWord else { throw .notJSON }
            isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // No file of ours is nested that deep.
            guard !isWord, depth < 32 else { throw .notJSON }
            brackets = brackets << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
            depth += 1
            count += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard depth > 0, (brackets & 1 == 1) == (byte == UInt8(ascii: "}")) else { throw .notJSON }
            brackets >>= 1
            depth -= 1
            if depth == 0 { return .ended }
        case UInt8(ascii: ","), UInt8(ascii: ":"):
            guard depth > 0 else { throw .notJSON }
            if byte == UInt8(ascii: ",") { count += 1 }
        default:
            if depth == 0 { isWord = true }
        }
        hasBegun = true
        return .goesOn
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
