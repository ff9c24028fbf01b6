import { z } from 'zod'
import { AREAS, getPlanLabel } from '../../platform/auth/access-table.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { buildAdminFooter, enqueueForEachAdmin, type MailContext, mailPerson, sendOnce } from '../mail/admin-mail.ts'
import { type MailContent, OFFICE_REASON } from '../../platform/mail/content.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { CONTACT_PATH } from '../../routes.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { formatDayKey } from '../../platform/time/zone.ts'
import { findTrial } from './repository.ts'
import { isTrialRunning, getLastTrialDay } from './trial.ts'

const details = z.object({
  about: z.enum(['ending', 'ended']),
  to: z.enum(['staff', 'person']).optional(),
  userId: z.string().optional(),
})

type TrialMailFacts = { plan: string; lastDay: string; company: string; siteUrl: string }

const AFTER =
  "the plan's features turn off, your data stays, and we turn off your line. Turn off call forwarding so that calls ring on your own phones."

const AGREED = "If you've already agreed on a plan with us, nothing changes."

const getActions = ({ company, siteUrl }: TrialMailFacts) => ({
  action: { label: 'Keep your plan', url: `${siteUrl}${CONTACT_PATH}` },
  links: [{ label: 'Your plan and your data', url: `${siteUrl}${AREAS.plan.path}` }],
  footer: buildAdminFooter(company, siteUrl),
})

/** Emails to admins before and after the end of the trial. */
export const TRIAL_MAILS: Record<'ending' | 'ended', (facts: TrialMailFacts) => MailContent> = {
  ending: (facts) => ({
    subject: `Your trial of ${facts.plan} runs through ${facts.lastDay}`,
    preheader: 'The trial is free and ends on its own. Contact us to keep your plan.',
    title: `Your trial runs through ${facts.lastDay}`,
    paragraphs: [
      `Your two-week trial of ${facts.plan} runs through ${facts.lastDay}. The trial is free and ends on its own.`,
      `After that, ${AFTER}`,
      `To keep your plan, contact us. ${AGREED}`,
    ],
    ...getActions(facts),
  }),
  ended: (facts) => ({
    subject: `Your trial of ${facts.plan} has ended`,
    preheader: 'Turn off call forwarding, or contact us to keep your plan.',
    title: 'Your trial has ended',
    paragraphs: [
      `Your two-week trial of ${facts.plan} has ended. Now ${AFTER}`,
      `To keep your plan, contact us. ${AGREED}`,
    ],
    ...getActions(facts),
  }),
}

/** Email to staff, who must turn the line off unless the company agreed on a plan. */
export const buildStaffTrialMail = ({ company, plan, siteUrl }: TrialMailFacts): MailContent => ({
  subject: `Trial ended: ${company}`,
  preheader: "Turn off their line unless they've agreed on a plan.",
  title: `Trial ended: ${company}`,
  paragraphs: [
    `The two-week trial of ${plan} for ${company} has ended. Unless they've agreed on a plan, turn off their line with the voice provider.`,
  ],
  action: { label: 'Open their line', url: `${siteUrl}${AREAS.lines.path}` },
  footer: { reason: OFFICE_REASON },
})

/**
 * Returns the job handler for trial emails: to admins before the trial ends, and to admins and staff when it ends.
 * Outdated emails are skipped.
 */
export const createTrialMailHandler =
  (context: MailContext): Handler =>
  async (job, { db, now }) => {
    const { about, to, userId = '' } = details.parse(job.details)
    const { organizationId } = job
    const { trial, zone } = await runInOrganization(db, organizationId, async (tx) => ({
      trial: await findTrial(tx),
      zone: await getTimeZone(tx),
    }))
    if (!trial?.endsAt || isTrialRunning(trial, now) !== (about === 'ending')) return
    const { people, mail } = context
    if (!to) {
      const staff = { onceKey: `${about}-staff`, details: { about, to: 'staff' }, dueAt: now }
      if (about === 'ended')
        await runInOrganization(db, organizationId, (tx) => enqueue(tx, { kind: 'trial-mail', ...staff }))
      return enqueueForEachAdmin(db, job, { kind: 'trial-mail', keyPrefix: about, people, now })
    }
    const company = await people.organizationName(organizationId)
    if (!company) return
    const facts = {
      plan: getPlanLabel(trial.plan),
      lastDay: formatDayKey(getLastTrialDay(trial.endsAt, zone)),
      company,
      siteUrl: mail.siteUrl,
    }
    if (to === 'staff') return sendOnce(context, job, mail.to, buildStaffTrialMail(facts))
    await mailPerson(context, job, userId, TRIAL_MAILS[about](facts))
  }
