import type * as clerk from '../../platform/auth/organizations/people.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { DASHBOARD_PATH } from '../../routes.ts'
import { readNotification, recordSentNotification, type AlertNotification } from './notification.ts'

export type People = Pick<typeof clerk, 'findPerson' | 'fetchOrganizationName' | 'isMember'>

type MailOptions = MailTransport & { siteUrl: string; people: People }

const KIND_REASONS = {
  urgent: 'An urgent call needs action now.',
  handover: 'A teammate assigned a call to you.',
  promise: 'A caller is waiting for a promised follow-up.',
}

export function formatAlertText(
  { kind, time, urgency, danger, reason, callId }: AlertNotification,
  company: string,
  siteUrl: string,
): string {
  const detailLines = [
    `Company: ${company}`,
    `Call: ${time}`,
    ...(urgency ? [`Urgency: ${urgency}`] : []),
    ...(danger ? [`Reason: ${reason ?? danger}`] : []),
  ]
  const next =
    kind === 'handover'
      ? 'Press "Take this call" there to let your team know.'
      : 'Press "Take this call" there. If no one does, we alert the next person.'
  return [
    KIND_REASONS[kind],
    '',
    ...detailLines,
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
export const createAlertMailHandler =
  ({ from, send, siteUrl, people }: MailOptions): Handler =>
  async (job, { db, now }) => {
    const { organizationId } = job
    const notification = await runInOrganization(db, organizationId, (tx) => readNotification(tx, job))
    if (!notification) return
    const person = await people.findPerson(notification.userId)
    if (!person?.address) throw new PermanentError('NO_ADDRESS')
    if (!(await people.isMember(organizationId, notification.userId))) throw new PermanentError('NOT_A_MEMBER')
    const company = (await people.fetchOrganizationName(organizationId)) ?? 'Your company'
    await send({
      messageId: `<alert-${job.id}@${new URL(siteUrl).hostname}>`,
      from,
      to: person.address,
      subject: `${notification.title} · ${notification.time}`,
      text: formatAlertText(notification, company, siteUrl),
      headers: { 'Auto-Submitted': 'auto-generated', ...(notification.kind === 'urgent' && { Importance: 'high' }) },
    })
    await runInOrganization(db, organizationId, (tx) => recordSentNotification(tx, job, notification, now))
  }
