import { beforeEach, describe, expect, it } from 'vitest'
import { readBillableCalls } from '../../lib/dashboard/calls/billable.ts'
import { calls, organizationSettings } from '../support/tables.ts'
import { setUpDatabase } from '../support/opened-database.ts'

/** March 31 in Chicago, after the start of daylight saving time. */
const NOW = new Date('2026-03-31T20:00:00Z')

describe('billable calls of a month', () => {
  const database = setUpDatabase()

  const add = (rows: Partial<typeof calls.$inferInsert>[], organizationId = 'org_a') =>
    database.within(organizationId, ({ db }) =>
      db
        .insert(calls)
        .values(
          rows.map((row) => ({ organizationId, startedAt: NOW, duration: 60, outcome: 'booked' as const, ...row })),
        ),
    )
  const readBillable = () => database.within('org_a', (tx) => readBillableCalls(tx, NOW))

  beforeEach(() =>
    database.within('org_a', async ({ db, organizationId }) => {
      await db.delete(calls)
      await db.delete(organizationSettings)
      const onCall = [{ name: 'Alex', phone: '+13125550190', hours: null }]
      await db.insert(organizationSettings).values({ organizationId, timeZone: 'America/Chicago', onCall })
    }),
  )

  it('exclude missed calls, calls under 10 seconds and calls from on-call staff', async () => {
    await add([
      {},
      { callerPhone: '+13125550101' },
      { callerPhone: '+13125550190' },
      { duration: 10 },
      { duration: 9 },
      { outcome: 'missed', duration: 0 },
    ])
    await add([{}], 'org_b')
    expect(await readBillable()).toEqual({ count: 3, first: '2026-03-01', last: '2026-03-31' })
  })

  it('follow the month in the business time zone', async () => {
    await add([
      { startedAt: new Date('2026-03-01T05:59:59Z') },
      { startedAt: new Date('2026-03-01T06:00:00Z') },
      { startedAt: new Date('2026-04-01T04:59:59Z') },
      { startedAt: new Date('2026-04-01T05:00:00Z') },
    ])
    expect((await readBillable()).count).toBe(2)
  })
})
