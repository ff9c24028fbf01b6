import { and, eq, sql } from 'drizzle-orm'
import { currentInstructions } from '../assistant/store.ts'
import type { Database } from '../db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { assistantHandovers, organizationSettings } from '../db/schema/index.ts'
import { recordEvent } from '../events/record.ts'
import type { Work } from '../outgoing/queue.ts'
import { type Handler, PermanentError } from '../outgoing/worker.ts'
import { getSettings } from '../settings/store.ts'
import { type AgentPatch, agentPatchOf, fingerprintOf } from './agent-patch.ts'
import { isKeyRefused, isRefusal, patchAgent, type VendorApi, VendorError } from './vendor-api.ts'

/** Milliseconds for which telling is left to the one who began it; longer than the vendor may take. */
const LEASE = 20_000

const SITE = { kind: 'site' } as const

/** Why nothing is told while staff has not entered an agent. */
export const NO_AGENT = 'no-agent'

/** Thrown while another process tells the vendor: this work is done a little later, and may find that all has been told. */
class BusyError extends Error {
  readonly code = 'BUSY'
}

type Handover = typeof assistantHandovers.$inferSelect

const ownRow = ({ organizationId }: OrganizationTransaction) => eq(assistantHandovers.organizationId, organizationId)

/** Who tells the vendor now, and until when that is left to them: in place of the fingerprint of what it was told. */
const markOf = ({ id, attempts }: Work, until: Date): string => `telling:${until.toISOString()}:${id}:${attempts}`

function isTold(row: Handover | undefined, now: Date): boolean {
  const until = /^telling:([^Z]+Z):/.exec(row?.fingerprint ?? '')?.[1]
  return until !== undefined && new Date(until) > now
}

async function write(tx: OrganizationTransaction, values: Partial<Handover> & { agentId: string }): Promise<void> {
  await tx.db
    .insert(assistantHandovers)
    .values({ ...values, organizationId: tx.organizationId })
    .onConflictDoUpdate({ target: assistantHandovers.organizationId, set: { ...values, updatedAt: sql`now()` } })
}

async function agentOf({ db, organizationId }: OrganizationTransaction): Promise<string | null> {
  const [row] = await db
    .select({ agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return row?.agentId ?? null
}

type ToTell = { agentId: string; patch: AgentPatch; fingerprint: string; mark: string }

/**
 * Claims the telling, and says what there is to tell. From here until the vendor has taken it no fingerprint is stored, so that
 * a process that dies meanwhile leaves nothing that counts as told.
 * @returns undefined when it has been told already, or nobody can be
 */
async function claim(
  tx: OrganizationTransaction,
  work: Work,
  now: Date,
  company: string | undefined,
): Promise<ToTell | undefined> {
  const agentId = await agentOf(tx)
  // The row is made before it is locked, so that of two who come first one waits.
  await tx.db
    .insert(assistantHandovers)
    .values({ organizationId: tx.organizationId, agentId: agentId ?? '' })
    .onConflictDoNothing()
  const [row] = await tx.db.select().from(assistantHandovers).where(ownRow(tx)).for('update')
  if (!agentId) {
    await write(tx, { agentId: '', fingerprint: null, refusal: NO_AGENT, refusedAt: now })
    return undefined
  }
  if (isTold(row, now)) throw new BusyError()
  const settings = await getSettings(tx)
  const { instructions } = await currentInstructions(tx)
  const patch = agentPatchOf({ settings, instructions, company })
  const fingerprint = fingerprintOf(agentId, patch)
  if (row?.fingerprint === fingerprint && row.agentId === agentId) return undefined
  const mark = markOf(work, new Date(now.getTime() + LEASE))
  await write(tx, { agentId, fingerprint: mark })
  return { agentId, patch, fingerprint, mark }
}

/** Writes how it ended, unless another process has taken over. @returns whether it did */
async function finish(tx: OrganizationTransaction, { mark }: ToTell, values: Partial<Handover>): Promise<boolean> {
  const written = await tx.db
    .update(assistantHandovers)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(ownRow(tx), eq(assistantHandovers.fingerprint, mark)))
    .returning({ id: assistantHandovers.organizationId })
  return written.length > 0
}

async function noteRefusal(db: Database, work: Work, toTell: ToTell, refusal: string, now: Date): Promise<void> {
  await inOrganization(db, work.organizationId, async (tx) => {
    const [before] = await tx.db.select().from(assistantHandovers).where(ownRow(tx))
    const isNoted = await finish(tx, toTell, { fingerprint: null, refusal, refusedAt: now })
    // Tried again for the same reason, it is one entry of the log.
    if (!isNoted || before?.refusal === refusal) return
    await recordEvent(tx, SITE, { action: 'assistant.refused', details: { code: refusal } })
  })
}

async function tell(api: VendorApi, db: Database, work: Work, toTell: ToTell, now: Date): Promise<void> {
  const { agentId, patch, fingerprint } = toTell
  try {
    await patchAgent(api, agentId, patch)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (isRefusal(error)) await noteRefusal(db, work, toTell, error.code, now)
    else await inOrganization(db, work.organizationId, (tx) => finish(tx, toTell, { fingerprint: null }))
    // With another key it would be taken, which nobody asks for by changing a setting.
    if (isRefusal(error) && !isKeyRefused(error)) throw new PermanentError(error.code)
    throw error
  }
  await inOrganization(db, work.organizationId, async (tx) => {
    const values = { fingerprint, handedOverAt: now, refusal: null, refusedAt: null }
    if (!(await finish(tx, toTell, values))) throw new BusyError()
    const keptDays = patch.platform_settings.privacy.retention_days
    await recordEvent(tx, SITE, { action: 'assistant.handed_over', details: { keptDays } })
  })
}

type HandoverOptions = VendorApi & {
  /** The company's name, which is with Clerk: it is part of the usual greeting. */
  companyName: (organizationId: string) => Promise<string | undefined>
}

/**
 * Does work of the kind `assistant-handover`: tells the vendor by its API what holds now, unless it was told the same. What it
 * refuses is stored for people to see, and not asked again until something changes; all else is tried again.
 */
export const handOver =
  ({ companyName, ...api }: HandoverOptions): Handler =>
  async (work, { db, now }) => {
    const company = await companyName(work.organizationId)
    const toTell = await inOrganization(db, work.organizationId, (tx) => claim(tx, work, now, company))
    if (toTell) await tell(api, db, work, toTell, now)
  }
