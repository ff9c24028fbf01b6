import type { Database } from '../../platform/db/client.ts'
import { issueToken, createLinkBuilders } from '../newsletter/token.ts'
import { type MailContent, OFFICE_REASON } from '../../platform/mail/content.ts'
import { type MailSender, sendMail } from '../../platform/mail/send.ts'
import type { Delivery, Send } from './deliver.ts'

type Message = Pick<NonNullable<Delivery['message']>, 'name' | 'email' | 'company' | 'phone' | 'message'>
type Notice = NonNullable<Delivery['notice']>

export const buildMessageMail = ({ name, email, company, phone, message }: Message): MailContent => ({
  subject: `Message from ${name}, ${company}`,
  preheader: message,
  title: `Message from ${name}, ${company}`,
  paragraphs: [],
  facts: [
    ['Name', name],
    ['Email', email],
    ['Company', company],
    ...(phone ? [['Phone', phone] satisfies [string, string]] : []),
  ],
  quote: message,
  footer: { reason: `Sent from the contact form. Replies to this email go to ${email}. ${OFFICE_REASON}` },
})

/**
 * Builds the office's email about a new or removed subscriber. It includes the unsubscribe link, which every newsletter
 * to the address must contain. The link is no button, because it is for copying.
 */
export function buildNoticeMail(
  { kind, email, createdAt }: Pick<Notice, 'kind' | 'email' | 'createdAt'>,
  unsubscribeUrl: string | undefined,
): MailContent {
  const isNew = kind === 'confirmed'
  const instruction = isNew
    ? 'Add this address to the newsletter list, and include the unsubscribe link in every newsletter to it.'
    : "Remove this address from the newsletter list. Don't email it again."
  return {
    subject: isNew ? `Newsletter: add ${email}` : `Newsletter: remove ${email}`,
    preheader: instruction,
    title: isNew ? 'New newsletter subscriber' : 'Newsletter subscriber removed',
    paragraphs: [instruction],
    facts: [
      ['Email', email],
      [isNew ? 'Confirmed' : 'Unsubscribed', createdAt.toUTCString()],
      ...(unsubscribeUrl ? [['Unsubscribe link', unsubscribeUrl] satisfies [string, string]] : []),
    ],
    footer: { reason: OFFICE_REASON },
  }
}

export async function buildUnsubscribeUrl(
  { subscriberId }: Notice,
  { db, now, siteUrl }: { db: Database; now: Date; siteUrl: string },
): Promise<string | undefined> {
  return subscriberId
    ? createLinkBuilders(siteUrl).unsubscribe(await issueToken(db, subscriberId, 'unsubscribe', now))
    : undefined
}

/** Emails messages and newsletter notices to the office; `Reply-To` is the visitor. */
export function createEmailChannel({ to, ...sender }: MailSender & { to: string }): Send {
  return async ({ id, message, notice }, context) => {
    if (message) {
      const { name, email, createdAt } = message
      const envelope = { id, to, date: createdAt, replyTo: { name, address: email } }
      return sendMail(sender, buildMessageMail(message), envelope)
    }
    const unsubscribeUrl = await buildUnsubscribeUrl(notice, { ...context, siteUrl: sender.siteUrl })
    await sendMail(sender, buildNoticeMail(notice, unsubscribeUrl), { id, to, date: notice.createdAt })
  }
}
