import { fill } from '@/components/ui/fill.tsx'
import { CONFIRM_WITHIN_DAYS } from '@/lib/site/newsletter/token.ts'
import type { MailText } from '@/lib/site/newsletter/subscribers.ts'
import { NEUTRAL_BRAND } from '@/lib/site/seo/page-texts.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'
import { editorsWords, readOrNull } from '../_forms/answer-page.ts'

async function mailWords() {
  const [{ newsletterMail: words }, settings] = await Promise.all([
    editorsWords(),
    readOrNull(settingsRead, 'mail: brand name unavailable'),
  ])
  const values = { brand: settings?.brand ?? NEUTRAL_BRAND, days: CONFIRM_WITHIN_DAYS }
  return (name: keyof typeof words) => fill(words[name], values)
}

type Say = Awaited<ReturnType<typeof mailWords>>

const withEnd = (say: Say, ...paragraphs: string[]) =>
  `${[...paragraphs, `-- \n${say('unsubscribe')}\n{unsubscribe}`].join('\n\n')}\n`

export async function confirmMail(): Promise<MailText> {
  const say = await mailWords()
  return { subject: say('confirmSubject'), text: withEnd(say, say('confirmText'), '{link}', say('confirmElse')) }
}

export async function welcomeMail(): Promise<MailText> {
  const say = await mailWords()
  return { subject: say('welcomeSubject'), text: withEnd(say, say('welcomeText')) }
}
