import Foundation
import Live
import NIOCore
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct UploadFolderTests {
    private let place = UploadPlace()

    private func add(_ uploads: UploadFolder) async throws -> FileID {
        try await uploads.add([1, 2, 3], named: "a.png", upTo: 10, of: "ann").id
    }

    @Test func aFileIsItsOwnersUntilItIsDiscarded() async throws {
        let uploads = try place.open()
        let id = try await add(uploads)
        let file = try #require(uploads.file(id, of: "ann"))
        #expect(file.name == "a.png" && file.byteCount == 3)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data([1, 2, 3]))
        #expect(uploads.file(id, of: "bob") == nil)
        await uploads.discard([id, id, .random()])
        #expect(uploads.file(id, of: "ann") == nil)
        #expect(place.names == [])
    }

    @Test func aFileThatComesInPiecesIsStoredAsItWas() async throws {
        let uploads = try place.open()
        let whole = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let upload = try await uploads.begin(
            named: "a", upTo: whole.count, expecting: nil, of: "ann", from: nil)
        for start in stride(from: 0, to: whole.count, by: 70_001) {
            try await upload.write(ByteBuffer(bytes: whole[start..<min(start + 70_001, whole.count)]))
        }
        #expect(uploads.use == (1, whole.count, 0))
        let file = try await upload.finish()
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(whole))
        let another = try await uploads.begin(named: "b", upTo: 2, expecting: nil, of: "ann", from: nil)
        await #expect(throws: FileRefusal.tooLarge) { try await another.write(ByteBuffer(bytes: [1, 2, 3])) }
        await another.cancel()
        #expect(place.names == ["\(file.id)", "\(file.id).info"])
    }

    @Test func aFileIsForgottenAnHourAfterTheLastPageThatNamesIt() async throws {
        let uploads = try place.open()
        let (id, other) = (try await add(uploads), try await add(uploads))
        #expect(uploads.hold([id, .random()], of: "ann").map(\.id) == [id])
        #expect(uploads.hold([id], of: "bob").isEmpty)
        place.pass(.seconds(3601))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") != nil && uploads.file(other, of: "ann") == nil)
        uploads.release([id])
        place.pass(.seconds(3599))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") != nil)
        place.pass(.seconds(1))
        await uploads.deleteForgotten()
        #expect(uploads.use == (0, 0, 0))
        #expect(place.names == [])
    }

    @Test func afterARestartAFileIsKeptForADay() async throws {
        let id = try await add(place.open())
        try Data().write(to: place.url.appending(path: "\(FileID.random()).part"))
        try Data().write(to: place.url.appending(path: "\(FileID.random())"))
        try Data().write(to: place.url.appending(path: "notes.txt"))
        let uploads = try place.open()
        #expect(place.names == ["\(id)", "\(id).info", "notes.txt"])
        #expect(uploads.file(id, of: "ann")?.name == "a.png")
        place.pass(.seconds(23 * 3600))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") != nil)
        place.pass(.seconds(2 * 3600))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") == nil)
    }

    /// Its page was open the whole time, and comes back when the server does.
    @Test func anOldFileIsKeptForAnHourAfterARestart() async throws {
        let id = try await add(place.open())
        place.pass(.seconds(48 * 3600))
        let uploads = try place.open()
        place.pass(.seconds(3500))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") != nil)
        place.pass(.seconds(101))
        await uploads.deleteForgotten()
        #expect(uploads.file(id, of: "ann") == nil)
    }

    @Test func theFilesOfAGroupThatWaitHaveALimit() throws {
        var limits = UploadLimits()
        limits.filesPerGroup = 2
        var index = UploadIndex(limits)
        let first = FileID.random()
        try index.begin(first, named: "a", bytes: 1, of: "ann", from: "g", at: .zero)
        try index.begin(.random(), named: "a", bytes: 1, of: "bob", from: "g", at: .zero)
        #expect(throws: FileRefusal.tooMany) {
            try index.begin(.random(), named: "a", bytes: 1, of: "cid", from: "g", at: .zero)
        }
        try index.begin(.random(), named: "a", bytes: 1, of: "cid", from: "h", at: .zero)
        index.remove(first)
        try index.begin(.random(), named: "a", bytes: 1, of: "cid", from: "g", at: .zero)
    }

    @Test func aFileThatIsOnItsWayCountsWithAllThatItMayHave() throws {
        var limits = UploadLimits()
        limits.bytesPerOwner = 100
        var index = UploadIndex(limits)
        let id = FileID.random()
        try index.begin(id, named: "a", bytes: 60, of: "ann", from: "g", at: .zero)
        #expect(throws: FileRefusal.tooMany) {
            try index.begin(.random(), named: "b", bytes: 60, of: "ann", from: "g", at: .zero)
        }
        #expect(index.file(id, of: "ann") == nil)
        index.finish(id, bytes: 40, at: .zero)
        try index.begin(.random(), named: "b", bytes: 60, of: "ann", from: "g", at: .zero)
    }

    @Test func theHourOfAnOwnerEnds() throws {
        var limits = UploadLimits()
        limits.filesPerHour = 3
        var index = UploadIndex(limits)
        for _ in 0..<3 {
            let id = FileID.random()
            try index.begin(id, named: "a", bytes: 1, of: "ann", from: nil, at: .seconds(10_000))
            index.remove(id)
        }
        #expect(throws: FileRefusal.tooMany) {
            try index.begin(.random(), named: "a", bytes: 1, of: "ann", from: nil, at: .seconds(13_599))
        }
        try index.begin(.random(), named: "a", bytes: 1, of: "ann", from: nil, at: .seconds(13_600))
    }

    @Test func aGroupTakesNoMoreThanItsPlaces() {
        var limits = UploadLimits()
        limits.transfers = 4
        limits.transfersPerGroup = 2
        var index = UploadIndex(limits)
        let taken = ["g", "g", "g", nil, nil, nil].map { index.takePlace(of: $0) }
        #expect(taken == [true, true, false, true, true, false])
        index.leavePlace(of: "g")
        let again = index.takePlace(of: "h")
        #expect(again)
    }
}
