/// The attributes that form the protocol between pages and their scripts. Each script lists those that it uses at its
/// top; a test compares the lists with this type, so that neither side can have one that the other doesn't.
package enum LiveAttribute: String, CaseIterable {
    // Written by the runtime.
    /// Address of the page's stream, on the live element.
    case live = "data-live"
    /// Id of the last change that the document shows, on the live element.
    case last = "data-last"
    /// CSRF token that inputs carry, on the live element.
    case csrf = "data-csrf"
    /// Owner of the page, on the live element, so that text typed by one person is never shown to another.
    case owner = "data-owner"
    /// Position of the page, on the live element, when that is not its beginning.
    case resume = "data-resume"
    /// Marks the live element when the content of its fields was typed and no session has it.
    case typed = "data-typed"
    /// Name of the Output that an element shows.
    case output = "data-output"
    /// Marks an element whose rows are sent one by one.
    case list = "data-list"
    /// Marks an element that shows one-time events.
    case moment = "data-moment"
    /// Marks an element that is one of several that show its Output.
    case part = "data-part"
    /// `id` of the row that a row in an event is put behind; empty for the first place.
    case after = "data-after"
    /// Marks a row in an event that is to be removed.
    case removed = "data-removed"
    /// Marks an element in an event at which all rows are to be removed.
    case reset = "data-reset"
    /// Name of the Input that an element sends.
    case input = "data-input"
    /// Value that it sends.
    case value = "data-value"
    /// Name of the Input that a field sends when it is left after typing.
    case left = "data-left"
    /// Address of `uploads.js`, on the element around a field for files.
    case uploads = "data-uploads"
    /// Largest number of files of a field.
    case most = "data-most"
    /// Largest number of bytes of a file.
    case bytes = "data-bytes"
    /// ID of the file that a row shows.
    case file = "data-file"
    /// States of a file in which a part of its row is shown.
    case when = "data-when"
    /// Marks the button that sends a file again.
    case retry = "data-retry"
    /// Version that a field's text was edited from; the script changes and sends it, and does not interpret it.
    case basis = "data-basis"
    /// Marks a field whose text is stored nowhere.
    case secret = "data-secret"
    /// Marks the element that shows the newest flash.
    case flash = "data-flash"

    // Written by screens.
    /// Milliseconds after a key until a field's text is sent.
    case debounce = "data-debounce"
    /// Marks an element that sends its input when it comes into view.
    case visible = "data-visible"
    /// Marks a control that empties the Output's element around it.
    case dismiss = "data-dismiss"
    /// Marks a dialog that opens as a modal one.
    case modal = "data-modal"
    /// Address that a closing dialog leads to; on a button in it, marks the button that a closing key presses.
    case close = "data-close"
    /// Marks an element whose appearance, or a form whose submission, discards typed text.
    case forget = "data-forget"
    /// Marks the element that gets the focus when the element that had it is gone.
    case focus = "data-focus"
    /// `id` of the field that an error message belongs to.
    case `for` = "data-for"
    /// Whether a button can be pressed when there is a script.
    case enabled = "data-enabled"
    /// Marks a field that the script fills with the browser's time zone. With a value its form is sent, too.
    case timeZone = "data-time-zone"
    /// Marks a link that is followed at once: its input is not sent.
    case follow = "data-follow"
    /// Marks a link to a page that changes something by being opened: it is not fetched before it is followed.
    case unfetched = "data-unfetched"
    /// `id` of the password field whose text a button shows.
    case reveal = "data-reveal"
    /// `id` of the field whose number of characters is shown.
    case count = "data-count"
    /// Largest number allowed, on a counter or around it.
    case limit = "data-limit"
    /// Milliseconds after which a notice disappears by itself.
    case timeout = "data-timeout"
    /// Name of an element that two pages share: it moves from its place on one to its place on the other.
    case shared = "data-shared"
    /// Marks a `details` element that closes when the visitor turns to something else.
    case menu = "data-menu"
    /// Marks a text area whose lines are entries of their own: Enter submits its form.
    case lines = "data-lines"
    /// Marks the handle by which a row is dragged; pressing it loads the site's `later.js`.
    case grip = "data-grip"
    /// Marks a link to a file, or a button with an address, that can be shared; pressing it loads the site's `later.js`.
    case share = "data-share"
    /// Address of `live.js`, on the element of `pages.js`.
    case runtime = "data-runtime"
    /// Address of `window.js`, on the element of `pages.js`.
    case window = "data-window"
    /// Address of `typing.js`, on the element of `pages.js`.
    case typing = "data-typing"
    /// Address of the site's `later.js` beside `pages.js`, on the element of that.
    case later = "data-later"

    /// Marks a style sheet that not all pages have: the window adds it on the way to the first page that does.
    case own = "data-own"

    // Written by the script.
    /// State of the connection, on the document and on the element `connection`.
    case state = "data-state"
    /// Marks the element `connection` once it has reported a lost connection, so that the return is reported, too.
    case again = "data-again"
    /// Marks the document while typed text is not stored by the server.
    case unsaved = "data-unsaved"
    /// Marks the link or the button that is being followed.
    case pressed = "data-pressed"
}
