import Streams

/// Looks at every subscription to every part of a composition, and notes what breaks the contract.
final class Watch {
    fileprivate(set) var faults: [String] = []
    fileprivate(set) var open = 0

    /// Each subscription to the sequence with a probe of its own.
    func watched(_ make: @escaping (Probe?) -> Observable<Int>) -> Observable<Int> {
        .deferred { [unowned self] in
            let probe = Probe(self)
            return make(probe).do(
                onNext: { _ in probe.see("an element") }, onError: { _ in probe.fail() },
                onCompleted: { probe.end("a completion") }, onSubscribe: { probe.begin() },
                onDispose: { probe.dispose() })
        }
    }
}

/// One subscription to one part.
final class Probe {
    private unowned let watch: Watch
    private var hasEnded = false
    private var hasThrown = false
    private var isDisposed = false

    init(_ watch: Watch) { self.watch = watch }

    /// Calls a closure of the composition, and notes a fault when that is done after the end or after disposal.
    static func calling<Result>(_ probe: Probe?, _ closure: () throws -> Result) rethrows -> Result {
        guard let probe else { return try closure() }
        if probe.hasEnded { probe.watch.faults.append("a closure was called after the end") }
        if probe.hasThrown { probe.watch.faults.append("a closure was called after it had thrown") }
        if probe.isDisposed { probe.watch.faults.append("a closure was called after disposal") }
        do { return try closure() } catch {
            probe.hasThrown = true
            throw error
        }
    }

    fileprivate func see(_ what: String) {
        if hasEnded { watch.faults.append("\(what) came after the end") }
        if isDisposed { watch.faults.append("\(what) came after disposal") }
    }

    fileprivate func end(_ what: String) {
        see(what)
        hasEnded = true
    }

    /// An error of a closure that is called after a delivery (`afterNext`) can come after disposal. Each subscription
    /// drops what comes then, so that is no fault.
    fileprivate func fail() {
        if hasEnded { watch.faults.append("an error came after the end") }
        hasEnded = true
    }

    fileprivate func begin() { watch.open += 1 }

    fileprivate func dispose() {
        if isDisposed { watch.faults.append("disposed twice") }
        isDisposed = true
        watch.open -= 1
    }
}
