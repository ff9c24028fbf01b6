import type { Database } from '../../platform/db/client.ts'
import { issueToken, createLinkBuilders } from '../newsletter/token.ts'
import type { SendMail } from '../../platform/mail/transport.ts'
import type { Delivery, Send } from './deliver.ts'

type EmailOptions = { from: string; to: string; siteUrl: string; send: SendMail }

type Message = NonNullable<Delivery['message']>
type Notice = NonNullable<Delivery['notice']>

const buildMessageMail = ({ name, email, company, phone, message, createdAt }: Message, siteUrl: string) => {
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
const buildNoticeMail = ({ kind, email, createdAt }: Notice, unsubscribeUrl: string | undefined, siteUrl: string) => {
  const isNew = kind === 'confirmed'
  const facts = [
    `Email: ${email}`,
    `${isNew ? 'Confirmed' : 'Unsubscribed'}: ${createdAt.toISOString()}`,
    ...(unsubscribeUrl ? [`Unsubscribe link: ${unsubscribeUrl}`] : []),
  ]
  const instruction = isNew
    ? 'Add this address to the newsletter list, and include the unsubscribe link in every newsletter to it.'
    : "Remove this address from the newsletter list. Don't email it again."
  return {
    date: createdAt,
    subject: isNew ? `Newsletter: add ${email}` : `Newsletter: remove ${email}`,
    text: `${instruction}\n\n${facts.join('\n')}\n\n-- \nSent by ${siteUrl}\n`,
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
export function createEmailChannel({ from, to, siteUrl, send }: EmailOptions): Send {
  const { hostname } = new URL(siteUrl)
  return async ({ id, message, notice }, context) => {
    const mail = message
      ? buildMessageMail(message, siteUrl)
      : buildNoticeMail(notice, await buildUnsubscribeUrl(notice, { ...context, siteUrl }), siteUrl)
    await send({ messageId: `<${id}@${hostname}>`, from, to, ...mail })
  }
}
