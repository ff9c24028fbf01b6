import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { type DayKey, getMinutesOfDay, getStartOfDay, isDayKey, toDayKey } from '../../platform/time/zone.ts'
import type { IntegrationSettings } from '../integrations/environment.ts'
import { DEFAULT_TIME_ZONE } from '../model/organization-settings.ts'
import { calls } from '../schema/calls.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { buildSummaryMessage, type DayCounts } from './message.ts'
import { createJobContext, isPosted, postJobMessage, readSlackSettings } from './post.ts'

type SummaryCompany = { organizationId: string; hour: number; timeZone: string | null; lastDay: DayKey | null }

/**
 * Enqueues the daily summaries whose hour has come, once per day and company. After an outage, they are enqueued late,
 * but not after midnight. An hour that daylight saving time skips counts as the next one.
 */
export async function scheduleSlackSummaries(db: Database, now: Date): Promise<void> {
  const companies = await db.execute<SummaryCompany>(
    sql`select organization_id as "organizationId", summary_hour as hour, time_zone as "timeZone", last_day as "lastDay"
      from slack_summary_companies()`,
  )
  for (const { organizationId, hour, timeZone, lastDay } of companies) {
    const zone = timeZone ?? DEFAULT_TIME_ZONE
    const day = toDayKey(now, zone)
    if (lastDay === day || getMinutesOfDay(now, zone) < hour * 60) continue
    const job = { kind: 'slack-summary', onceKey: day, details: { day }, dueAt: now } as const
    await runInOrganization(db, organizationId, (tx) => enqueue(tx, job))
  }
}

const countIf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`

/** Counts the calls of a day, and all calls that still need attention. Excludes test calls, like the Today screen. */
async function countDay({ db, organizationId }: OrganizationTransaction, start: Date): Promise<DayCounts> {
  const matchesCompany = and(eq(calls.organizationId, organizationId), eq(calls.isTest, false))
  const [counts] = await db
    .select({ answered: countIf(sql`${calls.outcome} <> 'missed'`), booked: countIf(sql`${calls.outcome} = 'booked'`) })
    .from(calls)
    .where(and(matchesCompany, gte(calls.startedAt, start)))
  const isWaiting = and(matchesCompany, isNotNull(calls.attention), isNull(calls.attentionEndedAt))
  return { answered: 0, booked: 0, ...counts, needsAttention: await db.$count(calls, isWaiting) }
}

/** Returns the job handler for daily summaries. After midnight, it drops the summary of the day before. */
export const createSlackSummaryHandler =
  (settings: IntegrationSettings): Handler =>
  async (job, jobContext) => {
    if (isPosted(job)) return
    const { day } = job.details
    if (typeof day !== 'string' || !isDayKey(day)) throw new PermanentError('UNKNOWN_DAY')
    const context = createJobContext(settings, job, jobContext)
    const post = await context.transaction(async (tx) => {
      const slack = await readSlackSettings(tx)
      const timeZone = await getTimeZone(tx)
      if (!slack?.channel || slack.summaryHour === null || toDayKey(jobContext.now, timeZone) !== day) return undefined
      const counts = await countDay(tx, getStartOfDay(day, timeZone))
      return { channel: slack.channel.id, message: buildSummaryMessage(day, counts, settings.siteUrl) }
    })
    if (post) await postJobMessage(context, job, { ...post, entry: 'a daily summary' })
  }
