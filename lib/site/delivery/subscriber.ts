import { issueToken, createLinkBuilders } from '../newsletter/token.ts'
import type { SendMail } from '../../platform/mail/transport.ts'
import type { Send } from './deliver.ts'

type SubscriberOptions = { from: string; siteUrl: string; send: SendMail }

/** Emails subscribers a confirmation request and a welcome, each with an unsubscribe link. */
export function createSubscriberChannel({ from, siteUrl, send }: SubscriberOptions): Send {
  const { hostname } = new URL(siteUrl)
  const links = createLinkBuilders(siteUrl)
  return async ({ id, notice }, { db, now }) => {
    if (!notice?.subscriberId) return
    const { subscriberId, kind, email, subject, text, createdAt } = notice
    const unsubscribeToken = await issueToken(db, subscriberId, 'unsubscribe', now)
    const confirmUrl = kind === 'confirm' && links.confirm(await issueToken(db, subscriberId, 'confirm', now))
    await send({
      messageId: `<${id}@${hostname}>`,
      date: createdAt,
      from,
      to: email,
      subject: subject ?? '',
      text: (text ?? '')
        .replace('{link}', confirmUrl || '')
        .replace('{unsubscribe}', links.unsubscribe(unsubscribeToken)),
      headers: {
        'List-Unsubscribe': `<${links.oneClick(unsubscribeToken)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    })
  }
}
