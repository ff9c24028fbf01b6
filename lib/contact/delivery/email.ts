import type { SendMail } from '../transport.ts'
import type { Send } from './worker.ts'

type EmailOptions = { from: string; to: string; siteUrl: string; send: SendMail }

/** Mails messages to the office; an answer to the mail goes to the visitor. */
export function emailChannel({ from, to, siteUrl, send }: EmailOptions): Send {
  const { hostname } = new URL(siteUrl)
  return async ({ id, message: { name, email, company, phone, message, createdAt } }) => {
    const facts = [`Name: ${name}`, `E-mail: ${email}`, `Company: ${company}`, ...(phone ? [`Phone: ${phone}`] : [])]
    await send({
      messageId: `<${id}@${hostname}>`,
      date: createdAt,
      from,
      to,
      replyTo: { name, address: email },
      subject: `Message from ${name}, ${company}`,
      text: `${facts.join('\n')}\n\n${message}\n\n-- \nSent with the contact form of ${siteUrl}\n`,
    })
  }
}
