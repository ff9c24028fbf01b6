import { issueToken, linksTo } from '../../newsletter/token.ts'
import type { SendMail } from '../transport.ts'
import type { Send } from './worker.ts'

type SubscriberOptions = { from: string; siteUrl: string; send: SendMail }

/** Mails subscribers themselves: what they have to confirm, and that they are on the list. Every mail can be unsubscribed from. */
export function subscriberChannel({ from, siteUrl, send }: SubscriberOptions): Send {
  const { hostname } = new URL(siteUrl)
  const links = linksTo(siteUrl)
  return async ({ id, notice }, { db, now }) => {
    if (!notice?.subscriberId) return
    const { subscriberId, kind, email, subject, text, createdAt } = notice
    const unsubscribe = await issueToken(db, subscriberId, 'unsubscribe', now)
    const confirm = kind === 'confirm' && links.confirm(await issueToken(db, subscriberId, 'confirm', now))
    await send({
      messageId: `<${id}@${hostname}>`,
      date: createdAt,
      from,
      to: email,
      subject: subject ?? '',
      text: (text ?? '').replace('{link}', confirm || '').replace('{unsubscribe}', links.unsubscribe(unsubscribe)),
      headers: {
        'List-Unsubscribe': `<${links.oneClick(unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    })
  }
}
