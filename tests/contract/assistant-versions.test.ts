import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Instructions, DEFAULT_INSTRUCTIONS, instructions } from '../../lib/dashboard/model/instructions.ts'
import { assistantPage, versionList } from '../../lib/dashboard/assistant/record.ts'
import {
  getCurrentInstructions,
  listVersions,
  readAssistantPage,
  readSyncState,
  readVersion,
  saveInstructions,
  restoreVersion,
} from '../../lib/dashboard/assistant/repository.ts'
import { deleteOrganizationData, exportOrganization } from '../../lib/dashboard/organizations/data.ts'
import { deletePerson } from '../../lib/dashboard/organizations/repository.ts'
import { assistantHandovers, jobs, lineRequests, organizationSettings, trials } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { PermanentError } from '../../lib/platform/jobs/retry.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const SAM: Actor = { kind: 'person', id: 'user_sam' }

const buildInstructions = (part: Partial<Instructions>): Instructions => ({ ...DEFAULT_INSTRUCTIONS, ...part })
const FEE_INSTRUCTIONS = buildInstructions({ fees: { visit: '$89, credited to the repair', afterHours: null } })
const MORE_INSTRUCTIONS = buildInstructions({
  fees: { visit: '$95', afterHours: '$180' },
  jobs: { taken: ['Furnace repair'], refused: [{ job: 'Window units', words: 'We leave those to others.' }] },
  answers: [{ question: 'Are you insured?', answer: 'Yes, ask us for the certificate.' }],
})

const MORE_FIELDS = ['visitFee', 'afterHoursFee', 'jobsTaken', 'jobsRefused', 'answers']

const UNSYNCED_STATE = { handedOverAt: null, refusal: null, refusedAt: null }

const database = setUpDatabase()
const { within } = database

