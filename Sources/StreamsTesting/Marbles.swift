import Streams
import Testing

/// The error that `#` stands for in marbles; see ``Timeline``.
public struct MarbleError: Error, Equatable {
    /// Creates the error.
    public init() {}
}

/// Parser and printer of the notation that ``Timeline`` describes.
enum Marbles {
    /// Returns the events of a text, each with its frame; records an issue and returns none when the text is malformed.
    static func read(_ text: String, _ sourceLocation: SourceLocation) -> [(frame: Int, event: Event<String>)] {
        do { return try read(text) } catch {
            Issue.record("\"\(text)\" are no marbles: \(error)", sourceLocation: sourceLocation)
            return []
        }
    }

    /// A syntax error in marbles.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static func read(_ text: String) throws(Fault) -> [(frame: Int, event: Event<String>)] {
        var events: [(frame: Int, event: Event<String>)] = []
        var frame = 0
        var isGroup = false
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case " ": continue
            case "-" where isGroup: throw Fault(description: "time can't pass within ( )")
            case "-": break
            case "(" where isGroup: throw Fault(description: "( within ( )")
            case "(": isGroup = true
            case ")" where !isGroup: throw Fault(description: ") without (")
            case ")": isGroup = false
            case "[": events.append((frame, .next(try element(of: &rest))))
            case "]": throw Fault(description: "] without [")
            case "|": events.append((frame, .completed))
            case "#": events.append((frame, .error(MarbleError())))
            default: events.append((frame, .next(String(character))))
            }
            if !isGroup { frame += 1 }
        }
        if isGroup { throw Fault(description: "( without )") }
        return events
    }

    /// Reads the rest of an element in brackets, which may have brackets in it: `[[1, 2]]` is "[1, 2]".
    private static func element(of rest: inout Substring) throws(Fault) -> String {
        var element = ""
        var depth = 1
        while let character = rest.popFirst() {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if depth == 0 { return element }
            element.append(character)
        }
        throw Fault(description: "[ without ]")
    }

    /// Returns the marble of an event, in the notation that is read.
    static func text(of event: Event<some Any>) -> String {
        switch event {
        case .next(let element):
            let text = "\(element)"
            return text.count == 1 && !"-()[]|# ".contains(text) ? text : "[\(text)]"
        case .error: return "#"
        case .completed: return "|"
        }
    }
}
