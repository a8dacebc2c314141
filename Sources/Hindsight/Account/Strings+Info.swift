import HindsightDomain
import Live
import LiveSite

// Help and privacy.
extension Strings {
    var helpLead: String {
        text(
            ko: "목표를 세우고, 나누고, 이루고, 돌아보는 데 필요한 것들을 모았어요.",
            en: "All you need to set goals, break them into steps, finish them and look back on them.")
    }

    var helpSections: [InfoPage.Section] {
        let (steps, most) = (Step.limit, Repetition.limits.upperBound)
        let week = GoalStoreLimits.extensionDays
        return [
            .init(
                heading: text(ko: "목표와 단계", en: "Goals and steps"),
                paragraphs: [
                    text(
                        ko: "목표에는 이름과 시작하는 날, 끝나는 날이 있어요. 단계는 \(steps)개까지 나눌 수 있고, 마칠 때마다 누르면 돼요.",
                        en:
                            "A goal has a name, a first day and a last one. Split it into up to \(steps) steps, and tick each when it’s done."
                    ),
                    text(
                        ko:
                            "여러 번 할 일은 단계의 ‘고치기’에서 ‘여러 번 할 단계예요’를 고르세요. 횟수를 \(most)번까지 정하거나 요일을 고르면 하루에 한 번씩 세어요. 하루 빠뜨려도 그동안 한 것은 그대로예요.",
                        en:
                            "For something to do many times, edit its step and choose “Repeat this step”. Say how many times, up to \(most), or on which days; each day counts once. A missed day takes nothing away."
                    ),
                    text(
                        ko: "‘오늘’에는 진행 중인 목표마다 다음 단계가 하나씩 나와요. 그 자리에서 누르면 돼요.",
                        en: "Today shows the next step of each goal in progress. Tick it right there."),
                ]),
            .init(
                heading: text(ko: "보석", en: "Jewels"),
                paragraphs: [
                    text(
                        ko: "마지막 단계를 마치면 목표가 완료되고 스무 가지 보석 가운데 하나를 받아요. 어떤 보석일지는 그때 정해지고, 나중에도 바뀌지 않아요.",
                        en:
                            "The last step completes the goal, which earns one of twenty jewels. It is drawn at that moment and stays yours."
                    ),
                    text(
                        ko: "잘못 눌렀다면 10분 안에 완료를 되돌릴 수 있어요.",
                        en: "Pressed it by mistake? A completion can be undone for 10 minutes."),
                ]),
            .init(
                heading: text(ko: "기한이 지난 목표", en: "When time runs out"),
                paragraphs: [
                    text(
                        ko:
                            "끝나는 날이 지난 목표는 쉬는 목표가 돼요. 사라지는 것은 없어요. \(week)일 더 이어 가거나, 새 날짜를 정하거나, 사실 해낸 목표라면 끝낸 날을 적어 완료할 수 있어요.",
                        en:
                            "A goal whose last day is over is paused, and nothing of it is lost. Give it \(week) more days or new dates, or say on which day you did finish it."
                    )
                ]),
            .init(
                heading: text(ko: "쉬어 가기", en: "Pausing"),
                paragraphs: [
                    text(
                        ko: "목표의 ‘···’ 메뉴에서 쉬어 갈 수 있어요. 단계와 날짜는 그대로 있고, ‘이어서 하기’를 누르면 다시 시작해요.",
                        en:
                            "Pause a goal from its ··· menu. Its steps and dates stay as they are, and “Resume” starts it again."
                    )
                ]),
            .init(
                heading: text(ko: "회고", en: "Reviews"),
                paragraphs: [
                    text(
                        ko:
                            "완료한 목표마다 회고를 하나 쓸 수 있어요. 네 가지 질문 가운데 쓰고 싶은 것에만 답해도 되고, 자유롭게 써도 돼요. 쓰는 동안 초안이 저장되고, 열어 둔 다른 화면에도 바로 나타나요.",
                        en:
                            "Each completed goal can have one review. Answer the four questions, or just some of them, or write freely. Drafts are saved while you type, and show on your other open pages at once."
                    ),
                    text(
                        ko: "한 주, 한 해, 모은 보석도 ‘돌아보기’에서 볼 수 있어요.",
                        en: "Look back also shows your weeks, your years and all your jewels."),
                ]),
            .init(
                heading: text(ko: "알림", en: "Reminders"),
                paragraphs: [
                    "\(text(ko: "단계의 알림과 목표의 마지막 날을 달력이나 브라우저로 받을 수 있어요.", en: "Get reminders for steps and for the last day of each goal in your calendar or your browser.")) <a href='\(Routes.reminders.path())'>\(remindersLink)</a>"
                ]),
            .init(
                heading: text(ko: "가져가기와 가져오기", en: "Export and import"),
                paragraphs: [
                    "\(text(ko: "모든 내용을 언제든 JSON이나 Markdown 파일로 내려받고, JSON 파일은 다른 계정에서 다시 가져올 수 있어요.", en: "Download everything as a JSON or Markdown file at any time. A JSON file can be imported into another account.")) <a href='\(Routes.settings.path())'>\(settings)</a>"
                ]),
            .init(
                heading: text(ko: "요금", en: "What it costs"),
                paragraphs: [
                    text(ko: "무료예요. 광고도 없어요.", en: "Nothing. There are no ads, either."),
                    "<a href='\(Routes.about)'>\(about)</a>",
                ]),
        ]
    }

