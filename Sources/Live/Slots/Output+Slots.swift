import Streams

/// An Output that has a current value.
public protocol ValueOutput<Element>: AnyObject {
    /// Type of its values.
    associatedtype Element

    /// Returns the sequence of its values, which begins with the current one.
    func asObservable() -> Observable<Element>
}

extension Driver: ValueOutput {}
extension BehaviorRelay: ValueOutput {}
extension Property: ValueOutput {}

extension ValueOutput {
    /// Returns the element that shows this Output's value.
    ///
    /// - Parameters:
    ///   - part: the element's `id`, when this Output shows in several places, such as the counters beside the fields
    ///     of a form; nil when this is the only place.
    ///   - tag: the element's name.
    ///   - attributes: its further attributes.
    ///   - content: returns the element's content for a value.
    @inlinable
    public func slot(
        part: String? = nil,
        _ tag: String = "div",
        _ attributes: HTML = "",
        _ content: @escaping (Element) -> HTML
    ) -> Slot {
        Slot(value: self, part: part, tag: tag, attributes: attributes) { take in
            self.asObservable().subscribe(onNext: { value in take { content(value) } })
        }
    }

    /// Returns the element that shows this Output's value together with another's, under this Output's name.
    ///
    /// - Parameters:
    ///   - other: the other Output.
    ///   - tag: the element's name.
    ///   - attributes: its further attributes.
    ///   - content: returns the element's content for a value of each.
    @inlinable
    public func slot<Other>(
        with other: some ValueOutput<Other>,
        _ tag: String = "div",
        _ attributes: HTML = "",
        _ content: @escaping (Element, Other) -> HTML
    ) -> Slot {
        Slot(value: self, part: nil, tag: tag, attributes: attributes) { take in
            Observable<(Element, Other)>.combineLatest(
                self.asObservable(), other.asObservable(), resultSelector: { ($0, $1) }
            ).subscribe(onNext: { value in take { content(value.0, value.1) } })
        }
    }

    /// Returns a keyed list: after the first render only changed rows are sent, and of those only the part that has
    /// changed (``HTML/part(_:id:_:_:)``).
    ///
    /// - Parameters:
    ///   - tag: the list element's name.
    ///   - attributes: its further attributes.
    ///   - row: the element name of a row.
    ///   - rowAttributes: the further attributes of a row.
    ///   - wording: a key for the parameters that the content depends on besides the row, such as the language: then
    ///     equal rows are rendered once for all pages of the screen. Nil for content that depends on the page.
    ///   - id: returns a row's `id`, unique on the page, which identifies the row.
    ///   - isNews: whether a changed row is seen to change: its former value and the new one. Nil for all rows.
    ///   - content: returns the content of a row, always the same for the same row, since it may be rendered again.
    @inlinable
    public func list<Row: Hashable & Sendable>(
        _ tag: String = "ul",
        _ attributes: HTML = "",
        row: String = "li",
        _ rowAttributes: HTML = "",
        wording: String? = nil,
        id: @escaping (Row) -> String,
        isNews: ((_ old: Row, _ new: Row) -> Bool)? = nil,
        _ content: @escaping (Row) -> HTML
    ) -> Slot where Element == [Row] {
        Slot(list: self, tag: tag, attributes: attributes, rowTag: row, rowAttributes: rowAttributes) { list in
            let lists = RowLists<Row>()
            let subscription = self.asObservable().subscribe(onNext: { newest in
                lists.newest = newest
                list.mark()
            })
            return (
                Rows(lists, id: id, isNews: isNews, content: content, cache: wording.map { list.cache($0) }),
                subscription
            )
        }
    }
}

extension Signal {
    /// Returns the element that shows one-time events: an alert, a dialog.
    ///
    /// - Parameters:
    ///   - tag: the element's name.
    ///   - attributes: its further attributes.
    ///   - content: returns the content that is put into the element.
    @inlinable
    public func moment(
        _ tag: String = "div",
        _ attributes: HTML = "",
        _ content: @escaping (Element) -> HTML
    ) -> Slot {
        Slot(moment: self, tag: tag, attributes: attributes) { take in
            self.asObservable().subscribe(onNext: { element in
                take { content(element) }
            })
        }
    }
}
