import Live
import LiveSite

/// The name that the server is known by.
enum GuestbookSite: ServedSite { static let name = "Guestbook" }

/// The strings of the site.
struct Strings: SiteStrings {
    let language = Language.english
    let assets: [String: String]
    let appName = "Guestbook"
}

extension Strings {
    /// Returns the document around the content of a page.
    ///
    /// - Parameter page: the open page; nil for a document that is not live.
    func document(_ title: String, _ page: Page?, _ content: HTML) -> HTML {
        var document = Document(strings: self, title: self.title(title))
        document.page = page
        document.takesText = true
        document.links = "<link rel='stylesheet' href='\(asset("/guestbook.css"))'>"
        document.header = "<header><a href='/'>\(appName)</a></header>"
        return document.html(content)
    }
}
