import { fill } from '@/components/ui/fill.tsx'
import { CONFIRM_WITHIN_DAYS } from '@/lib/newsletter/token.ts'
import type { MailText } from '@/lib/newsletter/subscribers.ts'
import { NEUTRAL_BRAND } from '@/lib/seo/page-texts.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'
import { editorsWords, readOrNull } from '../_forms/answer-page.ts'

/** Words of the mails, with what they say of the site filled in; the links are when a mail is sent. */
async function mailWords() {
  const [{ newsletterMail: words }, settings] = await Promise.all([
    editorsWords(),
    readOrNull(settingsRead, 'A mail of the newsletter is without the name of the brand'),
  ])
  const values = { brand: settings?.brand ?? NEUTRAL_BRAND, days: CONFIRM_WITHIN_DAYS }
  return (name: keyof typeof words) => fill(words[name], values)
}

type Say = Awaited<ReturnType<typeof mailWords>>

const withEnd = (say: Say, ...paragraphs: string[]) =>
  `${[...paragraphs, `-- \n${say('unsubscribe')}\n{unsubscribe}`].join('\n\n')}\n`

/** Asks the owner of an address whether it is to be on the list. */
export async function confirmMail(): Promise<MailText> {
  const say = await mailWords()
  return { subject: say('confirmSubject'), text: withEnd(say, say('confirmText'), '{link}', say('confirmElse')) }
}

/** Says that an address is on the list. */
export async function welcomeMail(): Promise<MailText> {
  const say = await mailWords()
  return { subject: say('welcomeSubject'), text: withEnd(say, say('welcomeText')) }
}
