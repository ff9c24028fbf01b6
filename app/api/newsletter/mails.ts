import { fill } from '@/components/ui/fill.tsx'
import { CONFIRMATION_DAYS } from '@/lib/site/newsletter/token.ts'
import type { MailText } from '@/lib/site/newsletter/subscribers.ts'
import { FALLBACK_BRAND } from '@/lib/site/seo/page-texts.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'
import { getEditorLabels, readOrNull } from '../_forms/form-page.ts'

async function createMailFormatter() {
  const [{ newsletterMail: labels }, settings] = await Promise.all([
    getEditorLabels(),
    readOrNull(settingsRead, 'mail: brand name unavailable'),
  ])
  const values = { brand: settings?.brand ?? FALLBACK_BRAND, days: CONFIRMATION_DAYS }
  return (name: keyof typeof labels) => fill(labels[name], values)
}

type FormatText = Awaited<ReturnType<typeof createMailFormatter>>

const appendFooter = (format: FormatText, ...paragraphs: string[]) =>
  `${[...paragraphs, `-- \n${format('unsubscribe')}\n{unsubscribe}`].join('\n\n')}\n`

export async function buildConfirmMail(): Promise<MailText> {
  const format = await createMailFormatter()
  return {
    subject: format('confirmSubject'),
    text: appendFooter(format, format('confirmText'), '{link}', format('confirmElse')),
  }
}

export async function buildWelcomeMail(): Promise<MailText> {
  const format = await createMailFormatter()
  return { subject: format('welcomeSubject'), text: appendFooter(format, format('welcomeText')) }
}
