import Live

extension SiteStrings {
    /// Returns the heading and text of an error page for an HTTP status: what happened and what to do. Statuses without
    /// texts of their own give those of 500.
    public func fault(_ status: Int) -> (heading: String, text: String) {
        switch status {
        case 400, 415, 416, 422:
            (
                text(ko: "요청을 이해하지 못했어요", en: "This request made no sense to us"),
                text(
                    ko: "보낸 내용이 온전하지 않아요. 앞 화면으로 돌아가 다시 보내 주세요.",
                    en: "What was sent is not complete. Please go back to the page you came from and send it again.")
            )
        case 403:
            (
                text(ko: "이 요청은 받을 수 없어요", en: "This request was turned down"),
                text(
                    ko: "화면을 연 지 오래됐거나 다른 곳에서 온 요청이에요. 앞 화면을 새로 고친 뒤 다시 시도해 주세요.",
                    en: "The page had been open for too long, or the request came from somewhere else. "
                        + "Reload the page you came from and try again.")
            )
        case 404, 405, 414:
            (
                text(ko: "페이지를 찾을 수 없어요", en: "Page not found"),
                text(
                    ko: "주소가 바뀌었거나 삭제된 페이지예요.",
                    en: "The address may have changed, the page may have been deleted, or it isn’t yours to see.")
            )
        case 410:
            (
                text(ko: "더 이상 쓸 수 없는 링크예요", en: "This link no longer works"),
                text(
                    ko: "기간이 지났거나, 취소됐거나, 이미 사용된 링크예요. 보낸 사람에게 새 링크를 요청해 주세요.",
                    en: "It was used already, was withdrawn, or has expired. Ask whoever sent it for a new one.")
            )
        case 413:
            (
                text(ko: "한 번에 받기에는 너무 길어요", en: "That’s too much at once"),
                text(
                    ko: "보낸 내용이 너무 커서 저장하지 않았어요. 뒤로 가면 쓴 글이 남아 있으니, 줄여서 다시 보내 주세요.",
                    en: "What you sent was too large and has not been saved. Go back: your text is still there. "
                        + "Please shorten it and send it again.")
            )
        case 429:
            (
                text(ko: "조금 천천히 해 주세요", en: "One thing at a time"),
                text(ko: "잠시 뒤에 다시 시도해 주세요.", en: "Please try again in a moment.")
            )
        case 503:
            (
                text(ko: "잠시 쉬고 있어요", en: "We’ll be right back"),
                text(
                    ko: "지금은 요청이 많거나 점검하고 있어요. 잠시 뒤에 다시 열어 주세요.",
                    en: "We are busy or under maintenance. Please come back in a moment.")
            )
        default:
            (
                text(ko: "저희 쪽에서 문제가 생겼어요", en: "Something went wrong on our side"),
                text(
                    ko: "저장된 내용은 그대로 있어요. 잠시 뒤에 다시 시도해 주세요.",
                    en: "What you saved is safe. Please try again in a moment.")
            )
        }
    }

    /// Label of the link to the start page.
    public var toStart: String { text(ko: "처음으로", en: "Go to the start") }
    /// Label of the link that loads a page again.
    public var openAgain: String { text(ko: "다시 열기", en: "Try again") }

    /// Returns the main content of an error page, for a document of the class `fault`.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - ornament: a picture above the words.
    ///   - text: description of what happened and what to do; nil gives the text for the status.
    ///   - buttons: links to continue.
    public func faultPage(_ status: Int, ornament: HTML = .empty, text: String? = nil, buttons: HTML) -> HTML {
        let fault = fault(status)
        return """
            \(ornament)
            <p class="code">\(status)</p>
            <h1>\(fault.heading)</h1>
            <p class="what">\(text ?? fault.text)</p>
            <div class="buttons">
            \(buttons)
            </div>
            """
    }
}
