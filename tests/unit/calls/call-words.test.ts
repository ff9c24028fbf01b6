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

describe('call labels', () => {
  it.each([
    [0, '0:00', '0 sec'],
    [7, '0:07', '7 sec'],
    [83, '1:23', '1 min 23 sec'],
    [600, '10:00', '10 min'],
    [3_723, '1:02:03', '62 min 3 sec'],
  ])('show the duration of %s seconds', (seconds, clock, words) => {
    expect(formatDuration(seconds)).toBe(clock)
    expect(durationInWords(seconds)).toBe(words)
  })

  it('show the reason, except for repairs', () => {
    const reasons = (['reschedule', 'status', 'repair', null] as const).map((intent) => reasonOf({ intent }))
    expect(reasons).toEqual(['Reschedule', 'Visit status', undefined, undefined])
  })

  it('use the accent color for booked, rescheduled and canceled visits', () => {
    const handled = CALL_OUTCOME_NAMES.filter((outcome) => outcomeTone({ outcome }) === 'accent')
    expect(handled).toEqual(['booked', 'rescheduled', 'canceled'])
  })

  it('show the language, except English', () => {
    expect(['es', 'es-MX'].map(languageName)).toEqual(['Spanish', 'Mexican Spanish'])
    expect(['en', 'en-US'].map(languageName)).toEqual([undefined, undefined])
  })

  it('show the year of a date in another year, in the business time zone', () => {
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

describe('transcript line', () => {
  it.each([
    ['nothing was extracted', line('No heat.'), 'No heat.'],
    ['words in the middle were extracted', line('We have no heat here.', quoted('no heat')), 'We have [no heat] here.'],
    ['the whole line was extracted', line('No heat', quoted('no HEAT')), '[No heat]'],
    ['two parts were extracted', line('No heat, a baby.', quoted('baby'), quoted('No heat')), '[No heat], a [baby].'],
    [
      'one part contains another',
      line('a strong smell of gas', quoted('smell of gas'), quoted('strong smell of gas')),
      'a [strong smell of gas]',
    ],
    ['two parts overlap', line('one two three', quoted('one two'), quoted('two three')), '[one two three]'],
    ['two parts are adjacent', line('one two', quoted('one '), quoted('two')), '[one two]'],
    ['the quoted words are missing', line('Yes.', quoted('no heat'), quoted()), 'Yes.'],
  ])('is marked correctly when %s', (_, said, expected) => {
    expect(marked(said)).toBe(expected)
    const pieces = markedPieces(said).map(({ text }) => text)
    expect(pieces.join('')).toBe(said.text)
  })
})

describe('call note', () => {
  it('has nine fields with the latest value of each', () => {
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

  it('prefers a corrected value over later values', () => {
    const [problem] = factsOf([
      line('a', { field: 'problem', value: 'meant', corrected: true }),
      line('b', { field: 'problem', value: 'heard' }),
    ])
    expect(problem?.fact).toMatchObject({ value: 'meant', line: 0 })
  })
})

const read = (query: string) => readAddress(callListState, new URLSearchParams(query))

describe('call list URL', () => {
  it('contains only parameters that differ from the defaults', () => {
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
  ])('falls back to the default for "%s"', (query) => expect(read(query)).toEqual(read('')))

  it.each([
    '',
    'from=0001-01-01&to=9999-12-31',
    'show=mine&outcome=missed',
    'intent=wrong-number&intent=billing',
    'search=%00',
    `search=${'x'.repeat(300)}`,
  ])('produces a filter and sort order that the server accepts for "%s"', (query) => {
    const state = read(query)
    expect(callFilter.safeParse(filterOf(state, 'user_1')).success).toBe(true)
    expect(callSort.safeParse(state.sort).success).toBe(true)
  })

  it('uses show=mine for the current user without the user id', () => {
    expect(filterOf(read('show=mine'), 'user_1')).toEqual({ needsAttention: true, handedToId: 'user_1' })
  })
})
