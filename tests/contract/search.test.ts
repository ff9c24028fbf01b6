import { beforeEach, describe, expect, it } from 'vitest'
import { searchResponse } from '../../lib/dashboard/search/input.ts'
import { readRecentRecords, searchRecords } from '../../lib/dashboard/search/read.ts'
import { listCallers } from '../../lib/dashboard/callers/list.ts'
import { listCalls } from '../../lib/dashboard/calls/repository.ts'
import { listLeads } from '../../lib/dashboard/leads/repository.ts'
import { recordCaller } from '../../lib/dashboard/callers/record-caller.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addAppointment, addCall, addLead } from '../support/rows.ts'
import { appointments, callerNumbers, callers, calls, events, leads } from '../support/tables.ts'

const READER = { canReadLeads: true, canReadAppointments: true }
const PHONE = '+13125550142'
const OTHER_PHONE = '+12125559876'
const STARTS_AT = new Date('2026-03-02T14:00:00Z')
const KINDS = ['calls', 'leads', 'callers', 'appointments'] as const

type Ids = Record<(typeof KINDS)[number], string>

describe('search of the command palette', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, leads, calls, callerNumbers, callers, events))

  const find = (search: string, reader = READER, organization = 'org_a') =>
    within(organization, (tx) => searchRecords(tx, reader, { search }))

  /** Adds a record of each kind. */
  const addRecords = (organization = 'org_a'): Promise<Ids> =>
    within(organization, async (tx) => {
      const { db, organizationId } = tx
      const call = {
        callerName: 'Inés Núñez',
        callerPhone: PHONE,
        summary: 'Furnace leaks water',
        startedAt: STARTS_AT,
      }
      const lead = {
        name: 'Inés Núñez',
        phone: PHONE,
        email: 'ines@example.com',
        address: '12 Élm Street',
        zip: '60614',
        problem: 'Furnace leaks water',
      }
      const callId = await addCall(tx, call)
      const leadId = await addLead(tx, lead)
      const [caller] = await db
        .insert(callers)
        .values({ organizationId, name: 'Inés Núñez', address: '12 Élm Street, 60614' })
        .returning()
      const callerId = caller?.id ?? ''
      await db.insert(callerNumbers).values({ organizationId, callerId, phone: PHONE })
      const appointmentId = await addAppointment(tx, {
        startsAt: STARTS_AT,
        customer: 'Inés Núñez',
        phone: PHONE,
        address: '12 Élm Street, 60614',
        job: 'Furnace leaks water',
      })
      await addCall(tx, { callerName: 'Bo Reyes', callerPhone: OTHER_PHONE, summary: 'Tune-up' })
      await addLead(tx, { name: 'Bo Reyes', phone: OTHER_PHONE, problem: 'Tune-up', zip: '10001' })
      await recordCaller(tx, OTHER_PHONE, { name: 'Bo Reyes' })
      await addAppointment(tx, { startsAt: STARTS_AT, customer: 'Bo Reyes', phone: OTHER_PHONE, job: 'Tune-up' })
      return { calls: callId, leads: leadId, callers: callerId, appointments: appointmentId }
    })

  const listIds = (response: Awaited<ReturnType<typeof find>>) =>
    Object.fromEntries(KINDS.map((kind) => [kind, response[kind]?.rows.map(({ id }) => id)]))

  it.each(['555-0142', '(312) 555', '312.555.01', '+1 312 555 0142', '5550142', '142', '１４２', 'nunez', 'INÉS nuñ'])(
    'finds records of every kind by %s',
    async (search) => {
      const ids = await addRecords()
      const response = await find(search)
      expect(searchResponse.parse(response)).toEqual(response)
      expect(listIds(response)).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, [ids[kind]]])))
    },
  )

  it.each([
    ['elm street', ['leads', 'callers', 'appointments']],
    ['60614', ['leads', 'callers', 'appointments']],
    ['ines@example.com', ['leads']],
    ['furnace leak', ['calls', 'leads', 'appointments']],
    ['street nunez', ['leads', 'callers', 'appointments']],
  ])('finds addresses, ZIP codes, emails and problems: %s', async (search, kinds) => {
    const ids = await addRecords()
    expect(listIds(await find(search))).toEqual(
      Object.fromEntries(KINDS.map((kind) => [kind, kinds.includes(kind) ? [ids[kind]] : []])),
    )
  })

  it.each(['%%', '__', "'; drop table leads; --", '(((', '@@', '--', 'zzz', String.raw`\\`])(
    'finds nothing by %s',
    async (search) => {
      await addRecords()
      expect(Object.values(listIds(await find(search))).flat()).toEqual([])
    },
  )

  it('returns the five latest records of each kind, and whether there are more', async () => {
    const ids = await within(async (tx) => {
      const added: string[] = []
      for (let hour = 10; hour < 17; hour += 1)
        added.push(await addCall(tx, { callerName: 'Ada', startedAt: new Date(`2026-03-02T${hour}:00:00Z`) }))
      return added
    })
    expect(await find('ada')).toMatchObject({
      calls: {
        rows: ids
          .toReversed()
          .slice(0, 5)
          .map((id) => ({ id })),
        isMore: true,
      },
      leads: { rows: [], isMore: false },
    })
  })

  it('returns only the kinds that the user may read', async () => {
    const ids = await addRecords()
    const records = KINDS.map((kind) => ({ kind, id: ids[kind] }))
    const readers = [
      [{ canReadLeads: false, canReadAppointments: true }, ['appointments']],
      [{ canReadLeads: true, canReadAppointments: false }, ['calls', 'leads', 'callers']],
      [{ canReadLeads: false, canReadAppointments: false }, []],
    ] as const
    for (const [reader, kinds] of readers) {
      const expected = Object.fromEntries(
        KINDS.map((kind) => [kind, (kinds as readonly string[]).includes(kind) ? [ids[kind]] : undefined]),
      )
      expect(listIds(await find('nunez', reader))).toEqual(expected)
      expect(listIds(await within((tx) => readRecentRecords(tx, reader, { records })))).toEqual(expected)
    }
  })

  it('finds and resolves no record of another organization', async () => {
    const ids = await addRecords('org_b')
    const records = KINDS.map((kind) => ({ kind, id: ids[kind] }))
    expect(Object.values(listIds(await find('nunez'))).flat()).toEqual([])
    expect(Object.values(listIds(await find('0142'))).flat()).toEqual([])
    expect(Object.values(listIds(await within((tx) => readRecentRecords(tx, READER, { records })))).flat()).toEqual([])
  })

  it('resolves recent records, and drops deleted ones', async () => {
    const ids = await addRecords()
    await within(({ db }) => db.delete(appointments))
    const records = KINDS.map((kind) => ({ kind, id: ids[kind] }))
    const response = await within((tx) => readRecentRecords(tx, READER, { records }))
    expect(searchResponse.parse(response)).toEqual(response)
    expect(listIds(response)).toEqual({
      calls: [ids.calls],
      leads: [ids.leads],
      callers: [ids.callers],
      appointments: [],
    })
  })

  it('finds no record that the lists do not find', async () => {
    const ids = await addRecords()
    for (const search of ['50142', 'nunez']) {
      expect((await within((tx) => listCalls(tx, { search }))).rows.map(({ id }) => id)).toEqual([ids.calls])
      expect((await within((tx) => listLeads(tx, { search }))).rows.map(({ id }) => id)).toEqual([ids.leads])
      const { rows } = await within((tx) => listCallers(tx, READER, { search, page: 1 }))
      expect(rows.map(({ id }) => id)).toEqual([ids.callers])
    }
  })

  it('records nothing in the audit log, as the lists', async () => {
    await addRecords()
    await database.clear(events)
    await find('nunez')
    expect(await database.events()).toEqual([])
  })
})