describe('assistant instructions', () => {
  beforeEach(database.deleteOrganizations)

  const readCurrentInstructions = (organizationId?: string) => within(organizationId, getCurrentInstructions)
  const save = (content: Instructions, version: number, actor = ADA) =>
    within((tx) => saveInstructions(tx, actor, content, version))
  const listSavedVersions = (before?: number, limit?: number) => within((tx) => listVersions(tx, before, limit))
  const readLog = async () =>
    (await database.events()).map(({ action, actorId, details }) => ({ action, actorId, details }))
  const listJobs = async () => {
    const rows = await within(({ db }) => db.select().from(jobs).orderBy(jobs.createdAt))
    return rows.map(({ kind, onceKey, details }) => ({ kind, onceKey, details }))
  }

  it('start with the defaults and change on each save', async () => {
    expect(await readCurrentInstructions()).toEqual({ instructions: DEFAULT_INSTRUCTIONS, version: 0 })
    expect(await save(FEE_INSTRUCTIONS, 0)).toEqual({ changed: { instructions: FEE_INSTRUCTIONS, version: 1 } })
    expect(await save(MORE_INSTRUCTIONS, 1, SAM)).toEqual({ changed: { instructions: MORE_INSTRUCTIONS, version: 2 } })
    expect(await readCurrentInstructions()).toEqual({ instructions: MORE_INSTRUCTIONS, version: 2 })
    expect(await readCurrentInstructions('org_b')).toEqual({ instructions: DEFAULT_INSTRUCTIONS, version: 0 })
  })

  it('round-trip through the schemas of the page and version list', async () => {
    expect(instructions.parse(MORE_INSTRUCTIONS)).toEqual(MORE_INSTRUCTIONS)
    await save(MORE_INSTRUCTIONS, 0)
    const page = await within(readAssistantPage)
    expect(assistantPage.parse(JSON.parse(JSON.stringify(page)))).toEqual(page)
    const list = await listSavedVersions()
    expect(versionList.parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
  })

  it('get no new version if nothing changes', async () => {
    await save(MORE_INSTRUCTIONS, 0)
    // Postgres returns the JSON keys in a different order.
    const { instructions: storedInstructions } = await readCurrentInstructions()
    expect(await save(storedInstructions, 1)).toEqual({ changed: { instructions: MORE_INSTRUCTIONS, version: 1 } })
    expect(await save(MORE_INSTRUCTIONS, 1)).toEqual({ changed: { instructions: MORE_INSTRUCTIONS, version: 1 } })
    expect((await listSavedVersions()).rows).toHaveLength(1)
    expect(await readLog()).toHaveLength(1)
    expect(await listJobs()).toHaveLength(1)
  })

  it('are not overwritten by a save from a stale version', async () => {
    await save(FEE_INSTRUCTIONS, 0)
    expect(await save(MORE_INSTRUCTIONS, 0, SAM)).toEqual({ conflict: { instructions: FEE_INSTRUCTIONS, version: 1 } })
    expect(await save(MORE_INSTRUCTIONS, 7, SAM)).toEqual({ conflict: { instructions: FEE_INSTRUCTIONS, version: 1 } })
    expect(await within((tx) => restoreVersion(tx, SAM, 0, 0))).toEqual({
      conflict: { instructions: FEE_INSTRUCTIONS, version: 1 },
    })
    expect((await listSavedVersions()).rows).toHaveLength(1)
    expect(await listJobs()).toHaveLength(1)
  })

  it('accept one of two concurrent saves and reject the other', async () => {
    const bothRead = Promise.withResolvers<void>()
    let readerCount = 0
    const saveConcurrently = (content: Instructions, actor: Actor) =>
      within(async (tx) => {
        const { version } = await getCurrentInstructions(tx)
        readerCount += 1
        if (readerCount === 2) bothRead.resolve()
        await bothRead.promise
        return saveInstructions(tx, actor, content, version)
      })
    // Creates the organization row first, because inserting it would serialize the two saves.
    await readCurrentInstructions()
    const results = await Promise.all([
      saveConcurrently(FEE_INSTRUCTIONS, ADA),
      saveConcurrently(MORE_INSTRUCTIONS, SAM),
    ])
    const [saved] = results.flatMap((result) => ('changed' in result ? [result.changed] : []))
    const conflicts = results.filter((result) => 'conflict' in result)
    expect(conflicts).toEqual([{ conflict: saved }])
    expect(await readCurrentInstructions()).toEqual(saved)
    expect(await readLog()).toHaveLength(1)
    expect(await listJobs()).toHaveLength(1)
  })

  it('keep every version with author, time and changed fields', async () => {
    await save(FEE_INSTRUCTIONS, 0)
    await save(MORE_INSTRUCTIONS, 1, SAM)
    const { rows, next } = await listSavedVersions()
    expect(next).toBeNull()
    const savedFields = { takenFrom: null, createdAt: expect.stringMatching(/Z$/) }
    expect(rows).toEqual([
      { ...savedFields, number: 2, createdById: 'user_sam', fields: MORE_FIELDS },
      { ...savedFields, number: 1, createdById: 'user_ada', fields: ['visitFee'] },
    ])
    expect(await within((tx) => readVersion(tx, 1))).toEqual({ number: 1, instructions: FEE_INSTRUCTIONS })
    expect(await within((tx) => readVersion(tx, 0))).toEqual({ number: 0, instructions: DEFAULT_INSTRUCTIONS })
    expect(await within((tx) => readVersion(tx, 3))).toBeUndefined()
  })

  it('list versions in pages, each compared with its predecessor', async () => {
    const buildFee = (number: number) => buildInstructions({ fees: { visit: `$${number}`, afterHours: null } })
    for (const number of [1, 2, 3, 4, 5]) await save(buildFee(number), number - 1)
    const [first, second] = [await listSavedVersions(undefined, 2), await listSavedVersions(4, 2)]
    expect([first.rows.map(({ number }) => number), first.next]).toEqual([[5, 4], 4])
    expect([second.rows.map(({ number }) => number), second.next]).toEqual([[3, 2], 2])
    const last = await listSavedVersions(2, 2)
    expect([last.rows.map(({ number }) => number), last.next]).toEqual([[1], null])
    const fields = [first, second, last].flatMap(({ rows }) => rows.map((row) => row.fields))
    expect(fields).toEqual([1, 2, 3, 4, 5].map(() => ['visitFee']))
  })

  it('are reverted by a new version, which keeps the versions in between', async () => {
    await save(FEE_INSTRUCTIONS, 0)
    await save(MORE_INSTRUCTIONS, 1)
    const restored = await within((tx) => restoreVersion(tx, SAM, 1, 2))
    expect(restored).toEqual({ changed: { instructions: FEE_INSTRUCTIONS, version: 3 } })
    expect(await readCurrentInstructions()).toEqual({ instructions: FEE_INSTRUCTIONS, version: 3 })
    const { rows } = await listSavedVersions()
    expect(rows.map(({ number, takenFrom, createdById }) => [number, takenFrom, createdById])).toEqual([
      [3, 1, 'user_sam'],
      [2, null, 'user_ada'],
      [1, null, 'user_ada'],
    ])
    expect(await within((tx) => readVersion(tx, 2))).toEqual({ number: 2, instructions: MORE_INSTRUCTIONS })
    expect(await within((tx) => restoreVersion(tx, SAM, 9, 3))).toBeUndefined()
    expect(await within((tx) => restoreVersion(tx, SAM, 1, 3))).toEqual({
      changed: { instructions: FEE_INSTRUCTIONS, version: 3 },
    })
    expect(await within((tx) => restoreVersion(tx, SAM, 0, 3))).toMatchObject({ changed: { version: 4 } })
    expect(await readCurrentInstructions()).toMatchObject({ instructions: DEFAULT_INSTRUCTIONS })
  })

  it('log only field names and enqueue a job for the voice vendor', async () => {
    await save(FEE_INSTRUCTIONS, 0)
    await save(MORE_INSTRUCTIONS, 1, SAM)
    expect(await readLog()).toEqual([
      { action: 'assistant.changed', actorId: 'user_ada', details: { fields: ['visitFee'] } },
      { action: 'assistant.changed', actorId: 'user_sam', details: { fields: MORE_FIELDS } },
    ])
    expect(await listJobs()).toEqual([
      { kind: 'assistant-handover', onceKey: 'version-1', details: {} },
      { kind: 'assistant-handover', onceKey: 'version-2', details: {} },
    ])
  })

  it('drop the author of a version when that user is deleted', async () => {
    await save(FEE_INSTRUCTIONS, 0)
    await save(MORE_INSTRUCTIONS, 1, SAM)
    await deletePerson(database.db, 'user_sam')
    expect((await listSavedVersions()).rows.map(({ createdById }) => createdById)).toEqual([null, 'user_ada'])
  })

  it('show the sync with the voice vendor as synced, pending or refused', async () => {
    expect(await within(readSyncState)).toEqual({ hasLine: false, ...UNSYNCED_STATE, isWaiting: false })
    await within(({ db, organizationId }) =>
      db.insert(organizationSettings).values({ organizationId, voiceAgentId: 'agent_a' }),
    )
    await save(FEE_INSTRUCTIONS, 0)
    expect(await within(readSyncState)).toEqual({ hasLine: true, ...UNSYNCED_STATE, isWaiting: true })
    const at = new Date('2026-03-08T13:00:00.000Z')
    const failedSync = { agentId: 'agent_a', handedOverAt: at, refusal: 'HTTP 401', refusedAt: at }
    await within(({ db, organizationId }) => db.insert(assistantHandovers).values({ organizationId, ...failedSync }))
    const log = { warn: () => undefined, error: () => undefined }
    const rejectSync = () => Promise.reject(new PermanentError('HTTP 401'))
    await runDueJobs(database.db, 'assistant-handover', rejectSync, { log })
    const refusedAt = at.toISOString()
    const refusedSync = { handedOverAt: refusedAt, refusal: 'HTTP 401', refusedAt }
    expect(await within(readSyncState)).toEqual({ hasLine: true, ...refusedSync, isWaiting: false })
    expect(await within('org_b', readSyncState)).toEqual({ hasLine: false, ...UNSYNCED_STATE, isWaiting: false })
  })
})

describe('assistant instructions on data export and deletion', () => {
  beforeEach(async () => {
    await database.deleteOrganizations()
    await within((tx) => saveInstructions(tx, ADA, FEE_INSTRUCTIONS, 0))
    await within((tx) => saveInstructions(tx, ADA, MORE_INSTRUCTIONS, 1))
  })

  it('are exported in every version', async () => {
    const chunks = (await exportOrganization(within, 'user_ada')) ?? []
    const copy = JSON.parse((await Array.fromAsync(chunks)).join('')) as { assistantVersions: { number: number }[] }
    expect(copy.assistantVersions.map(({ number }) => number).toSorted()).toEqual([1, 2])
  })

  it('return to the defaults after deletion, sync with the vendor, and keep the line live', async () => {
    const trial = { plan: 'front_desk', chosenById: 'user_ada', startedAt: new Date(), endsAt: new Date() } as const
    await within(async ({ db, organizationId }) => {
      const settings = { voiceAgentId: 'agent_a', forwardingNumber: '+12125550199' }
      await db.insert(organizationSettings).values({ organizationId, ...settings })
      const liveRequest = { state: 'live', companyPhone: '+12125550142', note: 'Ask for Sam', version: 3 } as const
      await db.insert(lineRequests).values({ organizationId, ...liveRequest })
      await db.insert(trials).values({ organizationId, ...trial })
      await db.insert(assistantHandovers).values({ organizationId, agentId: 'agent_a', handedOverAt: new Date() })
    })
    // Runs twice, so that the second deletion handles rows that the first one left behind.
    for (const versionOfLine of [4, 5]) {
      await deleteOrganizationData(within, ADA)
      expect(await within(getCurrentInstructions)).toEqual({ instructions: DEFAULT_INSTRUCTIONS, version: 0 })
      expect(await within((tx) => listVersions(tx))).toEqual({ rows: [], next: null })
      expect(await within(readSyncState)).toEqual({ hasLine: true, ...UNSYNCED_STATE, isWaiting: true })
      const syncJobs = await within(({ db }) => db.select().from(jobs).where(eq(jobs.kind, 'assistant-handover')))
      expect(syncJobs.map(({ onceKey, details }) => [onceKey, details])).toEqual([['version-0', {}]])
      const [line] = await within(({ db }) => db.select().from(lineRequests))
      expect(line).toMatchObject({ state: 'live', companyPhone: '+12125550142', note: null, version: versionOfLine })
      expect(await within(({ db }) => db.select().from(trials))).toMatchObject([{ ...trial, chosenById: null }])
    }
    await within((tx) => saveInstructions(tx, ADA, FEE_INSTRUCTIONS, 0))
    expect(await within(getCurrentInstructions)).toEqual({ instructions: FEE_INSTRUCTIONS, version: 1 })
  })
})
