import { eq, sql } from 'drizzle-orm'
import { currentInstructions } from '../assistant/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { assistantHandovers } from '../schema/assistant.ts'
import { recordEvent } from '../events/record.ts'
import { hasOwnAttempt, type OrganizationJob } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { getSettings } from '../settings/repository.ts'
import { type AgentPatch, agentPatchOf, fingerprintOf } from './agent-patch.ts'
import { voiceAgentOf } from '../voice-vendor/deletions.ts'
import { isKeyRefused, isRefusal, patchAgent, type VendorApi, VendorError } from '../voice-vendor/vendor-api.ts'

const SITE = { kind: 'site' } as const

export const NO_AGENT = 'no-agent'

/** Thrown if another worker has claimed the job. The result of that worker counts. */
class TakenOverError extends Error {
  readonly code = 'TAKEN_OVER'
}

type Handover = typeof assistantHandovers.$inferSelect

const ownRow = ({ organizationId }: OrganizationTransaction) => eq(assistantHandovers.organizationId, organizationId)

async function write(tx: OrganizationTransaction, values: Partial<Handover> & { agentId: string }): Promise<void> {
  await tx.db
    .insert(assistantHandovers)
    .values({ ...values, organizationId: tx.organizationId })
    .onConflictDoUpdate({ target: assistantHandovers.organizationId, set: { ...values, updatedAt: sql`now()` } })
}

type PendingSync = { agentId: string; patch: AgentPatch; fingerprint: string }

/**
 * Prepares a sync. The fingerprint is stored only after success, so a crashed sync is repeated.
 * @returns undefined if the config is already synced or no agent is assigned
 */
async function startSync(
  tx: OrganizationTransaction,
  now: Date,
  company: string | undefined,
): Promise<PendingSync | undefined> {
  const agentId = await voiceAgentOf(tx)
  if (!agentId) {
    await write(tx, { agentId: '', fingerprint: null, refusal: NO_AGENT, refusedAt: now })
    return undefined
  }
  const settings = await getSettings(tx)
  const { instructions } = await currentInstructions(tx)
  const patch = agentPatchOf({ settings, instructions, company })
  const fingerprint = fingerprintOf(agentId, patch)
  const [row] = await tx.db.select().from(assistantHandovers).where(ownRow(tx))
  if (row?.fingerprint === fingerprint && row.agentId === agentId) return undefined
  await write(tx, { agentId, fingerprint: null })
  return { agentId, patch, fingerprint }
}

async function recordRefusal(
  tx: OrganizationTransaction,
  { agentId }: PendingSync,
  refusal: string,
  now: Date,
): Promise<void> {
  const [before] = await tx.db.select().from(assistantHandovers).where(ownRow(tx))
  await write(tx, { agentId, refusal, refusedAt: now })
  // If a retry is rejected for the same reason, do not log it again.
  if (before?.refusal === refusal) return
  await recordEvent(tx, SITE, { action: 'assistant.refused', details: { code: refusal } })
}

async function sync(
  api: VendorApi,
  db: Database,
  job: OrganizationJob,
  pending: PendingSync,
  now: Date,
): Promise<void> {
  const { agentId, patch, fingerprint } = pending
  const store = (work: (tx: OrganizationTransaction) => Promise<void>) =>
    inOrganization(db, job.organizationId, async (tx) => {
      if (!(await hasOwnAttempt(tx, job))) throw new TakenOverError()
      await work(tx)
    })
  try {
    await patchAgent(api, agentId, patch)
  } catch (error) {
    if (!(error instanceof VendorError) || !isRefusal(error)) throw error
    await store((tx) => recordRefusal(tx, pending, error.code, now))
    // If the API key is rejected, retry the job, because the operator can fix the key without a change of settings.
    if (!isKeyRefused(error)) throw new PermanentError(error.code)
    throw error
  }
  await store(async (tx) => {
    await write(tx, { agentId, fingerprint, handedOverAt: now, refusal: null, refusedAt: null })
    const keptDays = patch.platform_settings.privacy.retention_days
    await recordEvent(tx, SITE, { action: 'assistant.handed_over', details: { keptDays } })
  })
}

type HandoverOptions = VendorApi & {
  /** Returns the company name from Clerk, for the default greeting. */
  companyName: (organizationId: string) => Promise<string | undefined>
}

/**
 * Returns the job handler that syncs the agent config. Only one job runs per company at a time. A rejection is stored,
 * shown on the dashboard and not retried until the next change. Other errors are retried.
 */
export const handOver =
  ({ companyName, ...api }: HandoverOptions): Handler =>
  async (job, { db, now }) => {
    const company = await companyName(job.organizationId)
    const pending = await inOrganization(db, job.organizationId, (tx) => startSync(tx, now, company))
    if (pending) await sync(api, db, job, pending, now)
  }
