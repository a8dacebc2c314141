import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SchedulerInletTests {
    @Test func whatIsSentComesOutOnTheOwner() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet(Int.self)
            let history = Recording(received)
            inlet.send(1)
            #expect(history.events.isEmpty)
            await stage.settled()
            #expect(history.values == [1])
        }
    }

    @Test func unreadMailKeepsTheGraphUnsettled() async {
        await Stage.run { stage in
            let (inlet, _) = stage.scheduler.makeInlet(Int.self)
            #expect(stage.scheduler.isSettled)
            inlet.send(1)
            #expect(!stage.scheduler.isSettled)
            await stage.settled()
            #expect(stage.scheduler.isSettled)
        }
    }

    @Test func unreadValuesAreMergedInTheOrderInWhichTheyWereSent() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet([Int].self, merging: { $0 + $1 })
            let history = Recording(received)
            for number in 1...3 { inlet.send([number]) }
            await stage.settled()
            inlet.send([4])
            await stage.settled()
            #expect(history.values == [[1, 2, 3], [4]])
        }
    }

    @Test func mailThatIsNotReadWaitsAsOneMarkUntilItIs() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet([Int].self, merging: { $0 + $1 })
            let history = Recording(received)
            stage.scheduler.readsMail = false
            inlet.send([1])
            inlet.send([2])
            for _ in 0..<10 { await Task.yield() }
            #expect(history.events.isEmpty)
            stage.scheduler.readsMail = true
            #expect(history.values == [[1, 2]])
            #expect(stage.scheduler.isSettled)
            inlet.send([3])
            await stage.settled()
            #expect(history.values == [[1, 2], [3]])
        }
    }

    @Test func unreadMailCanBeTakenWithoutReadingOn() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet(Int.self)
            let history = Recording(received)
            stage.scheduler.readsMail = false
            inlet.send(1)
            stage.scheduler.takeMail()
            inlet.send(2)
            for _ in 0..<10 { await Task.yield() }
            #expect(history.values == [1])
            stage.scheduler.takeMail()
            #expect(history.values == [1, 2])
        }
    }

    @Test func onlyTheNewestUnreadValueIsKept() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet(Int.self)
            let history = Recording(received)
            for number in 1...10_000 { inlet.send(number) }
            await stage.settled()
            #expect(history.values == [10_000])
            inlet.send(1)
            await stage.settled()
            #expect(history.values == [10_000, 1])
        }
    }

    @Test func aFloodFromManyTasksEndsOnAValueThatWasSent() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet(Int.self)
            let history = Recording(received)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 { group.addTask { inlet.send(number) } }
            }
            await stage.settled()
            #expect(!history.values.isEmpty)
            #expect(history.values.count <= 100)
            #expect(Set(history.values).count == history.values.count)
        }
    }

    @Test func inletsDontMixTheirMail() async {
        await Stage.run { stage in
            let (first, numbers) = stage.scheduler.makeInlet(Int.self)
            let (second, words) = stage.scheduler.makeInlet(String.self)
            let (heardNumbers, heardWords) = (Recording(numbers), Recording(words))
            second.send("a")
            first.send(1)
            await stage.settled()
            #expect(heardNumbers.values == [1])
            #expect(heardWords.values == ["a"])
        }
    }

    @Test func mailAfterShutDownIsNotRead() async {
        await Stage.run { stage in
            let (inlet, received) = stage.scheduler.makeInlet(Int.self)
            let history = Recording(received)
            inlet.send(1)
            stage.scheduler.shutDown()
            inlet.send(2)
            await stage.settled()
            #expect(history.events.isEmpty)
        }
    }
}
