import { eq, sql } from 'drizzle-orm'
import { getCurrentInstructions } from '../assistant/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { assistantHandovers } from '../schema/assistant.ts'
import { recordEvent } from '../events/record.ts'
import { isAttemptCurrent, type OrganizationJob } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { getSettings } from '../settings/repository.ts'
import { type AgentPatch, buildAgentPatch, computeFingerprint } from './agent-patch.ts'
import { findVoiceAgent } from '../voice-vendor/deletions.ts'
import { isKeyRejected, isRefusal, patchAgent, type VendorApi, VendorError } from '../voice-vendor/vendor-api.ts'

const SITE_ACTOR = { kind: 'site' } as const

export const NO_AGENT = 'no-agent'

/** Thrown if another worker has claimed the job. The result of that worker counts. */
class LeaseLostError extends Error {
  readonly code = 'TAKEN_OVER'
}

type SyncRow = typeof assistantHandovers.$inferSelect

const matchesOrganization = ({ organizationId }: OrganizationTransaction) =>
  eq(assistantHandovers.organizationId, organizationId)

async function saveSyncRow(tx: OrganizationTransaction, values: Partial<SyncRow> & { agentId: string }): Promise<void> {
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
  const agentId = await findVoiceAgent(tx)
  if (!agentId) {
    await saveSyncRow(tx, { agentId: '', fingerprint: null, refusal: NO_AGENT, refusedAt: now })
    return undefined
  }
  const settings = await getSettings(tx)
  const { instructions } = await getCurrentInstructions(tx)
  const patch = buildAgentPatch({ settings, instructions, company, now })
  const fingerprint = computeFingerprint(agentId, patch)
  const [row] = await tx.db.select().from(assistantHandovers).where(matchesOrganization(tx))
  if (row?.fingerprint === fingerprint && row.agentId === agentId) return undefined
  await saveSyncRow(tx, { agentId, fingerprint: null })
  return { agentId, patch, fingerprint }
}

async function recordRefusal(
  tx: OrganizationTransaction,
  { agentId }: PendingSync,
  refusal: string,
  now: Date,
): Promise<void> {
  const [before] = await tx.db.select().from(assistantHandovers).where(matchesOrganization(tx))
  await saveSyncRow(tx, { agentId, refusal, refusedAt: now })
  // If a retry is rejected for the same reason, do not log it again.
  if (before?.refusal === refusal) return
  await recordEvent(tx, SITE_ACTOR, { action: 'assistant.refused', details: { code: refusal } })
}

async function syncAgent(
  api: VendorApi,
  db: Database,
  job: OrganizationJob,
  pending: PendingSync,
  now: Date,
): Promise<void> {
  const { agentId, patch, fingerprint } = pending
  const store = (operation: (tx: OrganizationTransaction) => Promise<void>) =>
    runInOrganization(db, job.organizationId, async (tx) => {
      if (!(await isAttemptCurrent(tx, job))) throw new LeaseLostError()
      await operation(tx)
    })
  try {
    await patchAgent(api, agentId, patch)
  } catch (error) {
    if (!(error instanceof VendorError) || !isRefusal(error)) throw error
    await store((tx) => recordRefusal(tx, pending, error.code, now))
    // If the API key is rejected, retry the job, because the operator can fix the key while the settings stay the same.
    if (!isKeyRejected(error)) throw new PermanentError(error.code)
    throw error
  }
  await store(async (tx) => {
    await saveSyncRow(tx, { agentId, fingerprint, handedOverAt: now, refusal: null, refusedAt: null })
    const keptDays = patch.platform_settings.privacy.retention_days
    await recordEvent(tx, SITE_ACTOR, { action: 'assistant.handed_over', details: { keptDays } })
  })
}

type SyncOptions = VendorApi & {
  /** Returns the company name from Clerk, for the default greeting. */
  companyName: (organizationId: string) => Promise<string | undefined>
}

/**
 * Returns the job handler that syncs the agent config. Only one job runs per company at a time. A rejection is stored,
 * shown on the dashboard and not retried until the next change. Other errors are retried.
 */
export const createSyncHandler =
  ({ companyName, ...api }: SyncOptions): Handler =>
  async (job, { db, now }) => {
    const company = await companyName(job.organizationId)
    const pending = await runInOrganization(db, job.organizationId, (tx) => startSync(tx, now, company))
    if (pending) await syncAgent(api, db, job, pending, now)
  }
