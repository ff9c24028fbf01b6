import { z } from 'zod'
import { AREAS, planLabel } from '../../platform/auth/access-table.ts'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { forEachAdmin, type MailContext, mailPerson, sendOnce } from '../mail/admin-mail.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { formatPhone } from '../../values/phone.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { formatDayKey } from '../../platform/time/zone.ts'
import { findTrial } from '../trials/repository.ts'
import { lastTrialDay, type TrialRecord } from '../trials/trial.ts'
import { LINE_STATE_NAMES, type LineRecord, setUpBy } from './line.ts'
import { findLine } from './repository.ts'

const details = z.object({
  to: z.enum(['staff', 'admins', 'person']),
  state: z.enum(LINE_STATE_NAMES),
  userId: z.string().optional(),
})

type Facts = { line: LineRecord; settings: SettingsRecord; trial: TrialRecord | null; company: string; siteUrl: string }

const factsOf = async (tx: OrganizationTransaction) => ({
  line: await findLine(tx),
  settings: await getSettings(tx),
  trial: await findTrial(tx),
})

const dueDay = ({ line, settings }: Facts) => formatDayKey(setUpBy(line.askedAt, settings.timeZone))

function staffMail(facts: Facts) {
  const { line, company, trial, siteUrl } = facts
  const rows = [
    `Their number today: ${formatPhone(line.companyPhone)}`,
    ...(line.note ? [`Note: ${line.note}`] : []),
    `Plan they try: ${trial ? planLabel(trial.plan) : 'none chosen yet'}`,
    `To be set up by: ${dueDay(facts)}`,
  ]
  return {
    subject: `A line is asked for: ${company}`,
    text: `${company} asks for a line.\n\n${rows.join('\n')}\n\nSet it up: ${siteUrl}${AREAS.lines.path}`,
  }
}

function trialWords({ trial, settings }: Facts): string {
  if (!trial?.endsAt) return ''
  const lastDay = formatDayKey(lastTrialDay(trial.endsAt, settings.timeZone))
  return `\n\nYour two weeks with ${planLabel(trial.plan)} have begun. They run through ${lastDay}, cost nothing, and end by themselves.`
}

const ADMIN_MAILS: Record<LineRecord['state'], (facts: Facts) => { subject: string; text: string }> = {
  asked: (facts) => ({
    subject: 'We have your request for a line',
    text: `We have the request of ${facts.company} for a line, and set it up by ${dueDay(facts)}, within one business day. You get a mail when we begin, and one with your number when it is live.\n\nWhat you can do meanwhile: ${facts.siteUrl}${AREAS.today.path}`,
  }),
  'in-progress': ({ company, siteUrl }) => ({
    subject: 'Your line is being set up',
    text: `We have begun to set up the line of ${company}. You get a mail with your number when it is live.\n\nWhat you can do meanwhile: ${siteUrl}${AREAS.today.path}`,
  }),
  live: (facts) => ({
    subject: 'Your line is live: forward your number',
    text: `The line of ${facts.company} is live. Forward the calls that nobody answers to ${formatPhone(facts.settings.forwardingNumber ?? '')}. Your own number stays yours, and you can turn forwarding off again at any time.\n\nThe codes to dial: ${facts.siteUrl}${AREAS.business.path}${trialWords(facts)}`,
  }),
}

/**
 * Returns the job handler for emails about phone lines. Requests go to staff, and each new state to the company's
 * admins. Outdated emails are skipped.
 */
export const lineMail =
  (context: MailContext): Handler =>
  async (work, { db, now }) => {
    const { to, state, userId = '' } = details.parse(work.details)
    const { organizationId } = work
    if (to === 'admins') {
      return forEachAdmin(db, work, { kind: 'linemail', once: state, people: context.people, now })
    }
    const { line, settings, trial } = await inOrganization(db, organizationId, factsOf)
    if (!line || line.state !== state) return
    const company = await context.people.organizationName(organizationId)
    if (!company) return
    const facts = { line, settings, trial, company, siteUrl: context.siteUrl }
    if (to === 'staff') return sendOnce(context, work, { to: context.mail.to, ...staffMail(facts) })
    return mailPerson(context, work, userId, ADMIN_MAILS[state](facts))
  }
