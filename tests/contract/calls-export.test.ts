import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { exportCalls } from '../../lib/calls/csv.ts'
import type { CallFilter, CallInput } from '../../lib/calls/input.ts'
import { createCall } from '../../lib/calls/store.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { calls, events } from '../../lib/db/schema/index.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const

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

let organizations = 0

describe('an export of calls', () => {
  const opened = openedDatabase()
  const inside = <Result>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, organizationId, work)
  const newOrganization = () => `org_${(organizations += 1)}`
  const add = (organizationId: string, input: Partial<CallInput> = {}) =>
    inside(organizationId, (tx) => createCall(tx, ADA, { ...CALL, ...input }))
  const textOf = async (organizationId: string, filter: CallFilter = {}) =>
    new Response(await exportCalls((work) => inside(organizationId, work), ADA, filter)).text()
  const logged = (organizationId: string) =>
    inside(organizationId, async ({ db }) => {
      const rows = await db.select().from(events).where(eq(events.action, 'calls.exported'))
      return rows.map(({ actorId, details }) => ({ actorId, details }))
    })

  it('has a line with the names of the columns, and then one for each call, without what was said', async () => {
    const organizationId = newOrganization()
    await add(organizationId)
    const text = await textOf(organizationId)
    const [header, ...rest] = text.split('\r\n')
    expect(header).toBe(
      'Began (America/New_York),Seconds,Name,Phone,Outcome,Reason,Danger,In their words,Summary,Language,Rule,Why it needs you,Done (America/New_York),Handed to (ID),Transcript kept,Recording kept,ID',
    )
    expect(rest).toHaveLength(2)
    expect(rest[0]).toMatch(
      /^2026-03-08 03:30,83,"Ada ""Countess"" Núñez",011 44 20 7946 0958,Booked,,,"No heat,\nand it smells",,en,,,,,Yes,Yes,/,
    )
    expect(text).not.toMatch(/secret|elevenlabs/)
    expect(await logged(organizationId)).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })

  it('has the reason and the danger in the words of the dashboard, and only the reasons that the filter names', async () => {
    const organizationId = newOrganization()
    await add(organizationId, { outcome: 'emergency', intent: 'repair', safetyKind: 'gas' })
    await add(organizationId, { outcome: 'canceled', intent: 'cancel' })
    await add(organizationId)
    const text = await textOf(organizationId, { intent: ['repair', 'cancel'] })
    expect(text).not.toContain(',Booked,')
    expect(text).toContain(',"Emergency, paged",Repair,Gas leak or odor,')
    expect(text).toContain(',Canceled,Cancellation,,')
  })

  it.each(['=1+1', '+1+1', '-1+1', '@SUM(1)'])(
    'has no cell that a spreadsheet takes for a formula: %j',
    async (said) => {
      const organizationId = newOrganization()
      await add(organizationId, { callerName: said, callerWords: said, summary: said })
      const [, line = ''] = (await textOf(organizationId)).split('\r\n')
      const cells = line.split(',').map((cell) => cell.replace(/^"/, ''))
      expect(cells.filter((cell) => cell === `'${said}`)).toHaveLength(3)
      expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    },
  )

  it('has what the filters let through, of this organization only, without test calls', async () => {
    const [organizationId, other] = [newOrganization(), newOrganization()]
    await add(organizationId, { callerName: 'Booked' })
    await add(organizationId, { callerName: 'Message', outcome: 'message' })
    const tried = await add(organizationId, { callerName: 'Tried' })
    await inside(organizationId, ({ db }) => db.update(calls).set({ isTest: true }).where(eq(calls.id, tried.id)))
    await add(other, { callerName: 'Foreign' })
    const text = await textOf(organizationId, { outcome: ['booked'], search: 'heat' })
    expect(text).toContain(',Booked,')
    expect(text).not.toMatch(/Message|Tried|Foreign/)
    expect(await logged(organizationId)).toEqual([{ actorId: 'user_ada', details: { count: 1, isComplete: true } }])
  })

  it('has all of many calls once, with one entry in the log', async () => {
    const organizationId = newOrganization()
    await inside(organizationId, ({ db }) =>
      db.insert(calls).values(
        Array.from({ length: 2_500 }, (_, minute) => ({
          organizationId,
          startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
          outcome: 'missed' as const,
        })),
      ),
    )
    const lines = (await textOf(organizationId)).trimEnd().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(2_500)
    expect(await logged(organizationId)).toEqual([{ actorId: 'user_ada', details: { count: 2_500, isComplete: true } }])
  })
})
