import ArgumentParser
import Foundation

/// Works out what a site of many open pages needs, and simulates it in virtual time.
struct ScaleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "What a million open pages need: nodes, memory, connections, notifications, and their price.",
        discussion: """
            First with one PostgreSQL server, of whose changes every node hears. Then with partitions: a server and nodes of their \
            own for each part of the owners. Both are sized so that no processor is busy for more than its share, and that a \
            partition goes on without one of its nodes. Then the changes of a minute are simulated, and the end of a node.

            The times of a change and a page are from `Benchmarks processes` on two virtual processors, without that of hearing, \
            the memory of a page in the heap from `Benchmarks cost`. The time of a commit, the memory of a connection and the prices \
            are assumptions: give your own. Left out are the time on the network, the proxy, standby servers, disks and backups.
            """)

    @OptionGroup var load: ScaleLoad
    @OptionGroup var machines: ScaleMachines
    @OptionGroup var prices: ScalePrices

    @Option(help: "Seed of the simulation.")
    var seed: UInt64 = 1

    func validate() throws {
        let times = [load.write, load.show, load.hear, load.open, load.database, load.openDatabase, load.commit]
        let limits: [(name: String, figure: Double, range: ClosedRange<Double>)] =
            [
                ("pages", Double(load.pages), 10_000...100_000_000), ("changes", load.changes, 1...1_000_000),
                ("pages-of-owner", load.pagesOfOwner, 1...100), ("page-memory", load.pageMemory, 1_000...10_000_000),
                ("cores", Double(machines.cores), 1...1_024), ("memory", machines.memory, 1...100_000),
                ("database-cores", Double(machines.databaseCores), 1...1_024),
                ("database-memory", machines.databaseMemory, 1...100_000),
                ("connections", Double(machines.connections), 1...10_000), ("share", machines.share, 0.01...0.99),
                ("recovery", machines.recovery, 0.3...3_600), ("core", prices.core, 0...1e6),
                ("gibibyte", prices.gibibyte, 0...1e6), ("traffic", prices.traffic, 0...1e6),
                ("bytes", prices.bytes, 0...1e9),
            ] + times.map { ("times of a change and a page", $0, 1...1e7) }
        for (name, figure, range) in limits where !range.contains(figure) {
            throw ValidationError("\(name): \(figure) isn't between \(range.lowerBound) and \(range.upperBound).")
        }
        guard load.write >= load.show else {
            throw ValidationError("The time to write includes that to show it on the same page: it isn't shorter.")
        }
    }

    func run() {
        print(
            """
            \(Self.number(load.pages)) open pages, \(Self.number(Int(load.changes))) changes a second

            | | one server | partitions |
            |---|---|---|
            """)
        let sites = [ScaleSite(load, machines, partitions: 1), ScaleSite(load, machines)]
        let reports = sites.map { site in
            site.map { ScaleReport($0, prices, SiteSimulation($0, seed: seed).run()) }
        }
        for (name, value) in ScaleReport.rows {
            print("| \(name) | \(reports.map { $0.map(value) ?? "–" }.joined(separator: " | ")) |")
        }
        print("\nOne server is enough for \(Self.number(load.changesOfServer(machines))) changes a second.")
    }

    static func number(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en"))) }
}

/// Pages, changes, and what each of them takes. All times are in microseconds.
struct ScaleLoad: ParsableArguments {
    @Option(help: "Open pages.")
    var pages = 1_000_000

    @Option(help: "Changes a second.")
    var changes = 10_000.0

    @Option(help: "Open pages that show the same owner's goals, on average.")
    var pagesOfOwner = 2.0

    @Option(help: "Processor time of the node that makes a change and shows it, in µs.")
    var write = 1_700.0

    @Option(help: "Processor time of a node to show a change on a page, in µs.")
    var show = 650.0

    @Option(help: "Processor time of a node to hear a change that none of its pages shows, in µs.")
    var hear = 200.0

    @Option(help: "Processor time of a node to take a page up, in µs.")
    var open = 1_000.0

    @Option(help: "Processor time of PostgreSQL for a change, in µs.")
    var database = 2_000.0

    @Option(help: "Processor time of PostgreSQL to read a page, in µs.")
    var openDatabase = 500.0

    @Option(help: "Time of a commit with its notification, in µs: the next one waits for it.")
    var commit = 500.0

    @Option(help: "Memory of a page, in bytes: the session, its view model, its connection and that of the proxy.")
    var pageMemory = 65_000.0

    /// Changes a second that one server commits.
    func changesOfServer(_ machines: ScaleMachines) -> Int {
        Int(machines.share * 1e6 * min(1 / commit, Double(machines.databaseCores) / database))
    }

    /// Processor time of the nodes for a change, without that of hearing it, in µs.
    var shown: Double { write + (pagesOfOwner - 1) * show }
}

/// Machines of a site.
struct ScaleMachines: ParsableArguments {
    @Option(help: "Cores of a node.")
    var cores = 8

    @Option(help: "Memory of a node, in GiB.")
    var memory = 32.0

    @Option(help: "Cores of a server of PostgreSQL.")
    var databaseCores = 16

    @Option(help: "Memory of a server of PostgreSQL, in GiB.")
    var databaseMemory = 64.0