    var privacyLead: String {
        text(
            ko: "무엇을, 어디에, 얼마나 오래 보관하는지 적었어요.",
            en: "What is kept, where, and for how long.")
    }

    var privacySections: [InfoPage.Section] {
        func days(_ duration: Duration) -> Int { Int(duration.components.seconds / 86_400) }
        let (log, idle) = (days(AccountStoreLimits.logLifetime), days(AccountStoreLimits.sessionIdle))
        return [
            .init(
                heading: text(ko: "무엇을 보관하나요", en: "What is kept"),
                paragraphs: [
                    text(
                        ko: "계정에는 이메일 주소와 비밀번호의 해시, 고른 언어·테마·시간대가 있어요. 비밀번호 자체는 보관하지 않아요.",
                        en:
                            "Of your account: the email address, a hash of the password (never the password itself), and the language, theme and time zone you chose."
                    ),
                    text(
                        ko: "기록은 목표와 단계, 단계를 마친 날, 회고와 초안, 주간 질문의 답이에요. 브라우저 알림을 켜면 그 브라우저의 알림 주소도 있어요.",
                        en:
                            "Of what you do: goals, steps and the days you ticked them, reviews and their drafts, and your weekly answers. If you turn on notifications, the address your browser receives them at."
                    ),
                    text(
                        ko: "로그인한 기기와 보안 기록에는 IP 주소와 브라우저 이름이 남아요. 기록은 \(log)일 뒤에 지워져요.",
                        en:
                            "Of your devices: the IP address and browser of each sign-in and of security events. That log is erased after \(log) days."
                    ),
                ]),
            .init(
                heading: text(ko: "누가 보나요", en: "Who sees it"),
                paragraphs: [
                    text(
                        ko: "나만 봐요. 달력 주소를 만들면 그 주소를 아는 사람은 알림을 볼 수 있어요. 주소는 언제든 없앨 수 있어요.",
                        en:
                            "Only you. If you make a calendar address, whoever knows it sees your reminders; you can remove it at any time."
                    ),
                    text(
                        ko: "광고도 분석 도구도 없고, 다른 곳에서 불러오는 것도 없어요. 브라우저 알림은 암호화되어 브라우저 회사의 알림 서버를 거쳐요.",
                        en:
                            "There are no ads and no analytics, and pages load nothing from elsewhere. Notifications are encrypted and pass through the push service of your browser’s maker."
                    ),
                ]),
            .init(
                heading: text(ko: "어디에 보관하나요", en: "Where it is stored"),
                paragraphs: [
                    text(
                        ko: "지금 쓰고 있는 이 서버의 데이터베이스와 그 백업에 있어요. 서버를 운영하는 사람은 읽을 수 있어요.",
                        en:
                            "In the database of this server and its backups. Whoever runs the server can read them."
                    )
                ]),
            .init(
                heading: text(ko: "쿠키와 브라우저 저장소", en: "Cookies and browser storage"),
                paragraphs: [
                    text(
                        ko:
                            "로그인, 쓰던 기기, 고른 언어와 테마를 기억하고 양식을 안전하게 보내는 데에만 쿠키를 써요. 브라우저 저장소에는 아직 보내지 못한 글을 두었다가, 보내면 지워요.",
                        en:
                            "Cookies keep you signed in, recognise a device you have used, remember the language and theme you chose, and make forms safe to send. Your browser’s storage holds text that could not be sent yet, until it is."
                    )
                ]),
            .init(
                heading: text(ko: "얼마나 오래 보관하나요", en: "For how long"),
                paragraphs: [
                    text(
                        ko: "지운 것은 10분쯤 뒤에 데이터베이스에서 지워져요. 백업에는 더 오래 남을 수 있어요. 체험 계정은 \(idle)일 동안 쓰지 않으면 지워져요.",
                        en:
                            "What you delete is erased from the database after about 10 minutes; backups may hold it longer. A demo account is erased when it hasn’t been used for \(idle) days."
                    ),
                    "\(text(ko: "계정을 삭제하면 모든 내용이 함께 지워져요.", en: "If you delete your account, everything in it goes too.")) <a href='\(Routes.settings.path())'>\(settings)</a>",
                ]),
        ]
    }
}
