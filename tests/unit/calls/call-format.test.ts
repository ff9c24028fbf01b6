import { describe, expect, it } from 'vitest'
import {
  formatCallDay,
  formatLongDuration,
  getLanguageName,
  getOutcomeTone,
  formatReason,
} from '../../../components/dashboard/calls/call-format.ts'
import { CALL_OUTCOME_NAMES, type TranscriptLine, type UnderstoodFact } from '../../../lib/dashboard/model/call.ts'
import { formatDuration } from '../../../lib/platform/time/duration.ts'
import { collectFacts, splitHighlights } from '../../../lib/dashboard/calls/facts.ts'
import { callListState, toCallFilter, isFiltered } from '../../../lib/dashboard/calls/list-state.ts'
import { callFilter, callSort } from '../../../lib/dashboard/calls/input.ts'
import { readSearchParams, writeSearchParams } from '../../../lib/dashboard/query/search-params.ts'

describe('call labels', () => {
  it.each([
    [0, '0:00', '0 sec'],
    [7, '0:07', '7 sec'],
    [83, '1:23', '1 min 23 sec'],
    [600, '10:00', '10 min'],
    [3_723, '1:02:03', '62 min 3 sec'],
  ])('show the duration of %s seconds', (seconds, clock, longDuration) => {
    expect(formatDuration(seconds)).toBe(clock)
    expect(formatLongDuration(seconds)).toBe(longDuration)
  })

  it('show the reason, except for repairs', () => {
    const reasons = (['reschedule', 'status', 'repair', null] as const).map((intent) => formatReason({ intent }))
    expect(reasons).toEqual(['Reschedule', 'Visit status', undefined, undefined])
  })

  it('use the accent color for booked, rescheduled and canceled visits', () => {
    const handled = CALL_OUTCOME_NAMES.filter((outcome) => getOutcomeTone({ outcome }) === 'accent')
    expect(handled).toEqual(['booked', 'rescheduled', 'canceled'])
  })

  it('show the language, except English', () => {
    expect(['es', 'es-MX'].map(getLanguageName)).toEqual(['Spanish', 'Mexican Spanish'])
    expect(['en', 'en-US'].map(getLanguageName)).toEqual([undefined, undefined])
  })

  it('show the year of a date in another year, in the business time zone', () => {
    const newYear = '2027-01-01T03:00:00Z'
    expect(formatCallDay(newYear, '2026-12-31', 'America/Chicago')).toBe('Thu, Dec 31')
    expect(formatCallDay(newYear, '2027-01-01', 'America/Chicago')).toBe('Dec 31, 2026')
    expect(formatCallDay(newYear, '2027-01-01', 'UTC')).toBe('Fri, Jan 1')
  })
})

const baseLine = { speaker: 'caller', at: 0 } as const
const buildLine = (text: string, ...understood: UnderstoodFact[]): TranscriptLine => ({ ...baseLine, text, understood })

const buildFact = (quote?: string): UnderstoodFact => ({ field: 'problem', value: 'x', ...(quote && { quote }) })

const renderMarkedLine = (transcriptLine: TranscriptLine) =>
  splitHighlights(transcriptLine)
    .map(({ text, isHighlighted }) => (isHighlighted ? `[${text}]` : text))
    .join('')

describe('transcript line', () => {
  it.each([
    ['nothing was extracted', buildLine('No heat.'), 'No heat.'],
    [
      'words in the middle were extracted',
      buildLine('We have no heat here.', buildFact('no heat')),
      'We have [no heat] here.',
    ],
    ['the whole line was extracted', buildLine('No heat', buildFact('no HEAT')), '[No heat]'],
    [
      'two parts were extracted',
      buildLine('No heat, a baby.', buildFact('baby'), buildFact('No heat')),
      '[No heat], a [baby].',
    ],
    [
      'one part contains another',
      buildLine('a strong smell of gas', buildFact('smell of gas'), buildFact('strong smell of gas')),
      'a [strong smell of gas]',
    ],
    ['two parts overlap', buildLine('one two three', buildFact('one two'), buildFact('two three')), '[one two three]'],
    ['two parts are adjacent', buildLine('one two', buildFact('one '), buildFact('two')), '[one two]'],
    ['the quoted words are missing', buildLine('Yes.', buildFact('no heat'), buildFact()), 'Yes.'],
  ])('is marked correctly when %s', (_, transcriptLine, expected) => {
    expect(renderMarkedLine(transcriptLine)).toBe(expected)
    const pieces = splitHighlights(transcriptLine).map(({ text }) => text)
    expect(pieces.join('')).toBe(transcriptLine.text)
  })
})

describe('call note', () => {
  it('has nine fields with the latest value of each', () => {
    const facts = collectFacts([
      buildLine('a', { field: 'problem', value: 'first' }),
      buildLine('b', { field: 'problem', value: 'last' }, { field: 'name', value: 'Ada' }),
    ])
    const fields = ['problem', 'safety', 'system', 'address', 'urgency', 'name', 'phone', 'fee', 'window']
    expect(facts.map(({ field }) => field)).toEqual(fields)
    expect(facts[0]?.fact).toMatchObject({ value: 'last', line: 1 })
    expect(facts[5]?.fact).toMatchObject({ value: 'Ada', line: 1 })
    expect(facts[1]?.fact).toBeUndefined()
  })

  it('prefers a corrected value over later values', () => {
    const [problem] = collectFacts([
      buildLine('a', { field: 'problem', value: 'meant', corrected: true }),
      buildLine('b', { field: 'problem', value: 'heard' }),
    ])
    expect(problem?.fact).toMatchObject({ value: 'meant', line: 0 })
  })
})

const readState = (query: string) => readSearchParams(callListState, new URLSearchParams(query))

describe('call list URL', () => {
  it('contains only parameters that differ from the defaults', () => {
    expect(writeSearchParams(callListState, readState(''))).toBe('')
    const query =
      '?show=waiting&search=no+heat&outcome=booked&outcome=missed&intent=billing&intent=hiring&from=2026-03-01&sort=duration&page=2'
    expect(writeSearchParams(callListState, readState(query))).toBe(query)
    expect(isFiltered(readState(query))).toBe(true)
    expect(isFiltered(readState('?intent=billing'))).toBe(true)
    expect(isFiltered(readState('?sort=duration&page=2'))).toBe(false)
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
  ])('falls back to the default for "%s"', (query) => expect(readState(query)).toEqual(readState('')))

  it.each([
    '',
    'from=0001-01-01&to=9999-12-31',
    'show=mine&outcome=missed',
    'intent=wrong-number&intent=billing',
    'search=%00',
    `search=${'x'.repeat(300)}`,
  ])('produces a filter and sort order that the server accepts for "%s"', (query) => {
    const state = readState(query)
    expect(callFilter.safeParse(toCallFilter(state, 'user_1')).success).toBe(true)
    expect(callSort.safeParse(state.sort).success).toBe(true)
  })

  it('uses show=mine for the current user without the user id', () => {
    expect(toCallFilter(readState('show=mine'), 'user_1')).toEqual({ needsAttention: true, handedToId: 'user_1' })
  })
})
