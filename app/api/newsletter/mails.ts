import { fill } from '@/components/ui/fill.tsx'
import { formatNewsletterText } from '@/lib/site/newsletter/mail.ts'
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

export async function buildConfirmMail(): Promise<MailText> {
  const format = await createMailFormatter()
  return {
    subject: format('confirmSubject'),
    text: formatNewsletterText({
      paragraphs: [format('confirmText')],
      button: format('confirmButton'),
      notes: [format('confirmElse')],
      reason: format('reason'),
      unsubscribe: format('unsubscribe'),
    }),
  }
}

export async function buildWelcomeMail(): Promise<MailText> {
  const format = await createMailFormatter()
  return {
    subject: format('welcomeSubject'),
    text: formatNewsletterText({
      paragraphs: [format('welcomeText')],
      reason: format('reason'),
      unsubscribe: format('unsubscribe'),
    }),
  }
}
