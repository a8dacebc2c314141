import LiveSite

/// The subject and text of a mail.
struct MailWords: Hashable, Sendable {
    var subject: String
    var text: String
}

extension Strings {
    // MARK: Mails

    func registrationMail(_ link: String) -> MailWords {
        mail(
            text(ko: "이메일을 확인해 주세요", en: "Confirm your email address"),
            text(
                ko: "누군가 이 주소로 하인드사이트 가입을 신청했어요. 본인이라면 아래 링크를 누르고 가입할 때 정한 비밀번호를 입력해 주세요. "
                    + "그러면 계정이 만들어져요. 링크는 한 시간 동안 쓸 수 있어요.",
                en:
                    "Somebody, hopefully you, signed up for Hindsight with this address. To create the account, follow the link and "
                    + "enter the password you chose. The link works for an hour."),
            link,
            text(
                ko: "가입한 적이 없다면 이 메일은 무시해 주세요. 아무 일도 일어나지 않아요.",
                en: "If it wasn’t you, ignore this email: nothing will happen."))
    }

    func alreadyRegisteredMail(_ link: String) -> MailWords {
        mail(
            text(ko: "이미 계정이 있어요", en: "You have an account already"),
            text(
                ko: "누군가 이 주소로 하인드사이트에 다시 가입하려고 했어요. 이 주소로 만든 계정이 이미 있으니 로그인해 주세요. 비밀번호를 잊었다면 로그인 화면에서 다시 정할 수 있어요.",
                en:
                    "Somebody tried to sign up for Hindsight with your address, which has an account already. If it was you, "
                    + "sign in; if you forgot your password, you can set another one from there."),
            link,
            text(
                ko: "본인이 아니라면 아무것도 하지 않아도 돼요. 계정은 그대로예요.",
                en: "If it wasn’t you, there is nothing to do: your account is as it was."))
    }

    func addressTakenMail(_ link: String) -> MailWords {
        mail(
            text(ko: "이미 다른 계정의 주소예요", en: "This address has an account already"),
            text(
                ko: "누군가 하인드사이트 계정의 이메일을 이 주소로 바꾸려고 했지만, 이 주소로 만든 계정이 이미 있어요.",
                en: "Somebody wanted to use this address for another Hindsight account, but it has an account already."),
            link, text(ko: "본인이 아니라면 아무것도 하지 않아도 돼요.", en: "If it wasn’t you, there is nothing to do."))
    }

    func resetMail(_ link: String) -> MailWords {
        mail(
            text(ko: "비밀번호를 다시 정하는 링크", en: "Set a new password"),
            text(
                ko: "아래 링크에서 하인드사이트의 비밀번호를 다시 정할 수 있어요. 한 시간 동안, 한 번만 쓸 수 있어요.",
                en:
                    "With this link you can set a new password for Hindsight. It works once, within an hour."
            ),
            link,
            text(
                ko: "요청한 적이 없다면 이 메일은 무시해 주세요. 비밀번호는 그대로예요.",
                en: "If you didn’t ask for it, ignore this email: your password stays."))
    }

    func confirmEmailMail(_ link: String) -> MailWords {
        mail(
            text(ko: "새 이메일을 확인해 주세요", en: "Confirm your new email address"),
            text(
                ko: "하인드사이트 계정의 이메일을 이 주소로 바꾸려고 했어요. 로그인한 상태에서 아래 링크를 누르면 바뀌어요.",
                en:
                    "You asked to use this address for your Hindsight account. Follow the link while you are signed in to change it."
            ),
            link, text(ko: "요청한 적이 없다면 이 메일은 무시해 주세요.", en: "If it wasn’t you, ignore this email."))
    }

    var passwordChangedMail: MailWords {
        mail(
            text(ko: "비밀번호가 바뀌었어요", en: "Your password was changed"),
            text(
                ko: "하인드사이트의 비밀번호가 바뀌었고, 다른 모든 기기에서 로그아웃됐어요.",
                en: "Your Hindsight password was changed, and you were signed out everywhere else."), nil, notYou)
    }

    var emailChangedMail: MailWords {
        mail(
            text(ko: "이메일이 바뀌었어요", en: "Your email address was changed"),
            text(
                ko: "하인드사이트 계정의 이메일이 다른 주소로 바뀌었어요. 앞으로는 그 주소로 로그인해요.",
                en: "Your Hindsight account has a new email address. You sign in with it from now on."), nil,
            notYou)
    }

    var accountDeletedMail: MailWords {
        mail(
            text(ko: "계정이 삭제됐어요", en: "Your account is deleted"),
            text(
                ko: "하인드사이트 계정과 그 안의 모든 것이 삭제됐어요. 그동안 함께해서 고마웠어요.",
                en: "Your Hindsight account is deleted, with everything in it. Thank you for having been here."), nil,
            notYou)
    }

    private var notYou: String {
        text(ko: "본인이 아니라면 서버를 운영하는 사람에게 알려 주세요.", en: "If it wasn’t you, please tell whoever runs the server.")
    }

    private func mail(_ subject: String, _ words: String, _ link: String?, _ last: String) -> MailWords {
        let paragraphs = [words, link, last].compactMap(\.self)
        return MailWords(subject: "\(appName): \(subject)", text: paragraphs.joined(separator: "\n\n") + "\n")
    }
}
