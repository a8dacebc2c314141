import HindsightDomain
import Live
import LiveSite

// Help and privacy, and the page for a browser without a connection.
extension Strings {
    var helpLead: String {
        text(
            ko: "목표를 세우고, 나누고, 완료하고, 돌아보는 데 필요한 것들을 모았어요.",
            en: "All you need to set goals, break them into steps, finish them and look back on them.")
    }

    var helpSections: [InfoPage.Section] {
        let (steps, most) = (Step.limit, Repetition.limits.upperBound)
        return [
            .init(
                heading: text(ko: "목표와 단계", en: "Goals and steps"),
                paragraphs: [
                    text(
                        ko: "목표에는 이름과 시작하는 날이 있고, 끝나는 날은 없어도 돼요. 단계는 \(steps)개까지 나눌 수 있고, 마칠 때마다 누르면 돼요.",
                        en:
                            "A goal has a name and a first day; a last day is up to you. Split it into up to \(steps) steps, and tick each when it’s done."
                    ),
                    text(
                        ko:
                            "여러 번 할 일은 단계의 ‘고치기’에서 ‘반복하기’를 고르세요. 횟수를 \(most)번까지 정하거나 요일을 고르면 하루에 한 번씩 기록돼요. 하루 빠뜨려도 그동안 한 것은 그대로예요.",
                        en:
                            "For something to do many times, edit its step and choose “Repeat this step”. Say how many times, up to \(most), or on which days; each day counts once. A missed day takes nothing away."
                    ),
                    text(
                        ko: "‘오늘’에는 목표마다 오늘 할 단계가, 없으면 다음 단계가 나와요. 그 자리에서 누르면 돼요. 단계의 ‘고치기’에서 언제까지 할지도 정할 수 있어요.",
                        en:
                            "Today shows the steps of each goal that are meant for the day, or else the next one. Tick them right there. Edit a step to say by which day you want it done."
                    ),
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
                heading: text(ko: "끝나는 날이 지난 목표", en: "When time runs out"),
                paragraphs: [
                    text(
                        ko:
                            "끝나는 날이 지난 목표는 쉬는 목표가 돼요. 사라지는 것은 없어요. 일주일 더 이어 가거나, 새 날짜를 정하거나, 사실 완료한 목표라면 완료한 날을 적어 완료할 수 있어요.",
                        en:
                            "A goal whose last day is over is paused, and nothing of it is lost. Give it one more week or new dates, or say on which day you did finish it."
                    )
                ]),
            .init(
                heading: text(ko: "쉬어 가기", en: "Pausing"),
                paragraphs: [
                    text(
                        ko: "목표 페이지의 ‘···’ 메뉴에서 쉬어 갈 수 있어요. 단계와 날짜는 그대로 있고, ‘이어서 하기’를 누르면 다시 시작해요.",
                        en:
                            "Pause a goal from the ··· menu on its page. Its steps and dates stay as they are, and “Resume” starts it again."
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
                        ko: "한 주, 한 해, 모은 보석, 그날그날의 발자취도 ‘돌아보기’에서 볼 수 있어요.",
                        en: "Look back also shows your weeks, your years, all your jewels, and what you did day by day."
                    ),
                ]),
            .init(
                heading: text(ko: "공유", en: "Sharing"),
                paragraphs: [
                    "\(text(ko: "설정에서 내 페이지의 주소를 정하면, 목표의 ‘···’ 메뉴에서 그 목표를 내 페이지에 공유할 수 있어요. 페이지는 초대한 사람만 볼 수 있고, 원하면 모두에게 공개할 수 있어요. 목표의 회고는 따로 공유할 때만 보이고, 공유를 그만하면 바로 사라져요. 예시 목표는 공유할 수 없어요.", en: "Choose an address for your page in the settings, then share a goal from its ··· menu. The people you invite can see the page; you can also make it public. A goal’s review shows only if you share that as well. Stop sharing, and it’s gone at once. Sample goals can’t be shared.")) <a href='\(Routes.ownPage.path())'>\(yourPage)</a> · <a href='\(Routes.people.path())'>\(people)</a>"
                ]),
            .init(
                heading: text(ko: "알림", en: "Reminders"),
                paragraphs: [
                    "\(text(ko: "단계의 알림과 목표가 끝나는 날을 달력이나 브라우저로 받을 수 있어요.", en: "Get reminders for steps and for the last day of each goal in your calendar or your browser.")) <a href='\(Routes.reminders.path())'>\(remindersLink)</a>"
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
        let (log, idle) = (AccountStoreLimits.logLifetime.days, AccountStoreLimits.sessionIdle.days)
        return [
            .init(
                heading: text(ko: "무엇을 보관하나요", en: "What is kept"),
                paragraphs: [
                    text(
                        ko:
                            "계정에는 이메일 주소와 비밀번호, 이름과 고른 언어·화면 밝기·시간대, 내 페이지의 주소, 만든 초대, 내가 팔로우하거나 차단한 사람과 나를 팔로우하는 사람, 박수를 보낸 목표가 있어요. 비밀번호는 알아볼 수 없게 바꿔 보관해요.",
                        en:
                            "Of your account: the email address, the password in a form that nobody can read, your name, the language, appearance and time zone you chose, the address of your page, your invitations, and whom you follow, who follows you, whom you blocked, and the goals you applauded."
                    ),
                    text(
                        ko: "기록은 목표와 단계, 무엇을 언제 했는지, 회고와 초안, 주간 질문의 답이에요. 브라우저 알림을 켜면 그 브라우저의 알림 주소도 있어요.",
                        en:
                            "Of what you do: goals and steps, what you did with them and when, reviews and their drafts, and your weekly answers. If you turn on notifications, the address your browser receives them at."
                    ),
                    text(
                        ko: "로그인한 기기와 활동 기록에는 IP 주소와 브라우저 이름이 남아요. 활동 기록은 \(log)일 뒤에 삭제돼요.",
                        en:
                            "Of your devices: the IP address and browser of each sign-in, and of what happened to the account. That activity is deleted after \(log) days."
                    ),
                ]),
            .init(
                heading: text(ko: "누가 보나요", en: "Who sees it"),
                paragraphs: [
                    text(
                        ko:
                            "다른 사람은 내가 공유한 목표와 회고만 볼 수 있어요. 나를 팔로우하는 사람은 내가 그 목표를 최근에 언제 진행했는지도 볼 수 있어요. 박수는 그 목표의 주인만 볼 수 있어요. 초대를 주고받은 사람에게는 이름과 페이지 주소도 보여요. 이 서버를 운영하는 사람은 모든 내용을 볼 수 있어요. 달력 주소를 만들면 그 주소를 아는 사람은 알림을 볼 수 있어요. 주소는 언제든 삭제할 수 있어요.",
                        en:
                            "Other people see only the goals and reviews you share on your page. People who follow you also see when you last made progress on them. Applause is seen only by the owner of the goal. People you invite, and those whose invitation you accept, also see your name and the address of your page. Whoever runs this server can see all of it. If you create a calendar link, whoever has it sees your reminders; you can remove it at any time."
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
                        ko: "지금 쓰고 있는 이 서버의 데이터베이스와 그 백업에 있어요.",
                        en: "In the database of this server and its backups."
                    )
                ]),
            .init(
                heading: text(ko: "쿠키와 브라우저 저장소", en: "Cookies and browser storage"),
                paragraphs: [
                    text(
                        ko:
                            "로그인, 쓰던 기기, 고른 언어와 화면 밝기를 기억하고 양식을 안전하게 보내는 데에만 쿠키를 써요. 브라우저 저장소에는 아직 보내지 못한 글을 두었다가, 보내면 지워요. 연결이 안 될 때 보여 주려고 마지막으로 본 목록도 이 브라우저에 두고 7일까지만 보여 주며, 로그아웃하면 지워요. 로그인 상태를 유지하지 않으면 두지 않아요.",
                        en:
                            "Cookies keep you signed in, recognize a device you have used, remember the language and appearance you chose, and make forms safe to send. Your browser’s storage holds text that could not be sent yet, until it is. This browser also keeps a copy of the lists you last saw, and shows it for up to 7 days when there is no connection. Signing out erases it, and there is none if you chose not to stay signed in."
                    )
                ]),
            .init(
                heading: text(ko: "얼마나 오래 보관하나요", en: "For how long"),
                paragraphs: [
                    text(
                        ko: "삭제한 것은 10분쯤 뒤에 데이터베이스에서 완전히 사라져요. 백업에는 더 오래 남을 수 있어요. 체험 계정은 \(idle)일 동안 쓰지 않으면 삭제돼요.",
                        en:
                            "What you delete is erased from the database after about 10 minutes; backups may hold it longer. A demo account is erased when it hasn’t been used for \(idle) days."
                    ),
                    text(
                        ko: "내 페이지의 예전 주소는 다른 사람이 쓰지 못하게 \(OwnPage.retirement.days)일 동안 남겨 둬요.",
                        en:
                            "A former address of your page is kept for \(OwnPage.retirement.days) days, so that nobody else can take it."
                    ),
                    "\(text(ko: "계정을 삭제하면 모든 내용이 함께 삭제돼요.", en: "If you delete your account, everything in it goes too.")) <a href='\(Routes.settings.path())'>\(settings)</a>",
                ]),
        ]
    }

    var offlineHeading: String { text(ko: "연결이 안 돼요", en: "No connection") }

    var offlineLead: String {
        text(
            ko: "지금은 \(appName)에 연결할 수 없어요. 연결되면 이 페이지가 저절로 열려요.",
            en: "\(appName) can’t be reached right now. This page opens by itself as soon as it can.")
    }

    var offlineSections: [InfoPage.Section] {
        let lists: [(String, Route<>)] =
            [(todayHeading, Routes.today)]
            + [Box.active, .completed, .stored].map { (heading(of: $0), Routes.box($0)) }
        return [
            .init(
                heading: text(ko: "마지막으로 본 목록", en: "Lists as you last saw them"),
                paragraphs: lists.map { "<a href='\($1.path())' target='_top'>\($0)</a>" })
        ]
    }

    var seenNotice: HTML {
        text(
            ko: "지금은 연결할 수 없어요. <time data-seen>{day} {time}</time>에 본 목록이에요.",
            en: "No connection right now. This is your list as of <time data-seen>{time} {day}</time>.")
    }
}
