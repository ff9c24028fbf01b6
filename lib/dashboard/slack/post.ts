import { addMilliseconds } from 'date-fns'
import { and, eq, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import type { Database } from '../../platform/db/client.ts'
import { PermanentError, RetryLaterError } from '../../platform/jobs/retry.ts'
import type { OrganizationJob } from '../../platform/jobs/queue.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { StatusError } from '../integrations/api.ts'
import type { IntegrationContext } from '../integrations/context.ts'
import type { IntegrationSettings } from '../integrations/environment.ts'
import { isOwnerFailure, ProviderError } from '../integrations/failure.ts'
import { findConnection } from '../integrations/repository.ts'
import { postSlackMessage, type SlackMessage } from '../integrations/slack-api.ts'
import { runWithConnection } from '../integrations/use.ts'
import { parseSlackSettings, type SlackSettings } from '../model/slack-settings.ts'

/** The last retry is after about four hours. Older news is in the dashboard. */
const MAX_ATTEMPTS = 14

export const createJobContext = (
  settings: IntegrationSettings,
  { organizationId }: OrganizationJob,
  { db, now }: { db: Database; now: Date },
): IntegrationContext => ({
  organizationId,
  settings,
  transaction: (work) => runInOrganization(db, organizationId, work),
  now: () => now,
})

export async function readSlackSettings(tx: OrganizationTransaction): Promise<SlackSettings | undefined> {
  const row = await findConnection(tx, 'slack')
  return row && parseSlackSettings(row.options)
}

/** Stores the timestamp of the posted message in the job, which a later attempt then skips. */
const recordPostedMessage = (context: IntegrationContext, job: OrganizationJob, ts: string) =>
  context.transaction(({ db, organizationId }) =>
    db
      .update(jobs)
      .set({ details: sql`${jobs.details} || ${JSON.stringify({ ts })}::jsonb` })
      .where(and(eq(jobs.organizationId, organizationId), eq(jobs.id, job.id))),
  )

/** Checks whether an earlier attempt has posted the message. */
export const isPosted = ({ details }: OrganizationJob): boolean => typeof details.ts === 'string'

type Post = { channel: string; entry: string; callId?: string | null; message: SlackMessage }

/**
 * Posts the message of a job. Slack has no idempotency key. A message can therefore arrive twice if the process stops,
 * or the response is lost, between Slack's acceptance and the stored timestamp.
 * @throws {ProviderError | RetryLaterError} for a failure that may pass, so that the job is retried
 * @throws {PermanentError} after the last attempt
 */
export async function postJobMessage(context: IntegrationContext, job: OrganizationJob, post: Post): Promise<void> {
  const { channel, entry, callId, message } = post
  let retryAfterMs: number | undefined
  const use = { writes: 'messages', entry, ...(callId && { call: callId }) }
  const outcome = await runWithConnection(context, 'slack', { kind: 'site' }, use, async (api) => {
    try {
      await recordPostedMessage(context, job, await postSlackMessage(api, channel, message))
    } catch (error) {
      if (error instanceof StatusError) retryAfterMs = error.retryAfterMs
      throw error
    }
  })
  if ('result' in outcome) return
  const { failure } = outcome
  // The owner sees the failure on the integration's panel. The next message tries again.
  if (failure === 'not_connected' || failure === 'writing_off' || isOwnerFailure(failure)) return
  if (job.attempts >= MAX_ATTEMPTS) throw new PermanentError(failure)
  if (retryAfterMs === undefined) throw new ProviderError(failure)
  throw new RetryLaterError(addMilliseconds(context.now(), retryAfterMs))
}
