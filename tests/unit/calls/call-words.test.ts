import { describe, expect, it } from 'vitest'
import {
  callDay,
  durationInWords,
  languageName,
  outcomeTone,
  reasonOf,
} from '../../../components/dashboard/calls/call-words.ts'
import { CALL_OUTCOME_NAMES, type TranscriptLine, type UnderstoodFact } from '../../../lib/dashboard/model/call.ts'
import { formatDuration } from '../../../lib/platform/time/duration.ts'
import { factsOf, markedPieces } from '../../../lib/dashboard/calls/facts.ts'
import { callListState, filterOf, isNarrowed } from '../../../lib/dashboard/calls/list-state.ts'
import { callFilter, callSort } from '../../../lib/dashboard/calls/input.ts'
import { readAddress, writeAddress } from '../../../lib/dashboard/query/address-state.ts'

describe('the words of a call', () => {
  it.each([
    [0, '0:00', '0 sec'],
    [7, '0:07', '7 sec'],
    [83, '1:23', '1 min 23 sec'],
    [600, '10:00', '10 min'],
    [3_723, '1:02:03', '62 min 3 sec'],
  ])('say how long %s seconds are', (seconds, clock, words) => {
    expect(formatDuration(seconds)).toBe(clock)
    expect(durationInWords(seconds)).toBe(words)
  })

  it('say the reason, but repair, of which most are', () => {
    const reasons = (['reschedule', 'status', 'repair', null] as const).map((intent) => reasonOf({ intent }))
    expect(reasons).toEqual(['Reschedule', 'Visit status', undefined, undefined])
  })

  it('show a visit that was booked, moved or canceled on the phone as handled', () => {
    const handled = CALL_OUTCOME_NAMES.filter((outcome) => outcomeTone({ outcome }) === 'accent')
    expect(handled).toEqual(['booked', 'rescheduled', 'canceled'])
  })

  it('say the language, but English, of which most are', () => {
    expect(['es', 'es-MX'].map(languageName)).toEqual(['Spanish', 'Mexican Spanish'])
    expect(['en', 'en-US'].map(languageName)).toEqual([undefined, undefined])
  })

  it('say the year of a day where it is another one, in the zone of the business', () => {
    const newYear = '2027-01-01T03:00:00Z'
    expect(callDay(newYear, '2026-12-31', 'America/Chicago')).toBe('Thu, Dec 31')
    expect(callDay(newYear, '2027-01-01', 'America/Chicago')).toBe('Dec 31, 2026')
    expect(callDay(newYear, '2027-01-01', 'UTC')).toBe('Fri, Jan 1')
  })
})

const said = { speaker: 'caller', at: 0 } as const
const line = (text: string, ...understood: UnderstoodFact[]): TranscriptLine => ({ ...said, text, understood })

const quoted = (quote?: string): UnderstoodFact => ({ field: 'problem', value: 'x', ...(quote && { quote }) })

const marked = (said: TranscriptLine) =>
  markedPieces(said)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

describe('a line of a transcript', () => {
  it.each([
    ['nothing was understood', line('No heat.'), 'No heat.'],
    ['words in the middle gave a fact', line('We have no heat here.', quoted('no heat')), 'We have [no heat] here.'],
    ['all of it did', line('No heat', quoted('no HEAT')), '[No heat]'],
    ['two parts did', line('No heat, a baby.', quoted('baby'), quoted('No heat')), '[No heat], a [baby].'],
    [
      'one part is in another',
      line('a strong smell of gas', quoted('smell of gas'), quoted('strong smell of gas')),
      'a [strong smell of gas]',
    ],
    ['two parts overlap', line('one two three', quoted('one two'), quoted('two three')), '[one two three]'],
    ['two parts meet', line('one two', quoted('one '), quoted('two')), '[one two]'],
    ['the words are not there', line('Yes.', quoted('no heat'), quoted()), 'Yes.'],
  ])('is marked when %s', (_, said, expected) => {
    expect(marked(said)).toBe(expected)
    const pieces = markedPieces(said).map(({ text }) => text)
    expect(pieces.join('')).toBe(said.text)
  })
})

describe('a handover note', () => {
  it('has nine fields, each with what was understood last', () => {
    const facts = factsOf([
      line('a', { field: 'problem', value: 'first' }),
      line('b', { field: 'problem', value: 'last' }, { field: 'name', value: 'Ada' }),
    ])
    const fields = ['problem', 'safety', 'system', 'address', 'urgency', 'name', 'phone', 'fee', 'window']
    expect(facts.map(({ field }) => field)).toEqual(fields)
    expect(facts[0]?.fact).toMatchObject({ value: 'last', line: 1 })
    expect(facts[5]?.fact).toMatchObject({ value: 'Ada', line: 1 })
    expect(facts[1]?.fact).toBeUndefined()
  })

  it('has what a person corrected, also of an earlier line', () => {
    const [problem] = factsOf([
      line('a', { field: 'problem', value: 'meant', corrected: true }),
      line('b', { field: 'problem', value: 'heard' }),
    ])
    expect(problem?.fact).toMatchObject({ value: 'meant', line: 0 })
  })
})

const read = (query: string) => readAddress(callListState, new URLSearchParams(query))

describe('the address of the list of calls', () => {
  it('says what is shown, and nothing for what is shown anyway', () => {
    expect(writeAddress(callListState, read(''))).toBe('')
    const query =
      '?show=waiting&search=no+heat&outcome=booked&outcome=missed&intent=billing&intent=hiring&from=2026-03-01&sort=duration&page=2'
    expect(writeAddress(callListState, read(query))).toBe(query)
    expect(isNarrowed(read(query))).toBe(true)
    expect(isNarrowed(read('?intent=billing'))).toBe(true)
    expect(isNarrowed(read('?sort=duration&page=2'))).toBe(false)
  })

  it.each([
    'show=x',
    'outcome=x',
    'intent=x',
    'from=yesterday',
    'to=2026-02-30',
    'sort=name',
    'page=0',
    'page=x',
    'page=1e99',
  ])('has its default for "%s"', (query) => expect(read(query)).toEqual(read('')))

  it.each([
    '',
    'from=0001-01-01&to=9999-12-31',
    'show=mine&outcome=missed',
    'intent=wrong-number&intent=billing',
    'search=%00',
    `search=${'x'.repeat(300)}`,
  ])('is a filter that the store takes: "%s"', (query) => {
    const state = read(query)
    expect(callFilter.safeParse(filterOf(state, 'user_1')).success).toBe(true)
    expect(callSort.safeParse(state.sort).success).toBe(true)
  })

  it('means oneself without naming anybody', () => {
    expect(filterOf(read('show=mine'), 'user_1')).toEqual({ needsAttention: true, handedToId: 'user_1' })
  })
})
