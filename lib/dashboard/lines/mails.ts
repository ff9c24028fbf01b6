import { z } from 'zod'
import { AREAS, getPlanLabel } from '../../platform/auth/access-table.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueueForEachAdmin, type MailContext, mailPerson, sendOnce } from '../mail/admin-mail.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { formatPhone } from '../../values/phone.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { formatDayKey } from '../../platform/time/zone.ts'
import { findTrial } from '../trials/repository.ts'
import { getLastTrialDay, type TrialRecord } from '../trials/trial.ts'
import { LINE_STATE_NAMES, type LineRecord, computeSetupDay } from './line.ts'
import { findLine } from './repository.ts'

const details = z.object({
  to: z.enum(['staff', 'admins', 'person']),
  state: z.enum(LINE_STATE_NAMES),
  userId: z.string().optional(),
})

type MailFacts = {
  line: LineRecord
  settings: SettingsRecord
  trial: TrialRecord | null
  company: string
  siteUrl: string
}

const readFacts = async (tx: OrganizationTransaction) => ({
  line: await findLine(tx),
  settings: await getSettings(tx),
  trial: await findTrial(tx),
})

const formatDueDay = ({ line, settings }: MailFacts) => formatDayKey(computeSetupDay(line.askedAt, settings.timeZone))

function buildStaffMail(facts: MailFacts) {
  const { line, company, trial, siteUrl } = facts
  const rows = [
    `Current number: ${formatPhone(line.companyPhone)}`,
    ...(line.note ? [`Note: ${line.note}`] : []),
    `Trial plan: ${trial ? getPlanLabel(trial.plan) : 'not chosen yet'}`,
    `Set up by: ${formatDueDay(facts)}`,
  ]
  return {
    subject: `New line request: ${company}`,
    text: `${company} requested a line.\n\n${rows.join('\n')}\n\nSet it up: ${siteUrl}${AREAS.lines.path}`,
  }
}

function formatTrialText({ trial, settings }: MailFacts): string {
  if (!trial?.endsAt) return ''
  const lastDay = formatDayKey(getLastTrialDay(trial.endsAt, settings.timeZone))
  return `\n\nYour two-week trial of ${getPlanLabel(trial.plan)} has started. It runs through ${lastDay}, is free, and ends on its own.`
}

const ADMIN_MAILS: Record<LineRecord['state'], (facts: MailFacts) => { subject: string; text: string }> = {
  asked: (facts) => ({
    subject: 'We received your line request',
    text: `We received the line request for ${facts.company}. We'll set it up by ${formatDueDay(facts)}, within one business day. We'll email you when we start, and again with your number when the line is live.\n\nWhat you can do in the meantime: ${facts.siteUrl}${AREAS.today.path}`,
  }),
  'in-progress': ({ company, siteUrl }) => ({
    subject: "We're setting up your line",
    text: `We've started setting up the line for ${company}. We'll email you your number when it's live.\n\nWhat you can do in the meantime: ${siteUrl}${AREAS.today.path}`,
  }),
  live: (facts) => ({
    subject: 'Your line is live: forward your calls',
    text: `The line for ${facts.company} is live. Forward your unanswered calls to ${formatPhone(facts.settings.forwardingNumber ?? '')}. You keep your own number, and you can turn off forwarding at any time.\n\nForwarding codes: ${facts.siteUrl}${AREAS.business.path}${formatTrialText(facts)}`,
  }),
}

/**
 * Returns the job handler for emails about phone lines. Requests go to staff, and each new state to the company's
 * admins. Outdated emails are skipped.
 */
export const createLineMailHandler =
  (context: MailContext): Handler =>
  async (job, { db, now }) => {
    const { to, state, userId = '' } = details.parse(job.details)
    const { organizationId } = job
    if (to === 'admins') {
      return enqueueForEachAdmin(db, job, { kind: 'linemail', keyPrefix: state, people: context.people, now })
    }
    const { line, settings, trial } = await runInOrganization(db, organizationId, readFacts)
    if (!line || line.state !== state) return
    const company = await context.people.organizationName(organizationId)
    if (!company) return
    const facts = { line, settings, trial, company, siteUrl: context.siteUrl }
    if (to === 'staff') return sendOnce(context, job, { to: context.mail.to, ...buildStaffMail(facts) })
    return mailPerson(context, job, userId, ADMIN_MAILS[state](facts))
  }
