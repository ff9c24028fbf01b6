import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TranscriptLine } from '../../lib/dashboard/model/call.ts'
import { CARD_NUMBER_PLACEHOLDER } from '../../lib/dashboard/calls/card-numbers.ts'
import { type CallInput, callRecord, callSummary } from '../../lib/dashboard/calls/input.ts'
import {
  changeCall,
  correctCall,
  createCallOnce,
  findCall,
  listCalls,
  listCallPage,
} from '../../lib/dashboard/calls/repository.ts'
import { appointments, calls, events, organizationSettings } from '../support/tables.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addAppointment, createCall } from '../support/rows.ts'

const ASSISTANT = { kind: 'assistant' } as const
const PERSON = { kind: 'person', id: 'user_1' } as const

const TRANSCRIPT: TranscriptLine[] = [
  { speaker: 'assistant', text: 'Thanks for calling. What is going on?', at: 0 },
  {
    speaker: 'caller',
    text: 'The furnace stopped and it is freezing in here.',
    at: 4,
    understood: [{ field: 'problem', value: 'Furnace stopped', quote: 'furnace stopped' }],
  },
  {
    speaker: 'caller',
    text: 'My card is 4242 4242 4242 4242.',
    at: 9,
    understood: [{ field: 'fee', value: 'Card 4242424242424242', quote: '4242 4242 4242 4242' }],
  },
]

const CALL: CallInput = {
  startedAt: '2026-03-02T07:14:00Z',
  duration: 83,
  callerName: 'Mary Vance',
  callerPhone: '(212) 555-0142',
  outcome: 'booked',
  summary: 'No heat with an infant in the house; booked for the morning.',
  callerWords: 'My furnace stopped',
  transcript: TRANSCRIPT,
  rule: 'No heat below 40 °F is urgent',
}

