import { z } from 'zod'
import { AREAS, getPlanLabel } from '../../platform/auth/access-table.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { buildAdminFooter, enqueueForEachAdmin, type MailContext, mailPerson, sendOnce } from '../mail/admin-mail.ts'
import { type MailContent, OFFICE_REASON } from '../../platform/mail/content.ts'
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

export type LineMailFacts = {
  line: LineRecord
  settings: Pick<SettingsRecord, 'timeZone' | 'forwardingNumber'>
  trial: TrialRecord | null
  company: string
  siteUrl: string
}

const readFacts = async (tx: OrganizationTransaction) => ({
  line: await findLine(tx),
  settings: await getSettings(tx),
  trial: await findTrial(tx),
})

const formatDueDay = ({ line, settings }: LineMailFacts) =>
  formatDayKey(computeSetupDay(line.askedAt, settings.timeZone))

export function buildStaffLineMail(facts: LineMailFacts): MailContent {
  const { line, company, trial, siteUrl } = facts
  const dueDay = formatDueDay(facts)
  return {
    subject: `New line request: ${company}`,
    preheader: `Set it up by ${dueDay}.`,
    title: 'New line request',
    paragraphs: [`${company} requested a line.`],
    facts: [
      ['Current number', formatPhone(line.companyPhone)],
      ...(line.note ? [['Note', line.note] satisfies [string, string]] : []),
      ['Trial plan', trial ? getPlanLabel(trial.plan) : 'not chosen yet'],
      ['Set up by', dueDay],
    ],
    action: { label: 'Set up the line', url: `${siteUrl}${AREAS.lines.path}` },
    footer: { reason: OFFICE_REASON },
  }
}

function formatTrial({ trial, settings }: LineMailFacts): string[] {
  if (!trial?.endsAt) return []
  const lastDay = formatDayKey(getLastTrialDay(trial.endsAt, settings.timeZone))
  return [
    `Your two-week trial of ${getPlanLabel(trial.plan)} has started. It runs through ${lastDay}, is free, and ends on its own.`,
  ]
}

const buildTodayAction = (siteUrl: string) => ({ label: 'See your next steps', url: `${siteUrl}${AREAS.today.path}` })

/** Emails to admins, by state of the line. */
export const ADMIN_LINE_MAILS: Record<LineRecord['state'], (facts: LineMailFacts) => MailContent> = {
  asked: (facts) => ({
    subject: 'We received your line request',
    preheader: `We'll set it up by ${formatDueDay(facts)}.`,
    title: 'We received your line request',
    paragraphs: [
      `We received the line request for ${facts.company}. We'll set it up by ${formatDueDay(facts)}, within one business day.`,
      "We'll email you when we start, and again with your number when the line is live.",
    ],
    action: buildTodayAction(facts.siteUrl),
    footer: buildAdminFooter(facts.company, facts.siteUrl),
  }),
  'in-progress': ({ company, siteUrl }) => ({
    subject: "We're setting up your line",
    preheader: "We'll email you your number when it's live.",
    title: "We're setting up your line",
    paragraphs: [`We've started setting up the line for ${company}. We'll email you your number when it's live.`],
    action: buildTodayAction(siteUrl),
    footer: buildAdminFooter(company, siteUrl),
  }),
  live: (facts) => {
    const number = formatPhone(facts.settings.forwardingNumber ?? '')
    return {
      subject: 'Your line is live: forward your calls',
      preheader: `Forward your unanswered calls to ${number}.`,
      title: 'Your line is live',
      paragraphs: [`The line for ${facts.company} is live. Forward your unanswered calls to this number:`],
      facts: [['Forward to', number]],
      action: { label: 'See forwarding codes', url: `${facts.siteUrl}${AREAS.business.path}` },
      notes: ['You keep your own number, and you can turn off forwarding at any time.', ...formatTrial(facts)],
      footer: buildAdminFooter(facts.company, facts.siteUrl),
    }
  },
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
    const facts = { line, settings, trial, company, siteUrl: context.mail.siteUrl }
    if (to === 'staff') return sendOnce(context, job, context.mail.to, buildStaffLineMail(facts))
    return mailPerson(context, job, userId, ADMIN_LINE_MAILS[state](facts))
  }
