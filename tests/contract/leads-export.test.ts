import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { events } from '../../lib/db/schema/index.ts'
import type { Transact } from '../../lib/csv.ts'
import { exportLeads } from '../../lib/leads/csv.ts'
import type { LeadFilter } from '../../lib/leads/input.ts'
import { createLead } from '../../lib/leads/store.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const MANY = 40_000
const MEGABYTE = 1_048_576

let organizations = 0

describe('an export of leads', () => {
  const opened = openedDatabase()

  const inside = <Result>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, organizationId, work)

  const newOrganization = () => `org_${(organizations += 1)}`

  const fill = (organizationId: string, count: number) =>
    inside(organizationId, ({ db }) =>
      db.execute(sql`
        insert into leads (organization_id, name, phone, address, problem, source, created_at)
        select ${organizationId}, 'Person ' || n, '+1212555' || lpad((n % 10000)::text, 4, '0'), n || ' Main Street',
          'The furnace has been off since last night, and the house is getting cold', 'call',
          timestamptz '2026-01-01' - n * interval '1 minute'
        from generate_series(1, ${count}::integer) n`),
    )

  /** Transactions of an organization, counted. */
  function counted(organizationId: string): { transact: Transact; count: () => number } {
    let transactions = 0
    const transact: Transact = (work) => {
      transactions += 1
      return inside(organizationId, work)
    }
    return { transact, count: () => transactions }
  }

  const textOf = async (organizationId: string, filter: LeadFilter = {}) =>
    new Response(await exportLeads(counted(organizationId).transact, ADA, filter)).text()

  const logged = (organizationId: string) =>
    inside(organizationId, async ({ db }) => {
      const rows = await db.select().from(events).where(eq(events.action, 'leads.exported'))
      return rows.map(({ actorId, details }) => ({ actorId, details }))
    })

  it('has a line with the names of the columns, and then one for each lead', async () => {
    const organizationId = newOrganization()
    await inside(organizationId, (tx) =>
      createLead(tx, ADA, {
        name: 'Ada "Countess" Núñez',
        problem: 'No heat,\nand it smells',
        phone: '+442079460958',
        urgency: 'now',
        zip: '01001',
      }),
    )
    await inside(organizationId, ({ db }) => db.execute(sql`update leads set created_at = '2026-03-08T07:30:00Z'`))
    const bytes = new Uint8Array(
      await new Response(await exportLeads(counted(organizationId).transact, ADA, {})).arrayBuffer(),
    )
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const [header, ...rest] = new TextDecoder().decode(bytes).split('\r\n')
    expect(header).toBe(
      'Came in (America/New_York),Name,Phone,Email,Address,ZIP code,Problem,Safety,System,Urgency,Stage,Source,Assigned to (ID),Changed (America/New_York),Test,ID',
    )
    expect(rest).toHaveLength(2)
    expect(rest[0]).toMatch(
      /^2026-03-08 03:30,"Ada ""Countess"" Núñez",011 44 20 7946 0958,,,"=""01001""","No heat,\nand it smells",,,Now,New,Call,,/,
    )
    expect(rest[1]).toBe('')
    expect(await logged(organizationId)).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })

  it('has ZIP codes as texts that a spreadsheet shows whole, and that can be sent back', async () => {
    const organizationId = newOrganization()
    const zips = async () =>
      (parse(await textOf(organizationId), { bom: true, columns: true }) as Record<string, string>[]).map(
        (row) => row['ZIP code'],
      )
    await inside(organizationId, (tx) => createLead(tx, ADA, { name: 'Ada', problem: 'No heat', zip: '02134' }))
    expect(await zips()).toEqual(['="02134"'])
    const [zip = ''] = await zips()
    await inside(organizationId, (tx) => createLead(tx, ADA, { name: 'Again', problem: 'No heat', zip }))
    expect(await zips()).toEqual(['="02134"', '="02134"'])
  })

  it('has only its first line when there are no leads', async () => {
    const organizationId = newOrganization()
    expect((await textOf(organizationId)).split('\r\n')).toHaveLength(2)
    expect(await logged(organizationId)).toEqual([{ actorId: 'user_ada', details: { count: 0, isComplete: true } }])
  })

  it.each(['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '\uFF1D1'])(
    'has no cell that a spreadsheet takes for a formula: %j',
    async (name) => {
      const organizationId = newOrganization()
      const values = sql`(${organizationId}, ${name}, ${name}, '+12125550142', 'call')`
      await inside(organizationId, ({ db }) =>
        db.execute(sql`insert into leads (organization_id, name, problem, phone, source) values ${values}`),
      )
      const [, line = ''] = (await textOf(organizationId)).split('\r\n')
      const cells = line.split(',').map((cell) => cell.replace(/^"/, ''))
      expect(cells.filter((cell) => cell.startsWith(`'${name}`))).toHaveLength(2)
      expect(cells).toContain('(212) 555-0142')
      expect(cells.filter((cell) => /^[=+\-@\t\r\uFF1D]/.test(cell))).toEqual([])
    },
  )

  it('has what the filter lets through, of this organization only', async () => {
    const [organizationId, other] = [newOrganization(), newOrganization()]
    for (const stage of ['new', 'won'] as const) {
      await inside(organizationId, (tx) => createLead(tx, ADA, { name: stage, problem: 'No heat', stage }))
    }
    await inside(other, (tx) => createLead(tx, ADA, { name: 'Foreign', problem: 'No heat', stage: 'won' }))
    const text = await textOf(organizationId, { stage: 'won', search: 'heat' })
    expect(text).toContain(',won,')
    expect(text).not.toMatch(/,new,|Foreign/)
  })

  describe('of many leads', () => {
    let organizationId: string
    beforeAll(async () => {
      organizationId = newOrganization()
      await fill(organizationId, MANY)
    }, 120_000)

    it('has each once, in flat memory', async () => {
      const script = fileURLToPath(new URL('./leads-export-memory.ts', import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--expose-gc',
        script,
        opened.url,
        organizationId,
      ])
      const { lines, bytes, growth } = JSON.parse(stdout) as Record<'lines' | 'bytes' | 'growth', number>
      expect(lines).toBe(MANY + 1)
      expect(bytes).toBeGreaterThan(6 * MEGABYTE)
      expect(growth).toBeLessThan(2 * MEGABYTE)
      expect(await logged(organizationId)).toContainEqual({
        actorId: 'user_ada',
        details: { count: MANY, isComplete: true },
      })
    }, 180_000)

    it('is read from the database only as it is read by the other side, and no further when that goes away', async () => {
      const { transact, count } = counted(organizationId)
      const reader = (await exportLeads(transact, ADA, {})).getReader()
      await reader.read()
      await reader.read()
      // The time zone, the batches that were read, and one that waits.
      expect(count()).toBeLessThanOrEqual(4)
      await reader.cancel()
      const after = count()
      const entries = await logged(organizationId)
      expect(count()).toBe(after)
      expect(entries.map(({ details }) => details)).toContainEqual({
        count: expect.toSatisfy((given: number) => given >= 2_000 && given <= 3_000),
        isComplete: false,
      })
    })

    it('fails aloud when the database does, and is not taken for a whole one', async () => {
      let isDown = false
      const transact: Transact = async (work) => {
        if (isDown) throw new Error('The database is gone')
        return inside(organizationId, work)
      }
      const stream = await exportLeads(transact, ADA, {})
      isDown = true
      await expect(new Response(stream).text()).rejects.toThrow('gone')
    })
  })
})
