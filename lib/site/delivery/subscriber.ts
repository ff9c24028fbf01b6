import { type MailSender, sendMail } from '../../platform/mail/send.ts'
import { parseNewsletterMail } from '../newsletter/mail.ts'
import { issueToken, createLinkBuilders } from '../newsletter/token.ts'
import type { Send } from './deliver.ts'

/** Emails subscribers a confirmation request and a welcome, each with an unsubscribe link. */
export function createSubscriberChannel(sender: MailSender): Send {
  const links = createLinkBuilders(sender.siteUrl)
  return async ({ id, notice }, { db, now }) => {
    if (!notice?.subscriberId) return
    const { subscriberId, kind, email, subject, text, createdAt } = notice
    const unsubscribeToken = await issueToken(db, subscriberId, 'unsubscribe', now)
    const confirm = kind === 'confirm' ? links.confirm(await issueToken(db, subscriberId, 'confirm', now)) : undefined
    const content = parseNewsletterMail(subject ?? '', text ?? '', {
      confirm,
      unsubscribe: links.unsubscribe(unsubscribeToken),
    })
    await sendMail(sender, content, {
      id,
      date: createdAt,
      to: email,
      headers: {
        'List-Unsubscribe': `<${links.oneClick(unsubscribeToken)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    })
  }
}
