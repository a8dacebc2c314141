import Streams
import Testing

@Suite(.leavesNothing) struct SchedulerInletTests {
    @Test func whatIsSentComesOutOnTheOwner() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet(Int.self)
            let history = History(received)
            inlet.send(1)
            #expect(history.events.isEmpty)
            await owner.settled()
            #expect(history.elements == [1])
        }
    }

    @Test func unreadMailKeepsTheGraphUnsettled() async {
        await Owner.run { owner in
            let (inlet, _) = owner.scheduler.makeInlet(Int.self)
            #expect(owner.scheduler.isSettled)
            inlet.send(1)
            #expect(!owner.scheduler.isSettled)
            await owner.settled()
            #expect(owner.scheduler.isSettled)
        }
    }

    @Test func unreadValuesAreMergedInTheOrderInWhichTheyWereSent() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet([Int].self, merging: { $0 + $1 })
            let history = History(received)
            for number in 1...3 { inlet.send([number]) }
            await owner.settled()
            inlet.send([4])
            await owner.settled()
            #expect(history.elements == [[1, 2, 3], [4]])
        }
    }

    @Test func mailThatIsNotReadWaitsAsOneMarkUntilItIs() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet([Int].self, merging: { $0 + $1 })
            let history = History(received)
            owner.scheduler.readsMail = false
            inlet.send([1])
            inlet.send([2])
            for _ in 0..<10 { await Task.yield() }
            #expect(history.events.isEmpty)
            owner.scheduler.readsMail = true
            #expect(history.elements == [[1, 2]])
            #expect(owner.scheduler.isSettled)
            inlet.send([3])
            await owner.settled()
            #expect(history.elements == [[1, 2], [3]])
        }
    }

    @Test func unreadMailCanBeTakenWithoutReadingOn() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet(Int.self)
            let history = History(received)
            owner.scheduler.readsMail = false
            inlet.send(1)
            owner.scheduler.takeMail()
            inlet.send(2)
            for _ in 0..<10 { await Task.yield() }
            #expect(history.elements == [1])
            owner.scheduler.takeMail()
            #expect(history.elements == [1, 2])
        }
    }

    @Test func onlyTheNewestUnreadValueIsKept() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet(Int.self)
            let history = History(received)
            for number in 1...10_000 { inlet.send(number) }
            await owner.settled()
            #expect(history.elements == [10_000])
            inlet.send(1)
            await owner.settled()
            #expect(history.elements == [10_000, 1])
        }
    }

    @Test func aFloodFromManyTasksEndsOnAValueThatWasSent() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet(Int.self)
            let history = History(received)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 { group.addTask { inlet.send(number) } }
            }
            await owner.settled()
            #expect(!history.elements.isEmpty)
            #expect(history.elements.count <= 100)
            #expect(Set(history.elements).count == history.elements.count)
        }
    }

    @Test func inletsDontMixTheirMail() async {
        await Owner.run { owner in
            let (first, numbers) = owner.scheduler.makeInlet(Int.self)
            let (second, words) = owner.scheduler.makeInlet(String.self)
            let (heardNumbers, heardWords) = (History(numbers), History(words))
            second.send("a")
            first.send(1)
            await owner.settled()
            #expect(heardNumbers.elements == [1])
            #expect(heardWords.elements == ["a"])
        }
    }

    @Test func mailAfterShutDownIsNotRead() async {
        await Owner.run { owner in
            let (inlet, received) = owner.scheduler.makeInlet(Int.self)
            let history = History(received)
            inlet.send(1)
            owner.scheduler.shutDown()
            inlet.send(2)
            await owner.settled()
            #expect(history.events.isEmpty)
        }
    }
}
