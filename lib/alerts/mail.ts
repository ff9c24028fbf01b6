import type { Person } from '../auth/organizations/people.ts'
import type { MailWay } from '../contact/transport.ts'
import { inOrganization } from '../db/organization.ts'
import { type Handler, PermanentError } from '../outgoing/worker.ts'
import { DASHBOARD_PATH } from '../routes.ts'
import { readTelling, recordTold, type Telling } from './telling.ts'

/** What is asked of Clerk when a mail is sent; see `lib/auth/organizations/people.ts`. */
export type People = {
  findPerson: (userId: string) => Promise<Person | undefined>
  organizationName: (organizationId: string) => Promise<string | undefined>
  isMember: (organizationId: string, userId: string) => Promise<boolean>
}

type MailOptions = MailWay & { siteUrl: string; people: People }

const WHY = {
  urgent: 'A call came in that somebody has to act on now.',
  handover: 'A colleague has handed a call to you.',
  promise: 'Something was promised to a caller, and somebody has to see to it.',
}

/** The words of a mail: what kind of call, when, whose, and the way to it. */
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
      ? 'Press "I have it" there, and your colleagues see that you do.'
      : 'Press "I have it" there. Until somebody does, the next person is told.'
  return [
    WHY[kind],
    '',
    ...facts,
    '',
    'Open the call (you may have to sign in):',
    `${siteUrl}${DASHBOARD_PATH}/calls/${callId}`,
    '',
    next,
    '',
    '-- ',
    `You choose how you are told at ${siteUrl}${DASHBOARD_PATH}/settings/alerts`,
    '',
  ].join('\n')
}

/**
 * Mails one person, whose address is asked for now. The mail has the same Message-ID at each attempt, by which mail programs
 * know one that did arrive.
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
