import type { Database } from '../../platform/db/client.ts'
import { issueToken, linksTo } from '../newsletter/token.ts'
import type { SendMail } from '../../platform/mail/transport.ts'
import type { Delivery, Send } from './deliver.ts'

type EmailOptions = { from: string; to: string; siteUrl: string; send: SendMail }

type Message = NonNullable<Delivery['message']>
type Notice = NonNullable<Delivery['notice']>

const messageMail = ({ name, email, company, phone, message, createdAt }: Message, siteUrl: string) => {
  const facts = [`Name: ${name}`, `Email: ${email}`, `Company: ${company}`, ...(phone ? [`Phone: ${phone}`] : [])]
  return {
    date: createdAt,
    replyTo: { name, address: email },
    subject: `Message from ${name}, ${company}`,
    text: `${facts.join('\n')}\n\n${message}\n\n-- \nSent from the contact form at ${siteUrl}\n`,
  }
}

/**
 * Builds the office's email about a new or removed subscriber. It includes the unsubscribe link, which every newsletter
 * to the address must contain.
 */
const noticeMail = ({ kind, email, createdAt }: Notice, unsubscribe: string | undefined, siteUrl: string) => {
  const isNew = kind === 'confirmed'
  const facts = [
    `Email: ${email}`,
    `${isNew ? 'Confirmed' : 'Unsubscribed'}: ${createdAt.toISOString()}`,
    ...(unsubscribe ? [`Unsubscribe link: ${unsubscribe}`] : []),
  ]
  const task = isNew
    ? 'Add this address to the newsletter list, and include the unsubscribe link in every newsletter to it.'
    : "Remove this address from the newsletter list. Don't email it again."
  return {
    date: createdAt,
    subject: isNew ? `Newsletter: add ${email}` : `Newsletter: remove ${email}`,
    text: `${task}\n\n${facts.join('\n')}\n\n-- \nSent by ${siteUrl}\n`,
  }
}

export async function unsubscribeLink(
  { subscriberId }: Notice,
  { db, now, siteUrl }: { db: Database; now: Date; siteUrl: string },
): Promise<string | undefined> {
  return subscriberId ? linksTo(siteUrl).unsubscribe(await issueToken(db, subscriberId, 'unsubscribe', now)) : undefined
}

/** Emails messages and newsletter notices to the office; `Reply-To` is the visitor. */
export function emailChannel({ from, to, siteUrl, send }: EmailOptions): Send {
  const { hostname } = new URL(siteUrl)
  return async ({ id, message, notice }, context) => {
    const mail = message
      ? messageMail(message, siteUrl)
      : noticeMail(notice, await unsubscribeLink(notice, { ...context, siteUrl }), siteUrl)
    await send({ messageId: `<${id}@${hostname}>`, from, to, ...mail })
  }
}
