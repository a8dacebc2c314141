#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The texts of one page that are written into the holes of a document or of events, which other pages have too.
package struct PageTexts: Sendable {
    /// The kind of a text.
    package enum Hole: Int, Sendable, CaseIterable {
        /// The address of the page's stream.
        case address
        /// The token of its forms.
        case token
        /// The name of the page.
        case name
    }

    /// The address of the page's stream.
    package let address: String
    /// The token of its forms.
    package let token: String
    /// The name of the page.
    package let name: String

    /// - Parameters:
    ///   - address: the address of the page's stream.
    ///   - visit: the request context of the page.
    init(address: String, _ visit: Visit) {
        (self.address, token, name) = (address, visit.csrf, visit.pageName)
    }

    /// Returns the text of a hole.
    package subscript(_ hole: Hole) -> String {
        switch hole {
        case .address: address
        case .token: token
        case .name: name
        }
    }

    /// Returns markup with the holes filled.
    func filling(_ markup: [UInt8]) -> [UInt8] {
        let (pieces, holes) = Placeholder.pieces(of: markup)
        return holes.isEmpty ? markup : filling(pieces, holes)
    }

    /// Returns markup with the texts taken out of the holes again.
    func emptying(_ markup: [UInt8]) -> [UInt8] {
        Hole.allCases.reduce(markup) { markup, hole in
            let text = Array(self[hole].utf8)
            var (rest, emptied) = (0, [UInt8]())
            while !text.isEmpty, let place = markup.firstPlace(of: text, from: rest) {
                emptied += markup[rest..<place]
                emptied += Placeholder.text(hole).utf8
                rest = place + text.count
            }
            return rest == 0 ? markup : emptied + markup[rest...]
        }
    }

    /// Returns the pieces with the holes between them filled.
    func filling(_ pieces: [[UInt8]], _ holes: [Hole]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count } + holes.count * 160)
        for (index, piece) in pieces.enumerated() {
            bytes += piece
            if index < holes.count { bytes += self[holes[index]].utf8 }
        }
        return bytes
    }
}

/// The texts that a document is rendered with where its holes are. They are random, so no visitor can write one.
enum Placeholder {
    /// Beginning of all of them, another one in each process. Its first byte, DEL, hardly occurs in markup.
    private static let prefix = Array("\u{7F}\(Visit.newPageName())".utf8)

    private static let texts = PageTexts.Hole.allCases.map {
        "\(String(decoding: prefix, as: UTF8.self))\($0.rawValue)"
    }

    static func text(_ hole: PageTexts.Hole) -> String { texts[hole.rawValue] }

    /// Splits markup at the placeholders.
    static func pieces(of markup: [UInt8]) -> (pieces: [[UInt8]], holes: [PageTexts.Hole]) {
        var pieces: [[UInt8]] = []
        var holes: [PageTexts.Hole] = []
        var start = 0
        while let place = markup.firstPlace(of: prefix, from: start), place + prefix.count < markup.count,
            let hole = PageTexts.Hole(rawValue: Int(markup[place + prefix.count]) - Int(UInt8(ascii: "0")))
        {
            pieces.append(Array(markup[start..<place]))
            holes.append(hole)
            start = place + prefix.count + 1
        }
        pieces.append(start == 0 ? markup : Array(markup[start...]))
        return (pieces, holes)
    }
}

extension [UInt8] {
    /// Returns the first place of a text that isn't empty.
    fileprivate func firstPlace(of text: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            var start = start
            while bytes.count - start >= text.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(text[0]), bytes.count - start - text.count + 1)
            {
                start = base.distance(to: UnsafeRawPointer(found))
                if memcmp(found, text, text.count) == 0 { return start }
                start += 1
            }
            return nil
        }
    }
}
