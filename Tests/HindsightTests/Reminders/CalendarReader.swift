import Foundation
import TestSupport

/// Reads a calendar as strictly as RFC 5545 says it is written.
struct CalendarReader {
    struct Property: Hashable {
        let name: String
        let parameters: [String: String]
        let value: String

        /// A text without what protects it.
        var text: String {
            var text = ""
            var isProtected = false
            for character in value {
                if isProtected {
                    text.append(character == "n" || character == "N" ? "\n" : character)
                    isProtected = false
                } else if character == "\\" {
                    isProtected = true
                } else {
                    text.append(character)
                }
            }
            return text
        }
    }

    final class Component {
        let name: String
        var properties: [Property] = []
        var components: [Component] = []

        init(_ name: String) { self.name = name }

        subscript(_ name: String) -> Property? { properties.first { $0.name == name } }

        func all(_ name: String) -> [Component] { components.filter { $0.name == name } }
    }

    /// - Throws: what is wrong with the text.
    static func read(_ bytes: [UInt8]) throws -> Component {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw TestFailure("It is not UTF-8") }
        guard text.hasSuffix("\r\n") else { throw TestFailure("The last line has no end") }
        var lines: [[UInt8]] = []
        // By bytes: CRLF is one character to Swift.
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard line.last == 0x0D else { throw TestFailure("A line ends with LF alone") }
            let line = line.dropLast()
            guard line.count <= 75 else { throw TestFailure("A line has \(line.count) octets") }
            guard !line.isEmpty, String(validating: line, as: UTF8.self) != nil else {
                throw TestFailure("A line is empty, or folded inside of a character")
            }
            guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw TestFailure("There is a control character in it")
            }
            if line.first == 0x20 { lines[lines.count - 1] += line.dropFirst() } else { lines.append(Array(line)) }
        }
        var open: [Component] = []
        let unfolded = lines.map { String(decoding: $0, as: UTF8.self) }
        for (number, line) in unfolded.enumerated() {
            let property = try Self.property(line)
            switch property.name {
            case "BEGIN":
                let component = Component(property.value)
                open.last?.components.append(component)
                open.append(component)
            case "END":
                guard let last = open.popLast(), last.name == property.value else { throw TestFailure("\(line)") }
                if open.isEmpty {
                    guard number == unfolded.count - 1 else {
                        throw TestFailure("There is something behind the calendar")
                    }
                    return last
                }
            default:
                guard let last = open.last else { throw TestFailure("\(line) stands in nothing") }
                last.properties.append(property)
            }
        }
        throw TestFailure("The calendar has no end")
    }

    private static func property(_ line: String) throws -> Property {
        guard let match = line.wholeMatch(of: /([A-Z0-9-]+)((?:;[A-Z-]+=[^;:",]+)*):(.*)/) else {
            throw TestFailure("This is no property: \(line)")
        }
        var parameters: [String: String] = [:]
        for parameter in match.2.split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            parameters[String(parts[0])] = String(parts[1])
        }
        return Property(name: String(match.1), parameters: parameters, value: String(match.3))
    }
}

extension CalendarReader.Component {
    /// The moment at which clocks show a local time, by nothing but what the calendar says of its zone (RFC 5545, 3.6.5).
    func moment(_ local: String) throws -> Date {
        let utc = try Date(local + "Z", strategy: Self.format)
        var newest: (onset: Date, offset: TimeInterval) = (.distantPast, 0)
        for observance in components {
            let offset = try Self.seconds(observance["TZOFFSETTO"])
            let from = try Self.seconds(observance["TZOFFSETFROM"])
            let times =
                [observance["DTSTART"]?.value ?? ""]
                + (observance["RDATE"]?.value.split(separator: ",").map(String.init) ?? [])
            for time in times {
                // As shown by clocks that were not changed yet.
                let onset = try Date(time + "Z", strategy: Self.format) - from
                if onset <= utc - from, onset > newest.onset { newest = (onset, offset) }
            }
        }
        return utc - newest.offset
    }

    private static func seconds(_ property: CalendarReader.Property?) throws -> TimeInterval {
        guard let match = property?.value.wholeMatch(of: /([+-])(\d\d)(\d\d)(\d\d)?/), let hours = Int(match.2),
            let minutes = Int(match.3)
        else { throw TestFailure("\(property?.value ?? "nothing") is no offset") }
        let size = hours * 3600 + minutes * 60 + (match.4.flatMap { Int($0) } ?? 0)
        return TimeInterval(match.1 == "-" ? -size : size)
    }

    static let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
}