    @Option(help: "Connections of a node for its jobs; one more listens.")
    var connections = 8

    @Option(help: "The part of a machine that is used at most.")
    var share = 0.6

    @Option(help: "Time within which the pages of a node that has ended are live again, in s.")
    var recovery = 2.5
}

/// Prices for a month, in dollars.
struct ScalePrices: ParsableArguments {
    @Option(help: "Price of a core for a month.")
    var core = 22.0

    @Option(help: "Price of a GiB of memory for a month.")
    var gibibyte = 2.0

    @Option(help: "Price of a GB that is sent.")
    var traffic = 0.05

    @Option(help: "Bytes that are sent for a change on a page.")
    var bytes = 1_500.0
}

/// A site of a size that is enough for its load.
struct ScaleSite {
    let load: ScaleLoad
    let machines: ScaleMachines
    /// Servers of PostgreSQL, each for a part of the owners.
    let partitions: Int
    /// Nodes of a partition.
    let nodes: Int

    /// Returns nil if there aren't enough partitions for the commits.
    ///
    /// - Parameter partitions: nil for the least number.
    init?(_ load: ScaleLoad, _ machines: ScaleMachines, partitions: Int? = nil) {
        let least = Int((load.changes / Double(max(load.changesOfServer(machines), 1))).rounded(.up))
        if let partitions, partitions < least { return nil }
        let count = partitions ?? least
        (self.load, self.machines, self.partitions) = (load, machines, count)
        let (changes, pages) = (load.changes / Double(count), Double(load.pages) / Double(count))
        // Each hears all changes of its partition, and shows its part of them.
        let (heard, shown) = (changes * load.hear / 1e6, changes * load.shown / 1e6)
        let free = Double(machines.cores) * machines.share - heard
        guard free > 0 else { return nil }
        let memory = pages * load.pageMemory / (machines.memory * 1_073_741_824 * machines.share)
        // One more than is needed: any of them may end, and the others take up its pages beside all else.
        var nodes = Int(max(memory, shown / free).rounded(.up)) + 1
        func returning() -> Double {
            let others = Double((nodes - 1) * machines.cores) - shown - heard * Double(nodes - 1)
            return pages / Double(nodes) * load.open / 1e6 / others
        }
        while returning() > machines.recovery - 0.25 { nodes += 1 }
        self.nodes = nodes
    }

    var allNodes: Int { partitions * nodes }
    var pagesOfNode: Int { load.pages / allNodes }
}

/// The figures of a site.
struct ScaleReport {
    private let site: ScaleSite
    private let prices: ScalePrices
    private let run: SiteSimulation.Result

    init(_ site: ScaleSite, _ prices: ScalePrices, _ run: SiteSimulation.Result) {
        (self.site, self.prices, self.run) = (site, prices, run)
    }

    static var rows: [(name: String, value: (ScaleReport) -> String)] {
        [
            ("servers of PostgreSQL", { "\($0.site.partitions)" }),
            ("nodes", { "\($0.site.allNodes)" }),
            ("pages of a node", { ScaleCommand.number($0.site.pagesOfNode) }),
            (
                "memory of a node's pages",
                { "\($0.gibibytes(Double($0.site.pagesOfNode) * $0.site.load.pageMemory)) GiB" }
            ),
            ("connections to a server", { "\($0.site.nodes * ($0.site.machines.connections + 1))" }),
            ("notifications that a server sends a second", { ScaleCommand.number($0.notifications * $0.site.nodes) }),
            ("notifications that a node hears a second", { ScaleCommand.number($0.notifications) }),
            ("processors of a node, busy", { $0.percent($0.run.nodeUse) }),
            ("processors of PostgreSQL, busy", { $0.percent($0.run.databaseUse) }),
            ("commits, busy", { $0.percent($0.run.commitUse) }),
            ("a change until the last page shows it: median", { $0.milliseconds($0.run.median) }),
            ("99th percentile", { $0.milliseconds($0.run.slow) }),
            ("the pages of a node that has ended are live after", { $0.milliseconds($0.run.recovery) }),
            ("99th percentile of the changes meanwhile", { $0.milliseconds($0.run.slowMeanwhile) }),
            ("machines a month", { "$\(ScaleCommand.number(Int($0.machines)))" }),
            ("traffic a month", { "$\(ScaleCommand.number(Int($0.traffic)))" }),
        ]
    }

    private var notifications: Int { Int(site.load.changes) / site.partitions }

    private var machines: Double {
        func price(_ cores: Int, _ memory: Double) -> Double {
            Double(cores) * prices.core + memory * prices.gibibyte
        }
        return Double(site.allNodes) * price(site.machines.cores, site.machines.memory)
            + Double(site.partitions) * price(site.machines.databaseCores, site.machines.databaseMemory)
    }

    private var traffic: Double {
        site.load.changes * site.load.pagesOfOwner * prices.bytes * 30 * 86_400 / 1e9 * prices.traffic
    }

    private func gibibytes(_ bytes: Double) -> String { String(format: "%.1f", bytes / 1_073_741_824) }
    private func percent(_ part: Double) -> String { String(format: "%.0f %%", part * 100) }
    private func milliseconds(_ micros: Double) -> String { String(format: "%.1f ms", micros / 1_000) }
}
