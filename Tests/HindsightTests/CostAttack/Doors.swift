import Foundation
import GRDB
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import TestSupport

@testable import Hindsight
@testable import HindsightStore
@testable import LiveTesting

/// A form of a page, as what can be posted.
struct PostedForm: Sendable, Hashable {
    /// The path that it is posted to, with its query.
    var action: String
    /// The names of its fields, sorted.
    var fields: [String]

    /// The input that it sends; empty when the address names none.
    var input: String { Query(String(action.drop { $0 != "?" }.dropFirst()))["input"] ?? "" }

    /// The forms of a page that a browser posts without a file.
    static func all(of page: String) -> [PostedForm] {
        let nodes = MarkupParser.parse(page).descendants
        return nodes.filter { $0.name == "form" && $0["method"]?.lowercased() == "post" && $0["enctype"] == nil }
            .map { form in
                let outside = nodes.filter { $0["form"] == form.id && !form.id.isEmpty }
                let named = (form.descendants + outside).filter { $0["name"] != nil }
                return PostedForm(
                    action: form["action"] ?? "", fields: Set(named.compactMap { $0["name"] }).sorted())
            }
    }
}

/// Where the links of a page lead on its own site.
func ownLinks(of page: String) -> [String] {
    MarkupParser.parse(page).descendants.compactMap { $0.name == "a" ? $0["href"] : nil }
        .filter { $0.hasPrefix("/") && !$0.hasPrefix("//") }
        .map { String($0.prefix { $0 != "#" }) }
}

extension Doors {
    /// The inputs for which a page has fields.
    static func typedInputs(of page: String) -> Set<String> {
        let fields = MarkupParser.parse(page).descendants.filter { $0.isField && !$0.isChoice && $0.name != "select" }
        return Set(fields.compactMap { $0["data-input"] })
    }
}

/// Everything that leads into the app: its routes, each with its addresses, and the forms on its pages.
actor Doors {
    /// Somebody who has goals of all kinds, and the addresses of their pages.
    typealias Scene = RouteTableTests.Scene

    nonisolated let app: ServedApp
    private var current: Scene?
    private var known: [Place: String]?
    private var count = 0

    init(_ app: ServedApp) { self.app = app }

    /// The scene, or a new one when that is spent.
    func scene() async throws -> Scene {
        if let current { return current }
        count += 1
        let scene = try await Scene(app, "owner-\(count)@example.com")
        current = scene
        return scene
    }

    /// To be called when requests may have changed what the scene consists of.
    func forgetScene() { (current, known) = (nil, nil) }

    /// The owner's browser with a login of its own, which the others don't end.
    func owner() async throws -> (visitor: HTTPVisitor, csrf: String) {
        let scene = try await scene()
        guard let session = try await app.fixture.accounts.beginSession(of: scene.owner.id, SessionStart()) else {
            forgetScene()
            return try await owner()
        }
        return (app.browser(cookies: session.jar), Visitor(session.signedIn, now: Date()).makeFormToken())
    }

    /// The paths of the routes with this method.
    nonisolated func paths(_ method: String) -> [String] {
        app.routes.filter { $0.hasPrefix(method + " ") }.map { String($0.dropFirst(method.count + 1)) }.sorted()
    }

    /// The path of the route that an address belongs to.
    nonisolated func path(of address: String, _ method: String) -> String? {
        let parts = address.prefix { $0 != "?" }.split(separator: "/")
        let paths = paths(method).filter { path in
            let names = path.split(separator: "/")
            return names.count == parts.count && zip(names, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // `/goals/new` is none of the goals.
        return paths.min { $0.filter { $0 == "{" }.count < $1.filter { $0 == "{" }.count }
    }

    /// A page, as whoever may see it: the owner, or else a guest.
    func page(_ address: String) async throws -> (visitor: HTTPVisitor, text: String) {
        let owner = try await owner().visitor
        var answer = try await owner.get(address)
        guard answer.status == 303 || !answer.text.contains("<form") else { return (owner, answer.text) }
        let guest = app.browser()
        answer = try await guest.get(address)
        return (guest, answer.text)
    }

    /// A page, and how it is found again when the scene has become another one.
    struct Place: Sendable, Hashable {
        /// The path of its route.
        var path: String
        /// Which of the route's pages it is.
        var kind: String
    }

    /// Where everything is: the pages of the scene, and those that they lead to, one of those that differ in their numbers
    /// only.
    func addresses() async throws -> [Place: String] {
        let scene = try await scene()
        if let known { return known }
        var found: [Place: String] = [:]
        for path in paths("GET") {
            for (number, address) in scene.addresses(of: path).enumerated() {
                found[Place(path: path, kind: "\(number)")] = address
            }
        }
        for (place, address) in found where place.path != "/live/{token}" {
            for link in ownLinks(of: try await page(address).text) {
                guard let path = path(of: link, "GET"), let query = link.split(separator: "?").dropFirst().first else {
                    continue
                }
                let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }.joined(separator: "&")
                let (place, known) = (Place(path: path, kind: names), found[Place(path: path, kind: names)])
                found[place] = min(link, known ?? link)
            }
        }
        known = found
        return found
    }

    /// Where a page is now.
    func address(_ place: Place) async throws -> String {
        guard let address = try await addresses()[place] else { throw TestFailure("There is no \(place) any more") }
        return address
    }

    /// The forms of all pages, one of each kind, and the paths of routes to which none leads.
    func forms() async throws -> (forms: [(page: Place, form: PostedForm)], others: [String]) {
        var (forms, kinds): ([(page: Place, form: PostedForm)], Set<String>) = ([], [])
        for (place, address) in try await addresses().sorted(by: { $0.value < $1.value })
        where place.path != "/live/{token}" {
            for form in PostedForm.all(of: try await page(address).text) {
                guard let path = path(of: form.action, "POST") else {
                    throw TestFailure("\(address) posts to \(form.action), where nothing is")
                }
                if kinds.insert("\(path) \(form.input) \(form.fields)").inserted { forms.append((place, form)) }
            }
        }
        let reached = Set(forms.compactMap { path(of: $0.form.action, "POST") })
        return (forms, paths("POST").filter { !reached.contains($0) })
    }

    /// Who posts a form of a page, and the form as it is now.
    func sender(
        of form: PostedForm, at page: Place
    ) async throws -> (visitor: HTTPVisitor, csrf: String, form: PostedForm) {
        // Otherwise they would be told that they try too often.
        try await app.fixture.database.writer.write { try $0.execute(sql: "DELETE FROM attempt") }
        for _ in 0..<2 {
            let address = try await address(page)
            let (owner, csrf) = try await owner()
            for (visitor, token) in [(owner, csrf), (app.browser(), nil)] {
                let text = try await visitor.get(address).text
                let found = PostedForm.all(of: text).first { ($0.input, $0.fields) == (form.input, form.fields) }
                guard let found else { continue }
                return (visitor, token ?? text.between("name=\"csrf\" value=\"", "\"") ?? "", found)
            }
            forgetScene()
        }
        throw TestFailure("There is no \(form) at \(page) any more")
    }

    /// A live page, opened by whoever may see it.
    func open(_ page: Place) async throws -> HTTPPage {
        for _ in 0..<2 {
            let (visitor, text) = try await self.page(try await address(page))
            if let page = HTTPPage(visitor, text) { return page }
            forgetScene()
        }
        throw TestFailure("\(page) is not live")
    }
}
