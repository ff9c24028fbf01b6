import type { MailContent } from './content.ts'
import { renderHtml } from './html.ts'
import { renderText } from './text.ts'
import type { Mail, MailTransport } from './transport.ts'

export type MailSender = MailTransport & {
  siteUrl: string
  /** Returns the name of the site, which editors set. */
  getBrand: () => Promise<string>
}

type Envelope = Pick<Mail, 'to' | 'replyTo' | 'date' | 'headers'> & {
  /** Id of the job. Retries therefore use the same Message-ID, and mail clients recognize duplicates. */
  id: string
}

export async function sendMail(
  { from, send, siteUrl, getBrand }: MailSender,
  content: MailContent,
  { id, ...envelope }: Envelope,
): Promise<void> {
  const brand = await getBrand()
  const site = { brand, siteUrl }
  await send({
    ...envelope,
    messageId: `<${id}@${new URL(siteUrl).hostname}>`,
    from: { name: brand, address: from },
    subject: content.subject,
    text: renderText(content, site),
    html: await renderHtml(content, site),
  })
}
