import Live
import Streams

/// A page like the app's list: a count line and 20 keyed cards, of which an input changes one.
struct Card: Hashable, Sendable {
    var id: Int
    var title: String
    var isReviewed = false
}

struct CardsViewModel: ViewModel {
    struct Input {
        let review: Observable<Int>
    }

    struct Output {
        let reviewable: Driver<Int>
        let items: BehaviorRelay<[Card]>
    }

    let cards: [Card]
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let items = BehaviorRelay(value: cards)
        input.review.subscribe(onNext: { id in
            var changed = items.value
            for index in changed.indices where changed[index].id == id { changed[index].isReviewed.toggle() }
            items.accept(changed)
        }).disposed(by: bag)
        return Output(
            reviewable: items.asDriver().map { $0.count { !$0.isReviewed } }.distinctUntilChanged(), items: items)
    }
}

struct CardsScreen: Screen {
    static let cards = (1...20).map { Card(id: $0, title: "Walk <for> half an hour & more, \($0) times") }

    func makeViewModel(_ page: Page) -> CardsViewModel { CardsViewModel(cards: Self.cards) }

    func makeInput(_ page: Page) -> CardsViewModel.Input { .init(review: page.input()) }

    func render(_ page: Page, _ input: CardsViewModel.Input, _ output: CardsViewModel.Output) -> HTML {
        """
        <main \(page.live)>
        \(output.reviewable.slot("p", "class=\"count\"") { "You can write <em>\($0) goal reviews</em>!" })
        \(output.items.list("ol", "class=\"drawer\"", "class=\"card\"", id: { "goal-\($0.id)" }, { card($0, input) }))
        </main>
        """
    }

    private func card(_ card: Card, _ input: CardsViewModel.Input) -> HTML {
        """
        <h2 class="card-title" id="t\(card.id)" dir="auto">\(card.title)</h2>
        <p class="card-dates"><time datetime="2026-09-15">Sep 15, 2026</time></p>
        <p><a class="card-link" href="/goals/\(card.id)/review" \(input.review, value: String(card.id))>\
        \(card.isReviewed ? "See the review" : "Write a review")</a></p>
        """
    }

    /// The same document by appending to one string: the raw limit.
    static func plain(_ cards: [Card]) -> String {
        var html = "<main>\n<p data-output=\"reviewable\" class=\"count\">You can write <em>"
        html += String(cards.count { !$0.isReviewed })
        html += " goal reviews</em>!</p>\n<ol data-output=\"items\" data-list class=\"drawer\">"
        for card in cards {
            let id = String(card.id)
            html += "<li id=\"goal-\(id)\" class=\"card\"><h2 class=\"card-title\" id=\"t\(id)\" dir=\"auto\">"
            for byte in card.title.unicodeScalars {
                switch byte {
                case "&": html += "&amp;"
                case "<": html += "&lt;"
                case ">": html += "&gt;"
                default: html.unicodeScalars.append(byte)
                }
            }
            html += "</h2>\n<p class=\"card-dates\"><time datetime=\"2026-09-15\">Sep 15, 2026</time></p>\n<p>"
            html += "<a class=\"card-link\" href=\"/goals/\(id)/review\" data-input=\"review\" data-value=\"\(id)\">"
            html += card.isReviewed ? "See the review" : "Write a review"
            html += "</a></p></li>"
        }
        return html + "</ol>\n</main>"
    }
}
