import Live
import Testing

@Suite(.timeLimit(.minutes(15))) struct DraftTests {
    enum Field: CaseIterable { case title, text }

    static func draft(_ text: String = "", _ revision: Int = 0, _ beginning: Visit.Beginning = .opened) -> Draft<Field>
    {
        Draft(
            [.text: .init(text, revision: revision, page: "she"), .title: .init("")], page: "me", beginning: beginning)
    }

    // MARK: Basis

    @Test(arguments: ["0.k", "17.k2j", "3.k.2026-11-25", "9007199254740991.k"]) func aBasisIsReadAsItWasWritten(
        text: String
    ) throws {
        #expect(try #require(FieldBasis(text: text)).text == text)
    }

    @Test(arguments: [
        "", "0", ".", ".k", "1.", "1.K", "1.k-", "-1.k", "+1.k", "1.k.", "1.k.a.b", "99999999999999999999.k",
        "9223372036854775807.k", "9007199254740992.k",
        "1." + String(repeating: "k", count: 41), "١.k",
    ])
    func aTextThatNoPageHasWrittenIsNoBasis(text: String) { #expect(FieldBasis(text: text) == nil) }

    @Test func aFieldsBasisHasThePageAndTheNote() {
        var draft = Self.draft("hers", 3)
        draft.note = "note"
        #expect(draft.basis(of: .text) == "3.me.note" && draft.basis(of: .title) == "0.me.note")
    }

    // MARK: Following

    @Test func aFieldInWhichNobodyHasTypedFollows() {
        var draft = Self.draft("old", 1)
        draft.merge(.init("new", revision: 2), into: .text)
        #expect(draft[.text] == "new" && draft.conflicts.isEmpty && !draft.isUnstored(.text))
        #expect(draft.fill(of: .text) == FieldFill("new", basis: "2.me"))
    }

    @Test func aTextThatIsTypedStaysBesideTheOther() {
        var draft = Self.draft("old", 1)
        draft.type(FieldText("mine", basis: "1.me"), into: .text)
        draft.merge(.init("hers", revision: 2, page: "she", origin: .typed), into: .text)
        #expect(draft[.text] == "mine" && draft.base(of: .text) == 1)
        #expect(draft.conflicts == [.text: .init("hers", revision: 2, origin: .typed)])
        #expect(draft.undecided == [.text])
    }

    @Test func aRevisionThatLeavesTheTextAsItWasIsNoConflict() {
        var draft = Self.draft("old", 1)
        draft.type(FieldText("mine", basis: "1.me"), into: .text)
        draft.merge(.init("old", revision: 2), into: .text)
        #expect(draft.conflicts.isEmpty && draft.base(of: .text) == 2)
        // The page is told, or its next text would count as typed over something older.
        #expect(draft.fill(of: .text) == FieldFill("mine", basis: "2.me"))
    }

    @Test func thePagesOwnWriteIsNoConflict() {
        var draft = Self.draft()
        draft.type(FieldText("mi", basis: "0.me"), into: .text)
        draft.type(FieldText("mine", basis: "0.me"), into: .text)
        draft.merge(.init("mi", revision: 1, page: "me"), into: .text)
        #expect(draft[.text] == "mine" && draft.conflicts.isEmpty && draft.base(of: .text) == 1)
        // The browser's field still has the basis that it was rendered with.
        draft.type(FieldText("mine!", basis: "0.me"), into: .text)
        #expect(draft.conflicts.isEmpty)
    }

    @Test func aChoiceIsKeptWithoutAConflict() {
        var draft = Self.draft()
        draft.type(FieldText("yes"), into: .text)
        draft.merge(.init("no", revision: 1), into: .text, isChoice: true)
        #expect(draft[.text] == "yes" && draft.conflicts.isEmpty && draft.base(of: .text) == 1)
    }

    @Test func aTextInAnotherNormalizationFormIsAnotherText() {
        var draft = Self.draft("\u{E9}", 1)
        draft.type(FieldText("e\u{301}", basis: "1.me"), into: .text)
        #expect(draft.isUnstored(.text))
        draft.merge(.init("e\u{301}\u{301}", revision: 2), into: .text)
        let other = draft.conflicts
        draft.merge(.init("\u{E9}\u{301}", revision: 2), into: .text)
        #expect(draft.conflicts != other)
    }

    // MARK: Older bases

    @Test(arguments: [Visit.Beginning.opened, .restored, .posted])
    func aTextTypedOverAnOlderOneIsAConflict(beginning: Visit.Beginning) {
        var draft = Self.draft("hers", 2, beginning)
        draft.type(FieldText("mine", basis: "1.old"), into: .text)
        #expect(draft[.text] == "mine" && draft.conflicts[.text]?.text == "hers")
    }

    @Test func aBasisThatCanNotBeReadIsTheOldest() {
        var draft = Self.draft("hers", 2)
        draft.type(FieldText("mine", basis: "2"), into: .text)
        #expect(draft.conflicts[.text]?.text == "hers")
    }

    @Test func aTextWithoutABasisIsTakenAsItIs() {
        var draft = Self.draft("hers", 2)
        draft.type(FieldText("mine"), into: .text)
        #expect(draft[.text] == "mine" && draft.conflicts.isEmpty)
    }

    @Test func aTextTypedBeforeTheFollowedOneIsShownIsAConflict() {
        var draft = Self.draft()
        draft.merge(.init("hers", revision: 1, page: "me"), into: .text)
        draft.type(FieldText("mine", basis: "0.me"), into: .text)
        #expect(draft[.text] == "mine" && draft.conflicts[.text]?.text == "hers")
    }

    @Test func anEmptyFieldOfAPostedFormHasNothingToLoseUnlessItWasEmptied() {
        var draft = Self.draft("hers", 2, .posted)
        draft.type(FieldText("", basis: "0.old"), into: .text)
        #expect(draft[.text] == "hers" && draft.conflicts.isEmpty)
        draft.type(FieldText("", basis: "1.old"), into: .text)
        #expect(draft[.text].isEmpty && draft.conflicts[.text]?.text == "hers")
    }

    @Test func aPageThatGoesOnAsAnotherHasItsName() {
        var draft = Self.draft("hers", 2, .restored)
        #expect(draft.fill(of: .text) == FieldFill("hers", basis: "2.me"))
        draft.type(FieldText("mine", basis: "0.old"), into: .title)
        #expect(draft.page == "old")
        draft.type(FieldText("mine", basis: "0.older"), into: .title)
        #expect(draft.page == "old")
        var opened = Self.draft()
        opened.type(FieldText("mine", basis: "0.old"), into: .title)
        #expect(opened.page == "me")
    }

    // MARK: Choosing

    @Test func whoKeepsTheirTextReplacesTheOther() {
        var draft = Self.draft("hers", 2)
        draft.type(FieldText("mine", basis: "1.old"), into: .text)
        draft.keepMine(.text)
        #expect(draft[.text] == "mine" && draft.base(of: .text) == 2 && draft.conflicts.isEmpty)
        #expect(draft.fill(of: .text) == FieldFill("mine", basis: "2.me"))
    }

    @Test func whoTakesTheOtherHasAWayBack() {
        var draft = Self.draft("hers", 2)
        draft.type(FieldText("mine", basis: "1.old"), into: .text)
        draft.takeOther(.text)
        #expect(draft[.text] == "hers" && draft.undecided.isEmpty)
        #expect(draft.conflicts == [.text: .init("mine", revision: 0, origin: .replaced)])
        #expect(draft.fill(of: .text) == FieldFill("hers", basis: "2.me", isForced: true))
        draft.takeOther(.text)
        #expect(draft[.text] == "mine" && draft.isUnstored(.text))
    }

    @Test func aFieldIsBegunAnewOrItsTextIsAccepted() {
        var draft = Self.draft()
        draft.type(FieldText("mine", basis: "0.me"), into: .text)
        draft.accept(.init("min", revision: 1, page: "me"), in: .text)
        #expect(draft[.text] == "mine" && draft.isUnstored(.text) && draft.base(of: .text) == 1)
        draft.reset(.text, to: .init("", revision: 2))
        #expect(draft[.text].isEmpty && !draft.isUnstored(.text))
        #expect(draft.fill(of: .text) == FieldFill("", basis: "2.me"))
    }
}
