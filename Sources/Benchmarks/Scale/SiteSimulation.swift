import Foundation
import HeapModule
import StreamsTesting

/// Changes of one partition of a site, in virtual time: each is made on a node, is committed, and is heard by all nodes,
/// of which some have pages that show it. Then a node ends, and its pages come back to the others.
struct SiteSimulation {
    /// The figures of a run. Times are in microseconds.
    struct Result {
        var median = 0.0
        var slow = 0.0
        /// Time until the pages of a node that has ended are live on the others.
        var recovery = 0.0
        /// The 99th percentile of the changes in that time.
        var slowMeanwhile = 0.0
        /// The busy part of the nodes' processors, of the server's, and of the time for commits.
        var nodeUse = 0.0
        var databaseUse = 0.0
        var commitUse = 0.0
    }

    /// Processors that take jobs in the order in which they come.
    private struct Station {
        private var free: Heap<Double>
        private(set) var busy = 0.0

        init(_ count: Int) { free = Heap(repeatElement(0, count: count)) }

        /// Returns when a job that comes at a time is done.
        mutating func run(_ time: Double, at now: Double) -> Double {
            let end = max(now, free.popMin() ?? now) + time
            free.insert(end)
            busy += time
            return end
        }
    }

    private struct Event: Comparable {
        enum Step { case begin, work, commit, tell, read, open }

        let time: Double
        let step: Step
        /// The number of the change or the page.
        let number: Int

        static func < (a: Self, b: Self) -> Bool { a.time < b.time }
    }

    private let site: ScaleSite
    private var generator: SeededGenerator
    private var events = Heap<Event>()
    private var nodes: [Station]
    private var database: Station
    private var commits = Station(1)
    private var begins: [Double] = []
    private var latencies: [(begin: Double, time: Double)] = []
    private var lastOpened = 0.0

    /// Seconds of changes before a node ends, and after it.
    private static let seconds = (before: 40.0, after: 20.0)

    init(_ site: ScaleSite, seed: UInt64) {
        self.site = site
        generator = SeededGenerator(seed: seed)
        nodes = Array(repeating: Station(site.machines.cores), count: site.nodes)
        database = Station(site.machines.databaseCores)
    }

    func run() -> Result {
        var simulation = self
        return simulation.play()
    }

    private mutating func play() -> Result {
        let end = Self.seconds.before * 1e6
        let interval = 1e6 * Double(site.partitions) / site.load.changes
        var time = 0.0
        while time < end + Self.seconds.after * 1e6 {
            time += interval * exponential()
            begins.append(time)
            events.insert(Event(time: time, step: .begin, number: begins.count - 1))
        }
        while let event = events.min, event.time < end { step(events.popMin() ?? event) }
        var result = Result()
        let cores = Double(site.machines.cores * nodes.count)
        result.nodeUse = nodes.reduce(0) { $0 + $1.busy } / end / cores
        result.databaseUse = database.busy / end / Double(site.machines.databaseCores)
        result.commitUse = commits.busy / end
        (result.median, result.slow) = (percentile(50, from: 0), percentile(99, from: 0))
        // The last node ends. Its pages open their streams again after 125 to 250 ms, elsewhere.
        nodes.removeLast()
        for number in 0..<site.pagesOfNode {
            let time = end + .random(in: 125_000...250_000, using: &generator)
            events.insert(Event(time: time, step: .read, number: number))
        }
        while let event = events.popMin() { step(event) }
        // A node may have had no page.
        lastOpened = max(lastOpened, end)
        result.recovery = lastOpened - end
        result.slowMeanwhile = percentile(99, from: end, to: lastOpened)
        return result
    }

    private mutating func step(_ event: Event) {
        let (load, now) = (site.load, event.time)
        func then(_ step: Event.Step, at time: Double) {
            events.insert(Event(time: time, step: step, number: event.number))
        }
        switch event.step {
        case .begin: then(.work, at: run(load.write - load.show, on: anyNode(), at: now))
        case .work: then(.commit, at: database.run(load.database * exponential(), at: now))
        case .commit: then(.tell, at: commits.run(load.commit * exponential(), at: now))
        case .tell:
            // Each page may be on any node.
            var pages = Array(repeating: 0, count: nodes.count)
            for _ in 0..<pageCount() { pages[anyNode()] += 1 }
            var last = now
            for (node, count) in pages.enumerated() {
                let heard = run(load.hear + Double(count) * load.show, on: node, at: now)
                if count > 0 { last = max(last, heard) }
            }
            latencies.append((begins[event.number], last - begins[event.number]))
        case .read: then(.open, at: database.run(load.openDatabase * exponential(), at: now))
        case .open:
            // The page, and the stream that it opens.
            lastOpened = max(lastOpened, run(load.open, on: anyNode(), at: now))
        }
    }

    private mutating func run(_ time: Double, on node: Int, at now: Double) -> Double {
        nodes[node].run(time * exponential(), at: now)
    }

    private mutating func anyNode() -> Int { .random(in: 0..<nodes.count, using: &generator) }

    /// Pages that show a change: one that made it, and others.
    private mutating func pageCount() -> Int {
        1 + Int((site.load.pagesOfOwner - 1) * exponential() + .random(in: 0..<1, using: &generator))
    }

    /// A random number of the exponential distribution with the mean 1: the time between events that don't depend on each
    /// other, and the time of jobs that differ much.
    private mutating func exponential() -> Double { -log(.random(in: .leastNonzeroMagnitude..<1, using: &generator)) }

    private func percentile(_ percent: Int, from begin: Double, to end: Double = .infinity) -> Double {
        let times = latencies.filter { (begin..<end).contains($0.begin) }.map(\.time).sorted()
        return times.isEmpty ? 0 : times[times.count * percent / 100]
    }
}
