import Foundation
import Live
import LiveSite

typealias KeptForm = Visit.KeptForm

/// The form waits on the page of signing in, in a field of its own, and is sent again by a button.
extension Visit.KeptForm {
    /// The most bytes of ``text``: a third of what a plain form may have, since a byte may be three in that. The largest form
    /// of ours has 80,000.
    static let limit = 128 << 10

    /// Nil for what is no such text, and for an address that is no page of this site. It comes from the browser.
    init?(text: String) {
        guard let form = try? JSONDecoder().decode(KeptForm.self, from: Data(text.utf8)),
            OwnAddress(form.address) != nil
        else { return nil }
        self = form
    }

    /// As it stands in the field. The token in it would be that of a login that is over, and a password stands in no page.
    /// Empty when nothing else was typed: then the form is filled again.
    var text: String {
        let passwords = [FormField.password, .newPassword].map(\.rawValue)
        let form = KeptForm(
            address: address, fields: fields.filter { $0.key != "csrf" && !passwords.contains($0.key) })
        if form.fields.isEmpty, passwords.contains(where: { fields[$0] != nil }) { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(form)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension OwnAddress {
    /// The page that somebody wanted to see who had to sign in first; nil for the pages of signing in themselves, from one
    /// of which to the other nobody would get out.
    init?(next text: String) {
        self.init(text)
        let path = self.text.prefix { $0 != "?" }
        let own = [Routes.signIn, Routes.signOut, Routes.demo, Routes.welcome, Routes.register, Routes.home]
        guard !own.contains(where: { $0.path() == path }) else { return nil }
    }
}
