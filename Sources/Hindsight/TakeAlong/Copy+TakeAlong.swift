extension Copy {
    var weekAnswers: String { say("한 주의 질문에 쓴 답", "Answers to the questions of weeks") }
    // MARK: The document

    func exportTitle(_ name: String?) -> String {
        name.map { say("\($0)의 목표와 회고", "Goals and reviews of \($0)") } ?? say("나의 목표와 회고", "My goals and reviews")
    }
    func exportedOn(_ day: String) -> String { say("\(appName)에서 \(day)에 받았어요", "From \(appName), \(day)") }
    func accountSince(_ day: String) -> String { say("\(day)에 시작했어요", "Begun on \(day)") }
    func writtenOn(_ day: String) -> String { say("\(day)에 썼어요", "Written on \(day)") }
    func editedOn(_ day: String) -> String { say("\(day)에 고쳤어요", "Edited on \(day)") }
    var unfinishedReview: String { say("쓰던 회고", "A review begun") }
}
