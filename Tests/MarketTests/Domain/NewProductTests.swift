import Live
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct NewProductTests {
    private func faults(_ form: ProductForm, stock: ClosedRange<Int> = NewProduct.offeredStock) -> [ProductField:
        ProductFault]
    {
        do {
            _ = try NewProduct(form, stock: stock)
            return [:]
        } catch {
            return error.fields
        }
    }

    @Test func aFormIsReadAsItIsTyped() throws {
        var form = try ProductForm.make(
            " A\tchair\n", price: "12,000", bargain: "₩9,000", stock: "9999", description: " Made of wood.\r\nHeavy. ",
            files: ["a.jpg", "b.png"])
        let product = try NewProduct(form)
        #expect(product.name.text == "A chair")
        #expect(product.description.text == "Made of wood.\r\nHeavy.")
        #expect(product.price == ProductPrice(list: Won(clamping: 12_000), bargain: Won(clamping: 9_000)))
        #expect(product.stock == 9_999 && product.pictures.map(\.file) == ["a.jpg", "b.png"])
        // Blanks are no bargain price.
        form.bargainPrice = " \u{200B}"
        #expect(try NewProduct(form).price.bargain == nil)
    }

    @Test func allFaultsOfAFormAreFoundAtOnce() throws {
        #expect(
            faults(ProductForm()) == [
                .name: .text(.missing), .description: .text(.missing), .price: .number(.missing),
                .stock: .number(.missing), .pictures: .pictureIsMissing,
            ])
        let form = try ProductForm.make(
            String(repeating: "x", count: 61), price: "100000001", bargain: "many", stock: "0",
            description: String(repeating: "y", count: 1_001), files: (0..<6).map { "\($0).jpg" })
        #expect(
            faults(form) == [
                .name: .text(.tooLong(count: 61, limit: 60)),
                .description: .text(.tooLong(count: 1_001, limit: 1_000)),
                .price: .number(.outOfRange(1...100_000_000)), .bargainPrice: .number(.notANumber),
                .stock: .number(.outOfRange(1...9_999)), .pictures: .tooManyPictures,
            ])
    }

    @Test(arguments: [
        ("1000", "1000", ProductFault.notBelowPrice), ("1000", "1001", .notBelowPrice),
        ("1", "1", .notBelowPrice), ("1000", "0", .number(.outOfRange(1...100_000_000))),
        ("1000", "x", .number(.notANumber)),
    ])
    func aBargainPriceIsRefusedAtItsField(price: String, bargain: String, fault: ProductFault) throws {
        #expect(faults(try .make(price: price, bargain: bargain)) == [.bargainPrice: fault])
    }

    @Test func aBargainPriceIsNotComparedWithAPriceThatIsNone() throws {
        #expect(faults(try .make(price: "x", bargain: "5")) == [.price: .number(.notANumber)])
    }

    @Test func theSmallestAndTheLargestAreTaken() throws {
        let smallest = try ProductForm.make("가", price: "1", stock: "1", description: "나")
        let largest = try ProductForm.make(
            String(repeating: "👨‍👩‍👧‍👦x", count: 30), price: "100000000", bargain: "99999999", stock: "9999",
            description: String(repeating: "가", count: 1_000), files: (0..<5).map { "\($0).jpg" })
        #expect(faults(smallest) == [:] && faults(largest) == [:])
    }

    @Test func anEditCanSetTheStockToNothing() throws {
        #expect(faults(try .make(stock: "0"), stock: NewProduct.editedStock) == [:])
        let most = ProductFault.number(.outOfRange(0...9_999))
        #expect(faults(try .make(stock: "10000"), stock: NewProduct.editedStock) == [.stock: most])
    }

    @Test func aPictureIsTakenOnce() throws {
        #expect(faults(try .make(files: ["a.jpg", "a.jpg"])) == [.pictures: .tooManyPictures])
    }

    @Test func theFormOfAProductHasNoFaultsAndItsFields() async throws {
        try await withMarket { fixture in
            let product = try await fixture.offer("A chair", price: 5_000, bargain: 4_000, stock: 7)
            let fields = try NewProduct(ProductForm(product))
            #expect(fields.name == product.name && fields.description == product.description)
            #expect(fields.price == product.price && fields.stock == 7 && fields.pictures == product.pictures)
        }
    }

    /// Texts that take longest to read, or that mean something else to a program behind.
    static let hostile = [
        String(repeating: "x", count: 1 << 20), String(repeating: " ", count: 1 << 20),
        "a" + String(repeating: "\u{301}", count: 1 << 19), String(repeating: "\u{301}", count: 1 << 19),
        String(repeating: "👨‍👩‍👧‍👦", count: 1 << 15), String(repeating: "\0", count: 1 << 20),
        String(repeating: "\u{1100}", count: 1 << 18), String(repeating: "\u{FDFA}", count: 1 << 18),
        String(repeating: "\r\n", count: 1 << 19), String(repeating: "\u{202E}", count: 1 << 18),
    ]

    @Test(arguments: hostile.indices) func aMegabyteIsRefused(index: Int) throws {
        let text = Self.hostile[index]
        let form = try ProductForm.make(text, price: text, bargain: text, stock: text, description: text)
        let faults = faults(form)
        #expect(Set(faults.keys) == [.name, .description, .price, .bargainPrice, .stock])
        #expect(throws: TextFault.self) { try Keyword(text) }
    }

    @Test func aTextIsKeptToTheByte() throws {
        // From right to left, decomposed, with a byte that is no Unicode and a NUL.
        let surrogate = String(decoding: [0x61, 0xED, 0xA0, 0x80], as: UTF8.self)
        for text in ["שלום עולם", "e\u{301}", "\u{E9}", "\u{202E}abc", surrogate] {
            #expect(try Array(ProductName(text).text.utf8) == Array(text.utf8))
            #expect(try Array(ProductDescription(text + "\0" + text).text.utf8) == Array((text + "\0" + text).utf8))
        }
        #expect(try ProductName("e\u{301}") != ProductName("\u{E9}"))
        // A name has one line.
        #expect(try ProductName("a\0b\u{2028}c\r\nd").text == "a b c d")
        #expect(throws: TextFault.missing) { try ProductName("\0\u{200B}\u{2800}") }
        #expect(throws: TextFault.tooManyMarks) { try ProductName("a" + String(repeating: "\u{301}", count: 500)) }
    }
}
