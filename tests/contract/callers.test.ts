import { eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeAppointment, createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { exportCaller, deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import type { CallerChange } from '../../lib/dashboard/callers/input.ts'
import { listCallers } from '../../lib/dashboard/callers/list.ts'
import { findCallerId, recordCaller } from '../../lib/dashboard/callers/record-caller.ts'
import { findSourceCaller, readCaller } from '../../lib/dashboard/callers/read.ts'
import { callerList, callerPage } from '../../lib/dashboard/callers/record.ts'
import {
  changeCaller,
  listDoNotCallPhones,
  findCaller,
  mergeCallers,
  findPhones,
} from '../../lib/dashboard/callers/repository.ts'
import type { Action } from '../../lib/dashboard/model/event.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { changeCall, findCall, listCalls } from '../../lib/dashboard/calls/repository.ts'
import { changeLead, createLead } from '../../lib/dashboard/leads/repository.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, REPORTED_CALL, createCall } from '../support/rows.ts'
import {
  appointments,
  callerNumbers,
  callers,
  calls,
  events,
  leadNotes,
  leads,
  organizationSettings,
} from '../support/tables.ts'
import { pollUntil } from '../support/until.ts'

const ASSISTANT = { kind: 'assistant' } as const
const PERSON = { kind: 'person', id: 'user_1' } as const
const READER = { canReadAppointments: true }
const PHONE = '+12125550142'
const OTHER_PHONE = '+12125550199'
const RECORDING = 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio'

const NUMBERS = ['0142', '(212) 555-0142', '212-555', '212.555.01', '+1 212 555 0142', '1 (212) 5550142', '0142 ']
const NAMES = ['Núñez', 'Nunez', 'nunez', 'NUÑ', 'inés nun', 'Ines', 'nu\u0301n\u0303ez']
const SPECIAL_PATTERNS = ['%', '_', String.raw`\ `, "'", '; drop table callers', '-- ', '(', '(((', '+', '\u0301']

const WINDOW = { startsAt: '2026-03-02T14:00:00Z', endsAt: '2026-03-02T16:00:00Z' }

describe('callers', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, leads, calls, callerNumbers, callers, events, organizationSettings))

  const call = (input: Partial<CallInput> = {}) =>
    within((tx) => createCall(tx, ASSISTANT, { ...REPORTED_CALL, ...input }))
  const change = (id: string, changes: CallerChange, version?: number) =>
    within((tx) => changeCaller(tx, PERSON, id, changes, version))
  const merge = (id: string, otherId: string, version: number) =>
    within((tx) => mergeCallers(tx, PERSON, id, otherId, version))
  const readById = (id: string) => within((tx) => readCaller(tx, PERSON, id, READER))
  const list = (search = '', page = 1) => within((tx) => listCallers(tx, READER, { search, page }))
  const getId = async (phone = PHONE) => (await within((tx) => findCallerId(tx, phone))) ?? ''
  const findByPhone = async (phone = PHONE) => {
    const id = await getId(phone)
    return within((tx) => findCaller(tx, id))
  }
  const readLog = async (loggedAction: Action) =>
    (await database.events())
      .filter(({ action }) => action === loggedAction)
      .map(({ subjectId, details }) => ({ subjectId, details }))

  describe('creation', () => {
    it('needs a call, lead or visit with a phone number', async () => {
      await call()
      await call({ callerPhone: null })
      await within((tx) => createLead(tx, PERSON, { name: 'Bo', problem: 'No cool', phone: '+12125550101' }))
      await within((tx) => createLead(tx, PERSON, { name: 'Nobody', problem: 'No cool' }))
      await within((tx) =>
        createAppointment(tx, PERSON, { customer: 'Cy', job: 'Tune-up', phone: '+12125550102', ...WINDOW }),
      )
      const { rows, total } = await list()
      expect(total).toBe(3)
      expect(rows.map(({ name, phones }) => [name, ...phones]).toSorted()).toEqual([
        ['Ada Vance', PHONE],
        ['Bo', '+12125550101'],
        ['Cy', '+12125550102'],
      ])
    })

    it('follows a changed number or name of a call, lead or visit', async () => {
      const { id } = await call({ callerPhone: null, callerName: null })
      await within((tx) => changeCall(tx, PERSON, id, { callerPhone: PHONE }))
      expect(await findByPhone()).toMatchObject({ name: null })
      await within((tx) => changeCall(tx, PERSON, id, { callerName: 'Ada' }))
      expect(await findByPhone()).toMatchObject({ name: 'Ada' })
      const lead = await within((tx) => createLead(tx, PERSON, { name: 'Bo', problem: 'No cool' }))
      await within((tx) => changeLead(tx, PERSON, lead.id, { phone: OTHER_PHONE }))
      expect(await findByPhone(OTHER_PHONE)).toMatchObject({ name: 'Bo' })
      const visit = await within((tx) => createAppointment(tx, PERSON, { customer: 'Cy', job: 'Tune-up', ...WINDOW }))
      await within((tx) => changeAppointment(tx, PERSON, visit.id, { phone: '+12125550103' }))
      expect(await findByPhone('+12125550103')).toMatchObject({ name: 'Cy' })
    })

    it('uses the latest reported name until a user edits it', async () => {
      await call()
      await call({ callerName: 'Ada V.' })
      await call({ callerName: null })
      expect(await findByPhone()).toMatchObject({ name: 'Ada V.', version: 1 })
      const id = await getId()
      await change(id, { name: 'Mrs. Vance', notes: 'Rings twice' })
      await call({ callerName: 'Ada again' })
      expect(await findByPhone()).toMatchObject({ name: 'Mrs. Vance', notes: 'Rings twice', version: 2 })
      await change(id, { name: null })
      await call({ callerName: 'Ada again' })
      expect(await findByPhone()).toMatchObject({ name: 'Ada again', notes: 'Rings twice' })
    })

    it('adds one caller for several concurrent calls', async () => {
      await Promise.all(Array.from({ length: 8 }, (_, n) => call({ callerName: `Ada ${n}` })))
      expect(await list()).toMatchObject({ total: 1, rows: [{ calls: 8, phones: [PHONE] }] })
      expect(await within(({ db }) => db.$count(callers))).toBe(1)
    })

    it('waits for a concurrent uncommitted insert of the number and reuses its caller', async () => {
      const [noted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const firstNote = within(async (tx) => {
        await recordCaller(tx, PHONE, { name: 'First' })
        noted.resolve()
        await end.promise
      })
      await noted.promise
      const secondNote = within((tx) => recordCaller(tx, PHONE, { name: 'Second' }))
      const listBlockedLocks = () =>
        database.db.execute(sql`select from pg_locks where locktype = 'transactionid' and not granted`)
      await pollUntil('a blocked query', async () => (await listBlockedLocks()).length > 0 || undefined, {
        deadlineMs: 3_000,
      }).catch(
        // The local Postgres serializes transactions, so no query waits for a lock.
        () => undefined,
      )
      end.resolve()
      await Promise.all([firstNote, secondNote])
      expect(await findByPhone()).toMatchObject({ name: 'Second' })
      expect(await within(({ db }) => db.$count(callers))).toBe(1)
    })

    it('ignores test calls', async () => {
      await within((tx) => addCall(tx, { callerPhone: PHONE, isTest: true }))
      expect(await list()).toMatchObject({ total: 0 })
      await call({ startedAt: '2026-01-01T00:00:00Z' })
      expect(await list()).toMatchObject({ rows: [{ calls: 1, latestCall: '2026-01-01T00:00:00.000Z' }] })
    })
  })

  describe('list', () => {
    it.each(NUMBERS)('matches any part of a phone number in common formats: %s', async (search) => {
      await call()
      await call({ callerPhone: '+13035550177', callerName: 'Bo' })
      expect((await list(search.trim())).rows.map(({ name }) => name)).toEqual(['Ada Vance'])
    })

    it.each(NAMES)('matches names with and without accents: %s', async (search) => {
      await call({ callerName: 'Inés Núñez' })
      await call({ callerPhone: OTHER_PHONE, callerName: 'Sunez Anunez' })
      expect((await list(search)).rows.map(({ name }) => name)).toEqual(['Inés Núñez'])
    })

    it.each(SPECIAL_PATTERNS)('treats special characters as plain text: %j', async (search) => {
      await call()
      const { rows } = await list(search.trim())
      expect(rows.every(({ name }) => name === 'Ada Vance')).toBe(true)
      if (/[%_\\]/.test(search)) expect(rows).toEqual([])
    })

    it('matches any prefix of a name, with or without accents', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('Zoë Ångström', 'José Ibáñez-Peña', 'Đorđe', 'O’Neil Çelik', "D'Arcy 100%"),
          fc.nat(20),
          fc.constantFrom('NFC', 'NFD'),
          fc.boolean(),
          async (name, length, form, isPlain) => {
            await within(({ db }) => db.delete(callers))
            await within((tx) => recordCaller(tx, PHONE, { name }))
            const typedName = name.normalize('NFD').slice(0, length + 1)
            const searchText = isPlain ? typedName.replaceAll(/[\u0300-\u036F]/g, '') : typedName
            expect((await list(searchText.trim().normalize(form))).total).toBe(1)
          },
        ),
        { numRuns: 30 },
      )
    })

    it('sorts by latest call and counts calls, leads and visits', async () => {
      await call({ startedAt: '2026-03-01T00:00:00Z' })
      await call({ startedAt: '2026-03-05T00:00:00Z', callerPhone: OTHER_PHONE, callerName: 'Bo' })
      await call({ startedAt: '2026-03-06T00:00:00Z' })
      await within((tx) => createLead(tx, PERSON, { name: 'Bo', problem: 'No cool', phone: OTHER_PHONE }))
      await within((tx) =>
        createAppointment(tx, PERSON, { customer: 'Bo', job: 'Look', phone: OTHER_PHONE, ...WINDOW }),
      )
      const page = await list()
      expect(callerList.parse(JSON.parse(JSON.stringify(page)))).toEqual(page)
      expect(page.rows).toMatchObject([
        { name: 'Ada Vance', calls: 2, leads: 0, visits: 0, latestCall: '2026-03-06T00:00:00.000Z' },
        { name: 'Bo', calls: 1, leads: 1, visits: 1, latestCall: '2026-03-05T00:00:00.000Z' },
      ])
      const member = await within((tx) => listCallers(tx, { canReadAppointments: false }, { search: '', page: 1 }))
      expect(member.rows.map(({ visits }) => visits)).toEqual([null, null])
    })
  })

  it('can be found in the call list by name, with or without accents, and by spoken words', async () => {
    await call({ callerName: 'Inés Núñez' })
    await call({ callerName: 'Bo', callerWords: 'El señor dijo que no hay calefacción' })
    const searchCalls = async (search: string) =>
      (await within((tx) => listCalls(tx, { search }))).rows.map((row) => row.callerName)
    for (const search of ['Núñez', 'nunez', 'NUNEZ', 'ines nun', 'Inés'])
      expect(await searchCalls(search)).toEqual(['Inés Núñez'])
    expect(await searchCalls('calefacción')).toEqual(['Bo'])
    // The search does not stem names.
    await call({ callerName: 'Zoé Dárcy' })
    for (const search of ['Dárcy', 'darcy', 'zoe dárcy']) expect(await searchCalls(search)).toEqual(['Zoé Dárcy'])
  })

  describe('details', () => {
    const createRecords = async () => {
      const ownCall = await call({ recordingUrl: RECORDING, attention: 'Ada asks for a price', rule: 'Night rule' })
      const second = await call({ callerPhone: '+12125550143', callerName: 'Ada at work' })
      const otherCall = await call({ callerPhone: OTHER_PHONE, callerName: 'Bo' })
      await within(async ({ db, organizationId }) => {
        const window = { startsAt: new Date(WINDOW.startsAt), endsAt: new Date(WINDOW.endsAt) }
        const insertedLeads = await db
          .insert(leads)
          .values([
            { organizationId, callId: ownCall.id, name: 'Ada Vance', problem: 'No heat', source: 'call' },
            { organizationId, phone: PHONE, name: 'A. Vance', problem: 'Tune-up', source: 'form' },
            {
              organizationId,
              callId: ownCall.id,
              phone: '+12125550177',
              name: 'Tenant',
              problem: 'Leak',
              source: 'call',
            },
            {
              organizationId,
              callId: otherCall.id,
              phone: OTHER_PHONE,
              name: 'Bo',
              problem: 'No cool',
              source: 'call',
            },
          ])
          .returning()
        await db
          .insert(leadNotes)
          .values({ organizationId, leadId: insertedLeads[1]?.id ?? '', text: 'Key under the mat' })
        await db.insert(appointments).values([
          { organizationId, ...window, customer: 'Ada Vance', phone: PHONE, address: '1 Elm St', job: 'No heat' },
          {
            organizationId,
            ...window,
            customer: 'Ada Vance',
            leadId: insertedLeads[0]?.id,
            address: '1 Elm St',
            job: 'Again',
          },
          { organizationId, ...window, customer: 'Bo', phone: OTHER_PHONE, job: 'No cool' },
        ])
      })
      const [id, otherId] = [await getId(), await getId('+12125550143')]
      await merge(id, otherId, 1)
      await change(id, { house: 'Furnace in the attic', notes: 'Dog bites' })
      return { id, own: ownCall, second, other: otherCall }
    }

    it('include all numbers; reading them is logged once an hour per user', async () => {
      const { id, own, second } = await createRecords()
      const page = await readById(id)
      expect(callerPage.parse(JSON.parse(JSON.stringify(page)))).toEqual(page)
      expect(page).toMatchObject({
        caller: { name: 'Ada Vance', house: 'Furnace in the attic' },
        counts: { calls: 2, leads: 2, visits: 2 },
      })
      expect(page?.numbers.map(({ phone }) => phone).toSorted()).toEqual([PHONE, '+12125550143'])
      expect(page?.calls.map((row) => row.id).toSorted()).toEqual([own.id, second.id].toSorted())
      expect(page?.names.toSorted()).toEqual(['A. Vance', 'Ada Vance', 'Ada at work'])
      expect(JSON.stringify(page)).not.toContain('This is Ada Vance, my furnace stopped.')
      await readById(id)
      await within((tx) => readCaller(tx, { ...PERSON, id: 'user_2' }, id, READER))
      expect(await readLog('caller.read')).toHaveLength(2)
      const restrictedView = await within((tx) => readCaller(tx, PERSON, id, { canReadAppointments: false }))
      expect(restrictedView).toMatchObject({ visits: null, counts: { visits: null } })
    })

    it('are found from a call, a lead and a visit with a number', async () => {
      const { id, own } = await createRecords()
      expect(await within((tx) => findSourceCaller(tx, 'call', own.id))).toBe(id)
      const [lead] = await within(({ db }) => db.select().from(leads).where(eq(leads.phone, PHONE)))
      expect(await within((tx) => findSourceCaller(tx, 'lead', lead?.id ?? ''))).toBe(id)
      const [visit] = await within(({ db }) => db.select().from(appointments).where(eq(appointments.phone, PHONE)))
      expect(await within((tx) => findSourceCaller(tx, 'visit', visit?.id ?? ''))).toBe(id)
      for (const unknownId of [crypto.randomUUID(), 'x'])
        expect(await within((tx) => findSourceCaller(tx, 'call', unknownId))).toBeUndefined()
    })

    it('reject a stale update and log only field names', async () => {
      await call()
      const id = await getId()
      expect(await change(id, { doNotCall: true, house: '  ' }, 1)).toMatchObject({
        changed: { doNotCall: true, house: null, version: 2 },
      })
      expect(await change(id, { house: 'Attic' }, 1)).toMatchObject({ conflict: { doNotCall: true, version: 2 } })
      expect(await change(id, { doNotCall: true }, 2)).toMatchObject({ changed: { version: 2 } })
      expect(await readLog('caller.updated')).toEqual([{ subjectId: id, details: { fields: ['doNotCall'] } }])
      expect(await within(listDoNotCallPhones)).toEqual([PHONE])
    })

    it('are exported for all numbers, and the log has only counts', async () => {
      const { id } = await createRecords()
      const file = JSON.stringify(await within((tx) => exportCaller(tx, PERSON, id)))
      for (const text of [
        'my furnace stopped.',
        'Key under the mat',
        'Tune-up',
        '1 Elm St',
        'Again',
        'No heat',
        'Dog bites',
        'Furnace in the attic',
        'Ada at work',
        '+12125550143',
      ])
        expect(file).toContain(text)
      for (const text of ['"Bo"', 'Tenant', 'org_a', 'elevenlabs', 'tsvector', "'furnac'"])
        expect(file).not.toContain(text)
      expect(await readLog('caller.exported')).toEqual([{ subjectId: id, details: { calls: 2, leads: 2, visits: 2 } }])
    })

    it('are deleted with all personal data; anonymized calls and other callers remain', async () => {
      const { id, own, second, other } = await createRecords()
      expect(await within((tx) => deleteCallerData(tx, PERSON, id))).toEqual({ calls: 2, leads: 2, visits: 2 })
      const remaining = await within(async (tx) => ({
        callers: await tx.db.select().from(callers),
        numbers: await tx.db.select().from(callerNumbers),
        calls: await tx.db.select().from(calls),
        leads: await tx.db.select().from(leads),
        notes: await tx.db.select().from(leadNotes),
        visits: await tx.db.select().from(appointments),
        log: await tx.db.select().from(events),
      }))
      expect(
        JSON.stringify(remaining).match(/Ada|Vance|Elm|mat\b|furnace stopped\.|conv_1|attic|Dog|5550142|5550143/g),
      ).toEqual(['Ada', 'Vance', 'furnace stopped.'])
      for (const deletedCall of [own, second]) {
        expect(await within((tx) => findCall(tx, deletedCall.id))).toMatchObject({
          outcome: 'booked',
          duration: 83,
          callerPhone: null,
          hasTranscript: false,
          transcriptDeletedAt: expect.any(String),
        })
      }
      expect(await within((tx) => findCall(tx, own.id))).toMatchObject({ rule: null, hasRecording: false })
      expect(await within((tx) => findCall(tx, other.id))).toMatchObject({ callerName: 'Bo', version: 1 })
      expect(remaining.callers.map(({ name }) => name)).toEqual(['Bo'])
      expect(remaining.leads.map(({ name }) => name).toSorted()).toEqual(['Bo', 'Tenant'])
      const deletedText = 'Deleted on request'
      expect(remaining.visits.map(({ customer }) => customer).toSorted()).toEqual(['Bo', deletedText, deletedText])
      expect(await readLog('caller.deleted')).toEqual([{ subjectId: id, details: { calls: 2, leads: 2, visits: 2 } }])
      expect(await within((tx) => deleteCallerData(tx, PERSON, id))).toBeUndefined()
    })
  })

  describe('merge', () => {
    const text = fc.option(fc.constantFrom('Attic', 'Attic, left', 'Dog', 'Gate 12\nDog', 'x'), { nil: null })
    const callerFields = fc.record({
      name: text,
      address: text,
      house: text,
      system: text,
      notes: text,
      doNotCall: fc.boolean(),
    })

    it('keeps all notes, names, numbers and calls', async () => {
      await fc.assert(
        fc.asyncProperty(callerFields, callerFields, async (first, second) => {
          await within(async ({ db }) => {
            await db.delete(callers)
            await db.delete(calls)
          })
          await call({ callerName: null })
          await call({ callerName: null, callerPhone: OTHER_PHONE })
          const [id, otherId] = [await getId(), await getId(OTHER_PHONE)]
          await change(id, first)
          await change(otherId, second)
          const { version = 0 } = (await findByPhone()) ?? {}
          await merge(id, otherId, version)
          const merged = await findByPhone()
          expect(merged).toMatchObject({ doNotCall: first.doNotCall || second.doNotCall, version: version + 1 })
          for (const field of ['address', 'house', 'system', 'notes'] as const) {
            for (const text of [first[field], second[field]]) if (text) expect(merged?.[field]).toContain(text)
          }
          for (const name of [first.name, second.name])
            if (name) expect(`${merged?.name}\n${merged?.notes}`).toContain(name)
          expect(await within((tx) => findPhones(tx, id))).toEqual([PHONE, OTHER_PHONE])
          expect(await readById(id)).toMatchObject({ counts: { calls: 2 } })
          expect(await within(({ db }) => db.$count(callers))).toBe(1)
          await call({ callerName: 'From a call', callerPhone: OTHER_PHONE })
          expect((await findByPhone())?.name).toBe(first.name ?? second.name ?? 'From a call')
        }),
        { numRuns: 40 },
      )
    })

    it('is logged, and rejected for a stale version, the same caller and unknown callers', async () => {
      await call()
      await call({ callerPhone: OTHER_PHONE })
      const [id, otherId] = [await getId(), await getId(OTHER_PHONE)]
      expect(await merge(id, otherId, 7)).toMatchObject({ conflict: { id } })
      expect(await merge(id, id, 1)).toBeUndefined()
      const missingId = crypto.randomUUID()
      expect(await merge(id, missingId, 1)).toBeUndefined()
      const file = await within((tx) => exportCaller(tx, PERSON, missingId))
      expect([file, await readById(missingId), await change(missingId, { name: 'Changed' })]).toEqual(
        Array(3).fill(undefined),
      )
      for (const invalidId of ['', 'x', PHONE]) expect(await within((tx) => findCaller(tx, invalidId))).toBeUndefined()
      expect(await merge(id, otherId, 1)).toMatchObject({ changed: { id } })
      expect(await readLog('caller.merged')).toEqual([{ subjectId: id, details: { otherId, numbers: 1 } }])
    })

    it('leaves one caller when two are merged into each other concurrently', async () => {
      await call()
      await call({ callerPhone: OTHER_PHONE })
      const [id, otherId] = [await getId(), await getId(OTHER_PHONE)]
      const merged = await Promise.all([merge(id, otherId, 1), merge(otherId, id, 1)])
      expect(merged.filter((result) => result === undefined)).toHaveLength(1)
      expect(await list()).toMatchObject({ total: 1, rows: [{ phones: [PHONE, OTHER_PHONE], calls: 2 }] })
    })
  })

  it('are deleted with their last call unless a user edited them', async () => {
    await call()
    await call({ callerPhone: OTHER_PHONE, callerName: 'Bo' })
    await within((tx) => createLead(tx, PERSON, { name: 'Cy', problem: 'No cool', phone: '+12125550103' }))
    const id = await getId(OTHER_PHONE)
    await change(id, { doNotCall: true })
    await within(({ db }) => db.delete(calls))
    await within((tx) => deleteLeftovers(tx, new Date()))
    expect((await list()).rows.map(({ name }) => name).toSorted()).toEqual(['Bo', 'Cy'])
  })
})
