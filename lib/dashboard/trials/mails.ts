import { z } from 'zod'
import { AREAS, getPlanLabel } from '../../platform/auth/access-table.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { enqueueForEachAdmin, type MailContext, mailPerson, sendOnce } from '../mail/admin-mail.ts'
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

type MailFacts = { plan: string; lastDay: string; siteUrl: string }

const AFTER =
  "the plan's features turn off, your data stays, and we turn off your line. Turn off call forwarding so that calls ring on your own phones"

const MAILS = {
  ending: ({ plan, lastDay, siteUrl }: MailFacts) => ({
    subject: `Your trial of ${plan} runs through ${lastDay}`,
    text: `Your two-week trial of ${plan} runs through ${lastDay}. After that, ${AFTER}. The trial is free and ends on its own.\n\nTo keep your plan, contact us: ${siteUrl}${CONTACT_PATH}. If you've already agreed on a plan with us, nothing changes.\n\nYour plan: ${siteUrl}${AREAS.plan.path}`,
  }),
  ended: ({ plan, siteUrl }: MailFacts) => ({
    subject: `Your trial of ${plan} has ended`,
    text: `Your two-week trial of ${plan} has ended. Now ${AFTER}. If you've already agreed on a plan with us, nothing changes.\n\nTo keep your plan, contact us: ${siteUrl}${CONTACT_PATH}\nYour plan and your data: ${siteUrl}${AREAS.plan.path}`,
  }),
}

/** Email to staff, who must turn the line off unless the company agreed on a plan. */
const buildStaffMail = (company: string, { plan, siteUrl }: MailFacts) => ({
  subject: `Trial ended: ${company}`,
  text: `The two-week trial of ${plan} for ${company} has ended. Unless they've agreed on a plan, turn off their line with the voice provider.\n\nTheir line: ${siteUrl}${AREAS.lines.path}`,
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
    const { people, siteUrl, mail } = context
    if (!to) {
      const staff = { onceKey: `${about}-staff`, details: { about, to: 'staff' }, dueAt: now }
      if (about === 'ended')
        await runInOrganization(db, organizationId, (tx) => enqueue(tx, { kind: 'trial-mail', ...staff }))
      return enqueueForEachAdmin(db, job, { kind: 'trial-mail', keyPrefix: about, people, now })
    }
    const facts = {
      plan: getPlanLabel(trial.plan),
      lastDay: formatDayKey(getLastTrialDay(trial.endsAt, zone)),
      siteUrl,
    }
    if (to === 'staff') {
      const company = await people.organizationName(organizationId)
      if (company) await sendOnce(context, job, { to: mail.to, ...buildStaffMail(company, facts) })
      return
    }
    await mailPerson(context, job, userId, MAILS[about](facts))
  }
