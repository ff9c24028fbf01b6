import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls, events, leads } from '../support/tables.ts'
import type { Transact } from '../../lib/dashboard/exports/csv.ts'
import { exportCalls } from '../../lib/dashboard/calls/csv.ts'
import type { CallFilter, CallInput } from '../../lib/dashboard/calls/input.ts'
import type { Action } from '../../lib/dashboard/model/event.ts'
import { exportLeads } from '../../lib/dashboard/leads/csv.ts'
import type { LeadFilter } from '../../lib/dashboard/leads/input.ts'
import { createLead } from '../../lib/dashboard/leads/repository.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { addLead, createCall } from '../support/rows.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const ROW_COUNT = 40_000
const MEGABYTE_BYTES = 1_048_576

const CALL: CallInput = {
  startedAt: '2026-03-08T07:30:00Z',
  duration: 83,
  callerName: 'Ada "Countess" Núñez',
  callerPhone: '+442079460958',
  outcome: 'booked',
  callerWords: 'No heat,\nand it smells',
  transcript: [{ speaker: 'caller', text: 'A secret of the house', at: 4 }],
  recordingUrl: 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio',
}

const database = setUpDatabase()
const { within } = database
beforeEach(() => database.clear(calls, leads, events))

const readLog = async (action: Action, organizationId?: string) =>
  (await database.events(organizationId))
    .filter((event) => event.action === action)
    .map(({ actorId, details }) => ({ actorId, details }))

