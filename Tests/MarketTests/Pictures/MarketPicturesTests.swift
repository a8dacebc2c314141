import Foundation
import Live
import LivePictures
import StreamsTesting
import Synchronization
import Testing

@testable import LiveHTTP
@testable import Market

@Suite(.timeLimit(.minutes(15))) struct MarketPicturesTests {
    private struct Failure: Error {}

    // MARK: Making

    @Test func aPictureHasTwoFilesUnderANameOfTheServers() async throws {
        try await withPictures { fixture in
            let picture = try await fixture.make(width: 2000, height: 1000)
            #expect(picture.width == 1600 && picture.height == 800)
            #expect(picture.file.wholeMatch(of: /[0-9a-f]{32}-1600x800\.jpg/) != nil)
            #expect(fixture.files == [picture.smallFile, picture.file].sorted())
            #expect(ProductPicture(file: picture.file) == picture)
            let small = Array(try Data(contentsOf: URL(filePath: "\(fixture.folder)/\(picture.smallFile)")))
            let size = try Picture.make(of: small, longerSides: [9999]).map { [$0.width, $0.height] }
            #expect(size == [[480, 240]])
            #expect(try await fixture.market.store.strayPictureFileCount() == 1)
            let another = try await fixture.make()
            #expect(another.file != picture.file)
        }
    }

    @Test func aFileThatIsNoPictureLeavesNothing() async throws {
        try await withPictures { fixture in
            let jpeg = PictureFixture.jpeg(40, 24)
            for (bytes, failure) in [
                ([], "refused notAPicture"), (Array("GIF89a".utf8), "refused notAPicture"),
                (Array(jpeg.dropLast(9)), "refused broken"),
                (jpeg + [UInt8](repeating: 0, count: 10 << 20), "refused tooManyBytes"),
                (PictureFixture.jpeg(20_001, 1), "refused tooManyPixels"),
            ] {
                let upload = try fixture.upload(bytes)
                await expectFailure(failure) {
                    try await fixture.pictures.make(of: upload, for: fixture.market.seller, from: Client())
                }
                #expect(FileManager.default.fileExists(atPath: upload.path))
            }
            await expectFailure("unavailable") {
                let none = WaitingFile(id: .random(), name: "none", byteCount: 1, path: "\(fixture.folder)/none")
                _ = try await fixture.pictures.make(of: none, for: fixture.market.seller, from: Client())
            }
            #expect(fixture.files == [] && fixture.pictures.size == 0)
            #expect(try await fixture.market.store.strayPictureFileCount() == 0)
        }
    }

    @Test func aFileIsNotedBeforeItIsWritten() async throws {
        let names = Recorder<String>()
        let isFailing = Atomic(false)
        try await withPictures { store, _ in
            store.beforeAdding = { picture in
                names.add(picture.file)
                if isFailing.load(ordering: .relaxed) { throw Failure() }
            }
        } _: { fixture in
            // The folder can't be written into any more.
            try FileManager.default.removeItem(atPath: fixture.folder)
            await expectFailure("unavailable") { try await fixture.make() }
            #expect(names.take().count == 1)
            #expect(try await fixture.market.store.strayPictureFileCount() == 1)
            try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
            // What can't be noted is not written.
            isFailing.store(true, ordering: .relaxed)
            await expectFailure("unavailable") { try await fixture.make() }
            #expect(names.take().count == 1)
            #expect(fixture.files == [] && fixture.pictures.size == 0)
        }
    }

    @Test func theFolderHasALimitInBytesAndInUploads() async throws {
        var limits = MarketPictures.Limits()
        limits.strays = 2
        try await withPictures(limits: limits) { fixture in
            let first = try await fixture.make()
            _ = try await fixture.make()
            await expectFailure("full") { try await fixture.make() }
            // One that a product shows is no upload any more.
            try await fixture.offer([first])
            _ = try await fixture.make()
            await expectFailure("full") { try await fixture.make() }
            #expect(fixture.files.count == 6)
        }
        limits.bytes = 1000
        try await withPictures(limits: limits) { fixture in
            await expectFailure("full") { try await fixture.make(width: 400, height: 400) }
            #expect(fixture.files == [] && fixture.pictures.size == 0)
        }
    }

    @Test func whoSendsMoreAtOnceThanIsAllowedIsToldSo() async throws {
        var work = WorkQueue.Limits()
        (work.jobsPerOwner, work.jobs) = (1, 2)
        let gate = Gate()
        try await withPictures(work: work) { store, _ in
            store.beforeCounting = { try await gate.pass() }
        } _: { fixture in
            async let first = fixture.make(by: fixture.market.seller)
            await gate.arrivals()
            await expectFailure("busy") { try await fixture.make(by: fixture.market.seller) }
            gate.open()
            _ = try await first
            _ = try await fixture.make(by: fixture.market.seller)
            #expect(fixture.files.count == 4)
        }
    }

    @Test func aFileIsMadeAPictureOnceAsLongAsThatIsThere() async throws {
        try await withPictures { fixture in
            let upload = try fixture.upload(PictureFixture.jpeg(40, 24))
            func make() async throws -> ProductPicture {
                try await fixture.pictures.make(of: upload, for: fixture.market.seller, from: Client())
            }
            let first = try await make()
            #expect(try await make() == first)
            #expect(fixture.files.count == 2)
            fixture.market.clock.advance(by: 86_400)
            #expect(try await fixture.pictures.deleteStrays() == 1)
            let second = try await make()
            #expect(second != first && fixture.has(second))
            // A file that is missing for any other reason.
            try FileManager.default.removeItem(atPath: "\(fixture.folder)/\(second.file)")
            await expectFailure("gone") { try await fixture.offer([second]) }
            let third = try await make()
            #expect(third != second && fixture.has(third))
            fixture.pictures.forget([upload.id])
            #expect(try await make() != third)
        }
    }

    @Test func aNetworkHasAShareOfThePicturesWhateverItsVisitors() async throws {
        var limits = MarketPictures.Limits()
        limits.uploadsPerHour = 2
        try await withPictures(limits: limits) { fixture in
            let (here, there) = (Client(address: "192.0.2.7"), Client(address: "192.0.2.8"))
            _ = try await fixture.make(by: fixture.market.seller, from: here)
            _ = try await fixture.make(by: fixture.market.buyer, from: here)
            await expectFailure("full") { try await fixture.make(by: fixture.market.stranger, from: here) }
            _ = try await fixture.make(by: fixture.market.stranger, from: there)
            // An address that tells nothing has no share; its visitors do.
            for _ in 0..<2 { _ = try await fixture.make(by: fixture.market.seller) }
            await expectFailure("full") { try await fixture.make(by: fixture.market.seller) }
            _ = try await fixture.make(by: fixture.market.buyer)
            fixture.market.clock.advance(by: 3_600)
            _ = try await fixture.make(by: fixture.market.stranger, from: here)
        }
    }

    @Test func visitorsOfANetworkWaitForEachOther() async throws {
        var work = WorkQueue.Limits()
        (work.jobsPerOwner, work.jobs) = (1, 9)
        let gate = Gate()
        try await withPictures(work: work) { store, _ in
            store.beforeCounting = { try await gate.pass() }
        } _: { fixture in
            let client = Client(address: "192.0.2.7")
            async let first = fixture.make(by: fixture.market.seller, from: client)
            await gate.arrivals()
            await expectFailure("busy") { try await fixture.make(by: fixture.market.buyer, from: client) }
            gate.open()
            _ = try await first
        }
    }

    @Test func whatIsKnownOfMadePicturesIsBounded() throws {
        var made = MadePictures()
        let ids = (0...MadePictures.limit).map { _ in FileID.random() }
        for (number, id) in ids.enumerated() { made.add(try .make("file-\(number).jpg"), of: id) }
        #expect(made[ids[0]] == nil)
        #expect(made[ids[1]] != nil && made[ids[MadePictures.limit]] != nil)
    }

    // MARK: Deleting

    @Test func whatNoProductShowsIsDeletedAfterADay() async throws {
        try await withPictures { fixture in
            let (shown, had, old) = (try await fixture.make(), try await fixture.make(), try await fixture.make())
            let product = try await fixture.offer([shown, had])
            #expect(try await fixture.pictures.deleteStrays() == 0)
            fixture.market.clock.advance(by: 86_399)
            let new = try await fixture.make()
            #expect(try await fixture.pictures.deleteStrays() == 0)
            fixture.market.clock.advance(by: 1)
            #expect(try await fixture.pictures.deleteStrays() == 1)
            #expect(fixture.has(shown) && fixture.has(had) && fixture.has(new) && !fixture.has(old))
            // A picture that a product had is deleted at the next time.
            _ = try await fixture.market.store.edit(
                product.id, .make(files: [shown.file]), from: 1, by: .visitor(fixture.market.seller))
            #expect(try await fixture.pictures.deleteStrays() == 1)
            #expect(fixture.files == [shown.file, shown.smallFile, new.file, new.smallFile].sorted())
            try await fixture.market.store.remove(product.id, by: .visitor(fixture.market.seller))
            fixture.market.clock.advance(by: 86_400)
            #expect(try await fixture.pictures.deleteStrays() == 2)
            #expect(fixture.files == [] && fixture.pictures.size == 0)
            #expect(try await fixture.market.store.strayPictureFiles(until: .distantFuture, limit: 9) == [])
        }
    }

    @Test func manyStraysAreDeletedInSlices() async throws {
        let slices = Recorder<Int>()
        try await withPictures { store, _ in
            store.beforeForgetting = { slices.add($0.count) }
        } _: { fixture in
            for number in 0..<450 {
                try await fixture.market.store.addPictureFile(.make("file-\(number).jpg"))
                if number % 9 == 0 { try Data([1]).write(to: URL(filePath: "\(fixture.folder)/file-\(number).jpg")) }
            }
            fixture.market.clock.advance(by: 86_400)
            #expect(try await fixture.pictures.deleteStrays() == 450)
            #expect(slices.messages == [200, 200, 50])
            #expect(fixture.files == [])
        }
    }

    @Test func nothingThatIsBeingUsedIsDeleted() async throws {
        try await withPictures { fixture in
            let picture = try await fixture.make()
            fixture.market.clock.advance(by: 86_400)
            try await fixture.pictures.using([picture]) {
                // Twice, as two forms can.
                try await fixture.pictures.using([picture]) {}
                #expect(try await fixture.pictures.deleteStrays() == 0)
            }
            #expect(fixture.has(picture))
            #expect(try await fixture.pictures.deleteStrays() == 1)
            await expectFailure("gone") { try await fixture.offer([picture]) }
        }
    }

    @Test func nothingThatIsBeingDeletedIsUsed() async throws {
        let gate = Gate()
        try await withPictures { store, _ in
            store.beforeForgetting = { _ in try await gate.pass() }
        } _: { fixture in
            let picture = try await fixture.make()
            fixture.market.clock.advance(by: 86_400)
            async let count = fixture.pictures.deleteStrays()
            await gate.arrivals()
            await expectFailure("gone") { try await fixture.offer([picture]) }
            gate.open()
            #expect(try await count == 1)
        }
    }

    @Test func aPictureThatIsOfferedWhileStraysAreLookedForStays() async throws {
        // The product gets it between the first look and the deletion.
        let offer = Mutex<(@Sendable () async throws -> Void)?>(nil)
        try await withPictures { store, _ in
            store.afterFinding = { files in
                guard !files.isEmpty, let offer = offer.withLock({ $0.take() }) else { return }
                try await offer()
            }
        } _: { fixture in
            let (offered, other) = (try await fixture.make(), try await fixture.make())
            fixture.market.clock.advance(by: 86_400)
            let market = fixture.market
            let pictures = fixture.pictures
            offer.withLock {
                $0 = {
                    try await pictures.using([offered]) {
                        _ = try await market.store.offer(
                            .make(files: [offered.file]), by: market.seller, from: Client(), key: .make())
                    }
                }
            }
            #expect(try await pictures.deleteStrays() == 1)
            #expect(fixture.has(offered) && !fixture.has(other))
        }
    }

    @Test func aRestartGoesOnWithWhatIsThere() async throws {
        try await withPictures { fixture in
            let picture = try await fixture.make()
            try Data([1, 2, 3]).write(to: URL(filePath: "\(fixture.folder)/.new-unfinished.jpg"))
            let again = try MarketPictures(folder: fixture.folder, store: fixture.store)
            #expect(fixture.files == [picture.file, picture.smallFile].sorted())
            #expect(again.size == fixture.pictures.size && again.size > 0)
        }
    }

    @Test func namesThatTheServerWouldNotGiveAreNoPictures() {
        let name = String(repeating: "a", count: 32)
        #expect(ProductPicture(file: "\(name)-1x2.jpg") != nil)
        for other in [
            "", "\(name).jpg", "\(name)-0x2.jpg", "\(name)-1x20001.jpg", "\(name)-1x2.png", "\(name)-1x2-small.jpg",
            "../\(name)-1x2.jpg", "\(name.uppercased())-1x2.jpg", "\(name)-1x2.jpg\n", "\(name)-1x123456.jpg",
        ] {
            #expect(ProductPicture(file: other) == nil, "\(other)")
        }
    }
}
