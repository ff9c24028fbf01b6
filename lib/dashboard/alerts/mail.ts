import type * as clerk from '../../platform/auth/organizations/people.ts'
import { AREAS } from '../../platform/auth/access-table.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { MailContent } from '../../platform/mail/content.ts'
import { type MailSender, sendMail } from '../../platform/mail/send.ts'
import { readNotification, recordSentNotification, type AlertNotification } from './notification.ts'

export type People = Pick<typeof clerk, 'findPerson' | 'fetchOrganizationName' | 'isMember'>

type MailOptions = MailSender & { people: People }

const KIND_REASONS = {
  urgent: 'An urgent call needs action now.',
  handover: 'A teammate assigned a call to you.',
  promise: 'A caller is waiting for a promised follow-up.',
}

const TAKE_CALL = 'Press “Take this call” there'

const formatNextStep = ({ kind, isLast }: AlertNotification): string => {
  if (kind === 'handover') return `${TAKE_CALL} to let your team know.`
  return isLast
    ? `${TAKE_CALL}. No one else is alerted after the admins.`
    : `${TAKE_CALL}. If no one does, we alert the next person.`
}

/** Returns the content of an alert email. The preheader omits the caller's words, because locked phones show it. */
export function buildAlertMail(notification: AlertNotification, company: string, siteUrl: string): MailContent {
  const { kind, title, time, urgency, danger, reason, callId } = notification
  return {
    subject: `${title} · ${time}`,
    preheader: [company, urgency, danger].filter(Boolean).join(' · '),
    isUrgent: kind === 'urgent',
    title,
    paragraphs: [KIND_REASONS[kind]],
    facts: [
      ...(urgency ? [['Urgency', urgency] satisfies [string, string]] : []),
      ...(danger ? [['Reason', reason ?? danger] satisfies [string, string]] : []),
      ['Call', time],
      ['Company', company],
    ],
    action: { label: 'Open the call', url: `${siteUrl}${AREAS.calls.path}/${callId}` },
    notes: [`${formatNextStep(notification)} You may need to sign in first.`],
    footer: {
      reason: `You get this email because your email alerts at ${company} are on.`,
      link: { label: 'Change your alerts', url: `${siteUrl}${AREAS.alerts.path}` },
    },
  }
}

/** Returns the job handler for alert emails. It reads the address when it sends. */
export const createAlertMailHandler =
  ({ people, ...sender }: MailOptions): Handler =>
  async (job, { db, now }) => {
    const { organizationId } = job
    const notification = await runInOrganization(db, organizationId, (tx) => readNotification(tx, job))
    if (!notification) return
    const person = await people.findPerson(notification.userId)
    if (!person?.address) throw new PermanentError('NO_ADDRESS')
    if (!(await people.isMember(organizationId, notification.userId))) throw new PermanentError('NOT_A_MEMBER')
    const company = (await people.fetchOrganizationName(organizationId)) ?? 'Your company'
    await sendMail(sender, buildAlertMail(notification, company, sender.siteUrl), {
      id: `alert-${job.id}`,
      to: person.address,
      headers: { 'Auto-Submitted': 'auto-generated', ...(notification.kind === 'urgent' && { Importance: 'high' }) },
    })
    await runInOrganization(db, organizationId, (tx) => recordSentNotification(tx, job, notification, now))
  }
