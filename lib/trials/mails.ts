import { z } from 'zod'
import { AREAS, planLabel } from '../auth/access-table.ts'
import { inOrganization } from '../db/organization.ts'
import { forEachAdmin, greeting, type MailContext, sendOnce } from '../outgoing/admin-mail.ts'
import type { Handler } from '../outgoing/worker.ts'
import { CONTACT_PATH } from '../routes.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { formatDayKey } from '../time/zone.ts'
import { findTrial } from './store.ts'
import { isTrialRunning, lastTrialDay } from './trial.ts'

const details = z.object({ about: z.enum(['ending', 'ended']), userId: z.string().optional() })

type Facts = { plan: string; lastDay: string; siteUrl: string }

const AFTER =
  'what the plan includes is closed, your data stays as it is, and we turn off the line: turn off forwarding, so that your calls ring with you'

const MAILS = {
  ending: ({ plan, lastDay, siteUrl }: Facts) => ({
    subject: `Your trial of ${plan} runs through ${lastDay}`,
    text: `Your two weeks with ${plan} run through ${lastDay}. After that ${AFTER}. It costs nothing, and ends by itself.\n\nTo go on, agree on a plan with us: ${siteUrl}${CONTACT_PATH}. If you have done so already, nothing changes for you.\n\nYour plan: ${siteUrl}${AREAS.plan.path}`,
  }),
  ended: ({ plan, siteUrl }: Facts) => ({
    subject: `Your trial of ${plan} is over`,
    text: `Your two weeks with ${plan} are over. Now ${AFTER}. If you have agreed on a plan with us, nothing changes for you.\n\nTo go on: ${siteUrl}${CONTACT_PATH}\nYour plan and your data: ${siteUrl}${AREAS.plan.path}`,
  }),
}

/** Tells the admins of a company that its trial ends soon, and that it is over. What has been overtaken is not sent. */
export const trialMail =
  (context: MailContext): Handler =>
  async (work, { db, now }) => {
    const { about, userId } = details.parse(work.details)
    const { organizationId } = work
    const { trial, zone } = await inOrganization(db, organizationId, async (tx) => ({
      trial: await findTrial(tx),
      zone: await timeZoneOf(tx),
    }))
    if (!trial?.endsAt || isTrialRunning(trial, now) !== (about === 'ending')) return
    if (!userId) return forEachAdmin(db, work, { kind: 'trial-mail', once: about, people: context.people, now })
    const person = await context.people.findPerson(userId)
    if (!person?.address) return
    const facts = {
      plan: planLabel(trial.plan),
      lastDay: formatDayKey(lastTrialDay(trial.endsAt, zone)),
      siteUrl: context.siteUrl,
    }
    const { subject, text } = MAILS[about](facts)
    await sendOnce(context, work, { to: person.address, subject, text: `${greeting(person.name)}\n\n${text}` })
  }