describe('lead export', () => {
  /** Inserts in batches, so that on a busy machine no statement reaches the statement timeout. */
  const insertLeads = async (organizationId: string, count: number) => {
    const batchSize = 5_000
    for (let first = 1; first <= count; first += batchSize) {
      await within(organizationId, ({ db }) =>
        db.execute(sql`
          insert into leads (organization_id, name, phone, address, problem, source, created_at)
          select ${organizationId}, 'Person ' || n, '+1212555' || lpad((n % 10000)::text, 4, '0'), n || ' Main Street',
            'The furnace has been off since last night, and the house is getting cold', 'call',
            timestamptz '2026-01-01' - n * interval '1 minute'
          from generate_series(${first}::integer, ${Math.min(count, first + batchSize - 1)}::integer) n`),
      )
    }
  }

  function countTransactions(organizationId: string): { transact: Transact; count: () => number } {
    let transactions = 0
    const transact: Transact = (work) => {
      transactions += 1
      return within(organizationId, work)
    }
    return { transact, count: () => transactions }
  }

  const exportText = async (filter: LeadFilter = {}) => new Response(await exportLeads(within, ADA, filter)).text()

  it('has a header line and one line per lead', async () => {
    const createdAt = new Date('2026-03-08T07:30:00Z')
    const unusualLead = { name: 'Ada "Countess" Núñez', problem: 'No heat,\nand it smells', phone: '+442079460958' }
    await within((tx) => addLead(tx, { ...unusualLead, urgency: 'now', zip: '01001', createdAt }))
    const bytes = new Uint8Array(await new Response(await exportLeads(within, ADA, {})).arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const [header, ...rest] = new TextDecoder().decode(bytes).split('\r\n')
    expect(header).toBe(
      'Received (America/New_York),Name,Phone,Email,Address,ZIP code,Problem,Safety,System,Urgency,Stage,Source,Assigned to (ID),Updated (America/New_York),Test,ID',
    )
    expect(rest).toHaveLength(2)
    expect(rest[0]).toMatch(
      /^2026-03-08 03:30,"Ada ""Countess"" Núñez",011 44 20 7946 0958,,,"=""01001""","No heat,\nand it smells",,,Now,New,Call,,/,
    )
    expect(rest[1]).toBe('')
    expect(await readLog('leads.exported')).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })

  it('writes ZIP codes as text formulas, which the site accepts on input', async () => {
    const listZips = async () =>
      (parse(await exportText(), { bom: true, columns: true }) as Record<string, string>[]).map(
        (row) => row['ZIP code'],
      )
    await within((tx) => createLead(tx, ADA, { name: 'Ada', problem: 'No heat', zip: '02134' }))
    expect(await listZips()).toEqual(['="02134"'])
    const [zip = ''] = await listZips()
    await within((tx) => createLead(tx, ADA, { name: 'Again', problem: 'No heat', zip }))
    expect(await listZips()).toEqual(['="02134"', '="02134"'])
  })

  it('has only the header if there are no leads', async () => {
    expect((await exportText()).split('\r\n')).toHaveLength(2)
    expect(await readLog('leads.exported')).toEqual([{ actorId: 'user_ada', details: { count: 0, isComplete: true } }])
  })

  const FORMULAS = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '\uFF1D1']
  it.each(FORMULAS)('escapes a cell that a spreadsheet would run as a formula: %j', async (name) => {
    await within((tx) => addLead(tx, { name, problem: name, phone: '+12125550142' }))
    const [, line = ''] = (await exportText()).split('\r\n')
    const cells = line.split(',').map((cell) => cell.replace(/^"/, ''))
    expect(cells.filter((cell) => cell.startsWith(`'${name}`))).toHaveLength(2)
    expect(cells).toContain('(212) 555-0142')
    expect(cells.filter((cell) => /^[=+\-@\t\r\uFF1D]/.test(cell))).toEqual([])
  })

  it('contains only matching leads of the organization', async () => {
    for (const stage of ['new', 'won'] as const) await within((tx) => addLead(tx, { name: stage, stage }))
    await within('org_b', (tx) => createLead(tx, ADA, { name: 'Foreign', problem: 'No heat', stage: 'won' }))
    const text = await exportText({ stage: 'won', search: 'heat' })
    expect(text).toContain(',won,')
    expect(text).not.toMatch(/,new,|Foreign/)
  })

  describe('with many leads', () => {
    let organizationId: string
    beforeAll(async () => {
      organizationId = createOrganizationId()
      await insertLeads(organizationId, ROW_COUNT)
    }, 120_000)

    it('writes each lead once in constant memory', async () => {
      const script = fileURLToPath(new URL('./leads-export-memory.ts', import.meta.url))
      const args = ['--expose-gc', script, database.url, organizationId]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const { lines, bytes, growth } = JSON.parse(stdout) as Record<'lines' | 'bytes' | 'growth', number>
      expect(lines).toBe(ROW_COUNT + 1)
      expect(bytes).toBeGreaterThan(6 * MEGABYTE_BYTES)
      expect(growth).toBeLessThan(2 * MEGABYTE_BYTES)
      const details = { count: ROW_COUNT, isComplete: true }
      expect(await readLog('leads.exported', organizationId)).toContainEqual({ actorId: 'user_ada', details })
    }, 180_000)

    it('reads batches on demand and stops when the client disconnects', async () => {
      const { transact, count } = countTransactions(organizationId)
      const reader = (await exportLeads(transact, ADA, {})).getReader()
      await reader.read()
      await reader.read()
      // At most four transactions: the time zone, two batches that were read, and one prefetched batch.
      expect(count()).toBeLessThanOrEqual(4)
      await reader.cancel()
      const countAfter = count()
      const entries = await readLog('leads.exported', organizationId)
      expect(count()).toBe(countAfter)
      expect(entries.map(({ details }) => details)).toContainEqual({
        count: expect.toSatisfy((actual: number) => actual >= 2_000 && actual <= 3_000),
        isComplete: false,
      })
    })

    it('fails if the database fails, so that it never looks complete', async () => {
      let isDown = false
      const transact: Transact = async (work) => {
        if (isDown) throw new Error('The database is gone')
        return within(organizationId, work)
      }
      const stream = await exportLeads(transact, ADA, {})
      isDown = true
      await expect(new Response(stream).text()).rejects.toThrow('gone')
    })
  })
})

describe('call export', () => {
  const addCall = (input: Partial<CallInput> = {}) => within((tx) => createCall(tx, ADA, { ...CALL, ...input }))
  const exportText = async (filter: CallFilter = {}) => new Response(await exportCalls(within, ADA, filter)).text()

  it('has a header line and one line per call, without transcripts', async () => {
    await addCall()
    const text = await exportText()
    const [header, ...rest] = text.split('\r\n')
    expect(header).toBe(
      'Started (America/New_York),Seconds,Name,Phone,Outcome,Reason,Safety,Caller’s words,Summary,Language,Rule,Needs attention,Resolved (America/New_York),Assigned to (ID),Has transcript,Has recording,ID',
    )
    expect(rest).toHaveLength(2)
    expect(rest[0]).toMatch(
      /^2026-03-08 03:30,83,"Ada ""Countess"" Núñez",011 44 20 7946 0958,Booked,,,"No heat,\nand it smells",,en,,,,,Yes,Yes,/,
    )
    expect(text).not.toMatch(/secret|elevenlabs/)
    expect(await readLog('calls.exported')).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })

  it('shows dashboard labels for intents and dangers, and filters by intent', async () => {
    await addCall({ outcome: 'emergency', intent: 'repair', safetyKind: 'gas' })
    await addCall({ outcome: 'canceled', intent: 'cancel' })
    await addCall()
    const text = await exportText({ intent: ['repair', 'cancel'] })
    expect(text).not.toContain(',Booked,')
    expect(text).toContain(',"Emergency, paged",Repair,Gas leak or odor,')
    expect(text).toContain(',Canceled,Cancellation,,')
  })

  it('contains only matching calls of the organization, without test calls', async () => {
    await addCall({ callerName: 'Booked' })
    await addCall({ callerName: 'Message', outcome: 'message' })
    const testCall = await addCall({ callerName: 'Tried' })
    await within(({ db }) => db.update(calls).set({ isTest: true }).where(eq(calls.id, testCall.id)))
    await within('org_b', (tx) => createCall(tx, ADA, { ...CALL, callerName: 'Foreign' }))
    const text = await exportText({ outcome: ['booked'], search: 'heat' })
    expect(text).toContain(',Booked,')
    expect(text).not.toMatch(/Message|Tried|Foreign/)
    expect(await readLog('calls.exported')).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })
})
