import Foundation
import Subprocess
import Testing

/// The tests in a real browser. They are written in Python, for Playwright, in `Tests/Browser`; what pytest says about
/// them is printed as it comes. Arguments for pytest go into `PYTEST_ADDOPTS`.
///
/// `swift test --skip BrowserTests` leaves them out.
struct BrowserTests {
    // The first time, a browser, its fonts and a Python environment are installed.
    @Test(.timeLimit(.minutes(60)))
    func theAppDoesItsJobInARealBrowser() async throws {
        let script = URL(filePath: #filePath).appending(path: "../../Browser/run").standardizedFileURL
        // The servers that this build has made are beside what runs the tests. A release build's are quicker.
        final class Here {}
        let bundle = Bundle(for: Here.self).bundleURL
        let built = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        let servers = ProcessInfo.processInfo.environment["HINDSIGHT_RELEASE"].map { URL(filePath: $0) } ?? built
        var options = PlatformOptions()
        // Out of time, pytest still says what it was at.
        options.teardownSequence = [.send(signal: .interrupt, allowedDurationToNextStep: .seconds(20))]
        let pytest = try await run(
            // Other tests run meanwhile, and have time limits: they go first.
            .name("nice"), arguments: ["bash", script.path],
            environment: .inherit.updating([
                "HINDSIGHT_BINARY": servers.appending(path: "hindsight").path,
                "MARKET_BINARY": servers.appending(path: "market").path,
            ]),
            platformOptions: options, output: .currentStandardOutput, error: .currentStandardError)
        #expect(pytest.terminationStatus.isSuccess, "pytest has printed what failed.")
    }
}