describe('calls', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, calls, events, organizationSettings))

  const create = (input: Partial<CallInput> = {}) => within((tx) => createCall(tx, ASSISTANT, { ...CALL, ...input }))
  const readLog = async () => (await database.events()).map(({ action, details }) => ({ action, details }))

  describe('when stored', () => {
    it('are returned as reported and valid as JSON', async () => {
      const call = await create({ recordingUrl: 'https://api.elevenlabs.io/v1/convai/conversations/x/audio' })
      expect(callRecord.parse(JSON.parse(JSON.stringify(call)))).toEqual(call)
      expect(call).toMatchObject({
        startedAt: '2026-03-02T07:14:00.000Z',
        callerPhone: '+12125550142',
        hasTranscript: true,
        hasRecording: true,
        language: 'en',
        version: 1,
        handedToId: null,
      })
      expect(JSON.stringify(call)).not.toContain('elevenlabs')
      expect(await within((tx) => findCall(tx, call.id))).toEqual(call)
    })

    it('keep intent, danger and the visit the caller asked about', async () => {
      const appointmentId = await within((tx) => addAppointment(tx, { startsAt: new Date('2026-03-04T14:00:00Z') }))
      const fields = { intent: 'reschedule', safetyKind: 'gas', appointmentId } as const
      const call = await create(fields)
      expect(call).toMatchObject(fields)
      expect((await within((tx) => listCalls(tx, {}))).rows).toMatchObject([fields])
      expect(await create()).toMatchObject({ intent: null, safetyKind: null, appointmentId: null })
    })

    it('have card numbers redacted', async () => {
      const { transcript } = await create({ summary: 'Paid with 4242-4242-4242-4242.' })
      expect(transcript?.[2]).toMatchObject({
        text: `My card is ${CARD_NUMBER_PLACEHOLDER}.`,
        understood: [{ value: `Card ${CARD_NUMBER_PLACEHOLDER}`, quote: CARD_NUMBER_PLACEHOLDER }],
      })
      const [row] = await within(({ db }) => db.select().from(calls).where(eq(calls.organizationId, 'org_a')))
      expect(JSON.stringify(row)).not.toMatch(/4242/)
      const change = { attention: 'Call back about 4242 4242 4242 4242' }
      expect(await within((tx) => changeCall(tx, PERSON, row?.id ?? '', change))).toMatchObject({
        changed: { attention: `Call back about ${CARD_NUMBER_PLACEHOLDER}` },
      })
    })

    const LONG_LINE: TranscriptLine = { speaker: 'caller', at: 0, text: 'x'.repeat(4_000) }
    it.each([
      ['an unknown intent', { intent: 'party' as never }],
      ['an unknown danger', { safetyKind: 'ghosts' as never }],
      ['a NUL character', { summary: 'a\0b' }],
      ['the year 0', { startedAt: '0000-01-01T00:00:00Z' }],
      ['a transcript above the index limit', { transcript: Array.from({ length: 40 }, () => LONG_LINE) }],
    ] as [string, Partial<CallInput>][])('are rejected with %s', async (_, input) => {
      await expect(create(input)).rejects.toThrow(z.ZodError)
    })

    it('replace a lone surrogate in the transcript', async () => {
      const { transcript } = await create({ transcript: [{ speaker: 'caller', text: 'cut \uD83D', at: 0 }] })
      expect(transcript?.[0]?.text).toBe('cut \uFFFD')
    })

    it('accept the longest transcript with only distinct words', async () => {
      const buildWord = (index: number) =>
        String.fromCharCode(0x4e_00 + (index % 20_000), 0xac_00 + Math.floor(index / 20_000))
      const uniqueWords = Array.from({ length: 49_000 }, (_, index) => buildWord(index))
      const buildText = (line: number) => uniqueWords.slice(line * 1_000, (line + 1) * 1_000).join(' ')
      const transcript = Array.from({ length: 49 }, (_, index) => ({
        speaker: 'caller' as const,
        at: index,
        text: buildText(index),
      }))
      expect((await create({ transcript })).transcript).toHaveLength(49)
      expect((await within((tx) => listCallPage(tx, { search: uniqueWords.at(-1) ?? '' }, 1))).total).toBe(1)
    })

    it('are rejected with an invalid phone number', async () => {
      await expect(create({ callerPhone: 'none of your business' })).rejects.toThrow(/Enter a phone number/)
      expect((await create({ callerPhone: null })).callerPhone).toBeNull()
    })

    it('are stored once per vendor id, and keep the first report', async () => {
      const [first, second] = await Promise.all([
        within((tx) => createCallOnce(tx, ASSISTANT, { ...CALL, externalId: 'conv_1' })),
        within((tx) => createCallOnce(tx, ASSISTANT, { ...CALL, externalId: 'conv_1' })),
      ])
      expect([first.isNew, second.isNew].toSorted()).toEqual([false, true])
      expect(second.call).toEqual(first.call)
      const repeatedCall = await create({ externalId: 'conv_1', outcome: 'missed', summary: null })
      expect(repeatedCall).toEqual(first.call)
      expect(await readLog()).toEqual([{ action: 'call.created', details: null }])
      const otherOrgCall = await within('org_b', (tx) =>
        createCallOnce(tx, ASSISTANT, { ...CALL, externalId: 'conv_1' }),
      )
      expect(otherOrgCall.isNew).toBe(true)
    })
  })

  describe('when updated', () => {
    const change = (id: string, changes: Parameters<typeof changeCall>[3], version?: number) =>
      within((tx) => changeCall(tx, PERSON, id, changes, version))

    it('log changed fields but no call content', async () => {
      const call = await create()
      await change(call.id, { summary: 'Secret words', outcome: 'message' })
      await change(call.id, { handedToId: 'user_2' })
      await within((tx) => correctCall(tx, PERSON, call.id, { line: 1, field: 'problem', value: 'Boiler stopped' }, 3))
      expect(await readLog()).toEqual([
        { action: 'call.created', details: null },
        { action: 'call.updated', details: { fields: ['outcome', 'summary'], from: 'booked', to: 'message' } },
        { action: 'call.handed_over', details: { to: 'person' } },
        { action: 'transcript.corrected', details: { fields: ['problem'], line: 1 } },
      ])
    })

    it('can change their intent, which is logged once', async () => {
      const { id } = await create({ intent: 'repair' })
      const updated = await change(id, { intent: 'complaint' }, 1)
      expect(updated).toMatchObject({ changed: { intent: 'complaint', version: 2 } })
      await change(id, { intent: 'complaint' }, 2)
      expect(await readLog()).toEqual([
        { action: 'call.created', details: null },
        { action: 'call.updated', details: { fields: ['intent'] } },
      ])
    })

    it('keep their version and add no event if nothing differs', async () => {
      const { id } = await create({ attention: 'Asks for a price' })
      await change(id, { attentionEnded: true })
      const call = await within((tx) => findCall(tx, id))
      if (!call) throw new Error('The call is gone')
      const { version, startedAt, attention, transcript, callerPhone } = call
      expect(version).toBe(2)
      const unchangedFields = { startedAt, attention, transcript, callerPhone, attentionEnded: true, handedToId: null }
      const result = await change(id, unchangedFields)
      expect(result).toMatchObject({ changed: { version: 2 } })
      expect(await readLog()).toHaveLength(2)
    })

    it('need attention until someone resolves them', async () => {
      const call = await create({ attention: 'Asks for a price' })
      const listWaitingCalls = () => within((tx) => listCallPage(tx, { needsAttention: true }, 1))
      expect((await listWaitingCalls()).total).toBe(1)
      await change(call.id, { handedToId: 'user_2' })
      expect((await listWaitingCalls()).rows).toMatchObject([{ handedToId: 'user_2', attentionEndedAt: null }])
      await change(call.id, { attentionEnded: true })
      expect((await listWaitingCalls()).total).toBe(0)
      await change(call.id, { attention: 'Called again' })
      expect((await listWaitingCalls()).total).toBe(1)
      await change(call.id, { handedToId: null })
      expect(await within((tx) => findCall(tx, call.id))).toMatchObject({ handedToId: null, handedOverAt: null })
    })

    it('replace a misunderstood value with its correction', async () => {
      const call = await create()
      const correctField = (correction: { line: number; field: 'problem' | 'name'; value: string }, version = 1) =>
        within((tx) => correctCall(tx, PERSON, call.id, correction, version))
      expect(await correctField({ line: 0, field: 'problem', value: 'x' })).toBeUndefined()
      expect(await correctField({ line: 99, field: 'name', value: 'x' })).toBeUndefined()
      const result = await correctField({ line: 1, field: 'problem', value: 'The boiler, 4242 4242 4242 4242' })
      expect(result).toMatchObject({ changed: { version: 2 } })
      const { transcript } = (await within((tx) => findCall(tx, call.id))) ?? {}
      expect(transcript?.[1]).toEqual({
        ...TRANSCRIPT[1],
        understood: [
          { ...TRANSCRIPT[1]?.understood?.[0], value: `The boiler, ${CARD_NUMBER_PLACEHOLDER}`, corrected: true },
        ],
      })
      expect(await correctField({ line: 1, field: 'problem', value: 'Late' })).toMatchObject({
        conflict: { version: 2 },
      })
    })
  })

  describe('in search', () => {
    const countMatches = async (search: string) => (await within((tx) => listCallPage(tx, { search }, 1))).total

    it.each([
      ['a spoken word', 'freezing'],
      ['another word form', 'furnaces'],
      ['a word prefix', 'freez'],
      ['a word in the summary', 'infant'],
      ['a name, without stemming', 'Mary'],
      ['a name, a spoken word and stop words', 'mary the FURNACE in'],
      ['a formatted phone number', '(212) 555-0142'],
      ['a phone number with dots', '212.555.0142'],
      ['a phone number with country code', '+1 212 555 0142'],
      ['the last four digits of a phone number', '0142'],
      ['a phone number prefix', '(212) 555'],
    ])('are found by %s', async (_, query) => {
      await create()
      const otherCall = { transcript: null, summary: null, callerWords: 'Tune-up' }
      await create({ ...otherCall, callerName: 'Ada', callerPhone: '(646) 555-0199' })
      await create({ ...otherCall, callerName: null, callerPhone: null })
      expect(await countMatches(query)).toBe(1)
    })

    const NON_MATCHES = [
      'freezing boiler',
      '0143',
      "'); drop table calls; --",
      '& | ! :*',
      'zebra',
      '()',
      '212 555 0143',
    ]
    it.each(NON_MATCHES)('are not found by %s', async (query) => {
      await create()
      expect(await countMatches(query)).toBe(0)
    })

    it('are found by a stop word that is a name', async () => {
      await create({ callerName: 'Will' })
      await create()
      expect(await countMatches('will')).toBe(1)
    })
  })

  describe('in filters', () => {
    const listStartTimes = async (filter: Parameters<typeof listCallPage>[1]) => {
      const { rows } = await within((tx) => listCallPage(tx, { sort: 'startedAt', ...filter }, 1))
      return rows.map(({ startedAt }) => startedAt)
    }

    it('match any of the given outcomes', async () => {
      await create({ outcome: 'missed' })
      await create({ outcome: 'emergency' })
      await create()
      expect(await listStartTimes({ outcome: ['missed', 'emergency'] })).toHaveLength(2)
      expect(await listStartTimes({ outcome: [] })).toHaveLength(3)
      expect(await listStartTimes({ needsAttention: false })).toHaveLength(3)
    })

    it('match any of the given intents, never a call without one', async () => {
      await create({ intent: 'billing' })
      await create({ intent: 'reschedule', outcome: 'message' })
      await create()
      expect(await listStartTimes({ intent: ['billing', 'reschedule'] })).toHaveLength(2)
      expect(await listStartTimes({ intent: ['billing', 'reschedule'], outcome: ['message'] })).toHaveLength(1)
      expect(await listStartTimes({ intent: ['hiring'] })).toEqual([])
      expect(await listStartTimes({ intent: [] })).toHaveLength(3)
    })

    it('use days in the business time zone: 23 hours when daylight saving time starts, 25 when it ends', async () => {
      const startTimes = [
        '2026-03-08T04:59:59.000Z',
        '2026-03-08T05:00:00.000Z',
        '2026-03-09T03:59:59.000Z',
        '2026-03-09T04:00:00.000Z',
        '2026-11-01T03:59:59.000Z',
        '2026-11-01T04:00:00.000Z',
        '2026-11-02T04:59:59.000Z',
        '2026-11-02T05:00:00.000Z',
      ]
      for (const startedAt of startTimes) await create({ startedAt })
      expect(await listStartTimes({ from: '2026-03-08', to: '2026-03-08' })).toEqual(startTimes.slice(1, 3))
      expect(await listStartTimes({ from: '2026-11-01', to: '2026-11-01' })).toEqual(startTimes.slice(5, 7))
      expect(await listStartTimes({ from: '2026-11-02' })).toEqual(startTimes.slice(7))
      expect(await listStartTimes({ to: '2026-03-07' })).toEqual(startTimes.slice(0, 1))
      expect(await listStartTimes({ from: startTimes[2], to: startTimes[4] })).toEqual(startTimes.slice(2, 4))
      expect(await listStartTimes({ from: '1970-01-01', to: '2999-12-31' })).toEqual(startTimes)
      await within(({ db, organizationId }) =>
        db.insert(organizationSettings).values({ organizationId, timeZone: 'America/Los_Angeles' }),
      )
      expect(await listStartTimes({ to: '2026-03-07' })).toEqual(startTimes.slice(0, 2))
    })

    it('are paginated in the order of the list', async () => {
      for (let minute = 0; minute < 23; minute += 1) {
        await create({ startedAt: `2026-03-02T07:${10 + minute}:00Z`, duration: minute % 3, transcript: null })
      }
      const sizes = [1, 2, 3, 4].map((page) => within((tx) => listCallPage(tx, {}, page)))
      expect((await Promise.all(sizes)).map(({ rows, total }) => [rows.length, total])).toEqual([
        [10, 23],
        [10, 23],
        [3, 23],
        [0, 23],
      ])
      for (const sort of ['startedAt', '-startedAt', 'duration', '-duration'] as const) {
        const pagedRows = []
        for (const page of [1, 2, 3]) pagedRows.push(...(await within((tx) => listCallPage(tx, { sort }, page))).rows)
        expect((await within((tx) => listCalls(tx, { sort, limit: 100 }))).rows).toEqual(pagedRows)
        expect(pagedRows).toHaveLength(23)
      }
    })

    it('are listed without the transcript', async () => {
      await create()
      const { rows } = await within((tx) => listCalls(tx, {}))
      expect(rows.map((row) => callSummary.strict().parse(row))).toEqual(rows)
      expect(JSON.stringify(rows)).not.toContain('freezing')
    })
  })
})
