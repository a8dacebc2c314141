import Foundation
import Live
import LiveSQLite
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct MarketFilesTests {
    /// The files of the two pictures, as the server names them.
    private let shown = ["a", "b"].flatMap { letter in
        ["", "-small"].map { "\(String(repeating: letter, count: 32))-640x480\($0).jpg" }
    }

    /// Runs `body` with a database that shows two pictures, and the folder that it is in. There are more files beside it.
    private func withFiles(_ body: (_ database: String, _ folder: String) async throws -> Void) async throws {
        try await withTemporaryFile { path in
            let database = try SQLiteDatabase(.market, path: path)
            _ = try await MarketFixture(database).store.offer(
                .make("Chair", files: [shown[0], shown[2]]), by: .make("seller"), from: .init(), key: .make())
            try database.close()
            let pictures = MarketFiles.folder("pictures", beside: path)
            try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
            for name in shown + ["stray.jpg", ".new-half.jpg"] {
                try Data(name.utf8).write(to: URL(filePath: "\(pictures)/\(name)"))
            }
            try await body(path, URL(filePath: path).deletingLastPathComponent().path)
        }
    }

    /// The names of all files but those that SQLite has for a reader.
    private func files(_ folder: String) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") })
    }

    @Test func aBackupHasThePicturesThatItsDatabaseShowsAndIsItsOwnersAlone() async throws {
        try await withFiles { database, folder in
            let copy = "\(folder)/copy.sqlite"
            #expect(try MarketFiles.backUp(database, to: copy) == [])
            #expect(files("\(folder)/copy-pictures") == Set(shown))
            let bytes = FileManager.default.contents(atPath: "\(folder)/copy-pictures/\(shown[3])")
            #expect(bytes == Data(shown[3].utf8))
            for (path, mode) in [(copy, 0o600), ("\(folder)/copy-pictures", 0o700)] {
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
            }
            let restored = try MarketFixture(try SQLiteDatabase(.market, path: copy))
            #expect(try await restored.store.products(page: 1, matching: nil).rows.count == 1)
            try restored.database.close()
        }
    }

    @Test func aPictureThatIsMissingIsNamed() async throws {
        try await withFiles { database, folder in
            let pictures = MarketFiles.folder("pictures", beside: database)
            try FileManager.default.removeItem(atPath: "\(pictures)/\(shown[1])")
            #expect(try MarketFiles.backUp(database, to: "\(folder)/copy.sqlite") == [shown[1]])
            #expect(files("\(folder)/copy-pictures") == Set(shown).subtracting([shown[1]]))
        }
    }

    @Test(arguments: ["copy.sqlite", "copy-pictures"]) func nothingIsWrittenOver(name: String) async throws {
        try await withFiles { database, folder in
            try Data("mine".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            let before = files(folder)
            #expect(throws: (any Error).self) { try MarketFiles.backUp(database, to: "\(folder)/copy.sqlite") }
            #expect(files(folder) == before)
            #expect(FileManager.default.contents(atPath: "\(folder)/\(name)") == Data("mine".utf8))
        }
    }
}
