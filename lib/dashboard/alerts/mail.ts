import type * as clerk from '../../platform/auth/organizations/people.ts'
import type { MailWay } from '../../platform/mail/transport.ts'
import { inOrganization } from '../../platform/db/organization.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { DASHBOARD_PATH } from '../../routes.ts'
import { readTelling, recordTold, type Telling } from './telling.ts'

export type People = Pick<typeof clerk, 'findPerson' | 'organizationName' | 'isMember'>

type MailOptions = MailWay & { siteUrl: string; people: People }

const WHY = {
  urgent: 'An urgent call needs someone to act now.',
  handover: 'A teammate assigned a call to you.',
  promise: 'A caller was promised a follow-up. Someone needs to take care of it.',
}

export function alertText(
  { kind, time, urgency, danger, reason, callId }: Telling,
  company: string,
  siteUrl: string,
): string {
  const facts = [
    `Company: ${company}`,
    `Call: ${time}`,
    ...(urgency ? [`Urgency: ${urgency}`] : []),
    ...(danger ? [`Reason: ${reason ?? danger}`] : []),
  ]
  const next =
    kind === 'handover'
      ? 'Press "I have it" there to let your team know.'
      : 'Press "I have it" there. If no one does, we alert the next person.'
  return [
    WHY[kind],
    '',
    ...facts,
    '',
    'Open the call (you may need to sign in):',
    `${siteUrl}${DASHBOARD_PATH}/calls/${callId}`,
    '',
    next,
    '',
    '-- ',
    `Change your alerts: ${siteUrl}${DASHBOARD_PATH}/settings/alerts`,
    '',
  ].join('\n')
}

/**
 * Returns the job handler for alert emails. It reads the address when it sends. All attempts share one Message-ID, so
 * mail clients drop duplicates.
 */
export const alertMail =
  ({ from, send, siteUrl, people }: MailOptions): Handler =>
  async (work, { db, now }) => {
    const { organizationId } = work
    const telling = await inOrganization(db, organizationId, (tx) => readTelling(tx, work))
    if (!telling) return
    const person = await people.findPerson(telling.userId)
    if (!person?.address) throw new PermanentError('NO_ADDRESS')
    if (!(await people.isMember(organizationId, telling.userId))) throw new PermanentError('NOT_A_MEMBER')
    const company = (await people.organizationName(organizationId)) ?? 'Your company'
    await send({
      messageId: `<alert-${work.id}@${new URL(siteUrl).hostname}>`,
      from,
      to: person.address,
      subject: `${telling.title} · ${telling.time}`,
      text: alertText(telling, company, siteUrl),
      headers: { 'Auto-Submitted': 'auto-generated', ...(telling.kind === 'urgent' && { Importance: 'high' }) },
    })
    await inOrganization(db, organizationId, (tx) => recordTold(tx, work, telling, now))
  }
