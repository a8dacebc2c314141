import HTTPTypes
import LiveTesting
import TestSupport
import Testing

@testable import LiveHTTP

/// A page's stream over a real socket.
@Suite(.timeLimit(.minutes(15))) struct StreamTests {
    @Test func aStreamIsReadAsNothingElseAndPassesProxies() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream async throws in
                let headers = stream.head.headerFields
                #expect(headers[.contentType] == "text/event-stream")
                #expect(headers[.cacheControl] == "no-store")
                #expect(headers[HTTPField.Name("X-Accel-Buffering")!] == "no")
                #expect(headers[HTTPField.Name("Live-Epoch")!] == page.epoch)
                #expect(headers[HTTPField.Name("Live-Applied")!] == "0")
                #expect(headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.contentSecurityPolicy] == nil)
                #expect(headers[.contentLength] == nil)
            }
        }
    }

    @Test func whatChangesIsAnEventWithTheOutputsNameAndAnID() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                try await page.send("text", "<b>\r\revent: total\ndata: 9")
                let event = try await stream.next("echo")
                #expect(event.data.unescaped == "<b>\n\nevent: total\ndata: 9" || event.data.contains("&#13;"))
                #expect(event.id.hasPrefix(page.epoch + "."))
                try await page.send("add")
                #expect(try await stream.next("total").data == "1 <button data-input=\"remove\">remove</button>")
                #expect(stream.seen.map(\.name) == ["echo", "total"])
            }
        }
    }

    @Test func aReconnectBringsWhatChangedSinceAndNothingElse() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let last = try await page.stream { stream in
                try await page.send("add")
                return try await stream.next("total").id
            }
            try await page.send("text", "meanwhile")
            try await page.stream(after: last) { stream in
                #expect(try await stream.next()?.name == "echo")
                try await page.send("pick", "3")
                #expect(try await stream.next()?.name == "picked")
            }
        }
    }

    @Test func theLastIDMayStandInTheAddressToo() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            let last = try await page.stream { stream in
                try await page.send("add")
                return try await stream.next("total").id
            }
            try await page.send("text", "meanwhile")
            try await page.stream(at: "\(page.address)?last=\(last)") { stream async throws in
                #expect(try await stream.next()?.name == "echo")
            }
        }
    }

    @Test(arguments: ["0.1", "zzzzzz.4", "nonsense", "1.2.3", "-", "%00", ".", String(repeating: "x", count: 4000)])
    func anIDOfAnotherSessionBringsEverything(last: String) async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream(after: last) { stream in
                let names = try await stream.next(4).map(\.name)
                #expect(Set(names) == ["total", "echo", "picked", "problem"])
            }
        }
    }

    @Test func anIDFromTheFutureBringsEverything() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream(after: "\(page.epoch).99999") { stream async throws in
                #expect(try await stream.next(4).count == 4)
            }
        }
    }

    @Test func aSecondStreamTakesOverAndTheFirstEnds() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { first in
                try await page.stream { second in
                    #expect(try await first.next() == nil)
                    try await page.send("add")
                    try await second.next("total")
                }
            }
        }
    }

    @Test func aStreamEndsWhenThatOfThePageItWasLeftForBegins() async throws {
        try await withNotes { ann in
            let (left, next) = (try await ann.open("/notes/1"), try await ann.open("/notes/2"))
            try await left.stream { stream in
                try await next.stream(["Live-Leaves": left.address]) { other in
                    #expect(try await stream.next() == nil)
                    #expect(stream.hasEnded)
                    try await next.send("add")
                    try await other.next("total")
                }
            }
            // It is there for a return, as after any end of its stream.
            try await left.send("add")
            try await left.stream(after: left.last) { stream async throws in
                #expect(try await stream.next()?.name == "total")
            }
        }
    }

    @Test func whatIsNoPageOfTheVisitorsIsNotLeft() async throws {
        try await withNotes { ann in
            let (page, next) = (try await ann.open("/notes/1"), try await ann.open("/notes/2"))
            let foreign = try await ann.bob.open("/notes/3")
            let tampered = String(page.address.dropLast()) + (page.address.hasSuffix("A") ? "B" : "A")
            let usual = try await next.stream { stream async throws in
                stream.head.headerFields.map(\.name.canonicalName).sorted()
            }
            try await page.stream { stream in
                try await foreign.stream { other in
                    let endless = String(repeating: "x", count: 4000)
                    for left in [foreign.address, tampered, "", "/", "/live/", "%00", endless] {
                        try await next.stream(["Live-Leaves": left]) { answer async throws in
                            let names = answer.head.headerFields.map(\.name.canonicalName).sorted()
                            #expect(names == usual, "\(left)")
                        }
                    }
                    // Only who opens the stream of a page leaves another.
                    #expect(try await ann.send("HEAD", next.address, ["Live-Leaves": page.address]).status == 200)
                    #expect(try await ann.bob.send("GET", "/text", ["Live-Leaves": page.address]).status == 200)
                    try await foreign.send("add")
                    try await other.next("total")
                    try await page.send("add")
                    try await stream.next("total")
                }
            }
        }
    }

    @Test func whoAsksForTheHeadersOnlyDoesNotTakeOver() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            try await page.stream { stream in
                let head = try await ann.send("HEAD", page.address)
                #expect(head.status == 200)
                #expect(head["Content-Type"] == "text/event-stream")
                #expect(head.body.isEmpty)
                try await page.send("add")
                try await stream.next("total")
            }
        }
    }

    @Test func aLineThatIsDroppedIsTakenUpAgainAndAgain() async throws {
        try await withNotes { ann in
            let page = try await ann.open("/notes/7")
            var last = page.last
            for count in 1...5 {
                last = try await page.stream(after: last) { stream in
                    try await page.send("add")
                    let event = try await stream.next("total")
                    #expect(event.data.hasPrefix("\(count) "))
                    #expect(stream.seen.count == 1)
                    return event.id
                }
            }
        }
    }

    @Test func severalPagesHaveStreamsAtOnce() async throws {
        try await withNotes { ann in
            let (one, two) = (try await ann.open("/notes/1"), try await ann.bob.open("/notes/2"))
            try await one.stream { first in
                try await two.stream { second in
                    try await two.send("text", "of two")
                    try await one.send("text", "of one")
                    #expect(try await first.next("echo").data == "of one")
                    #expect(try await second.next("echo").data == "of two")
                }
            }
        }
    }
}
