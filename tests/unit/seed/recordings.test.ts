import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../lib/dashboard/assistant/rules.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'
import { DEFAULT_INSTRUCTIONS } from '../../../lib/dashboard/model/instructions.ts'
import { parseTimings, splitWords } from '../../../lib/site/word-times.ts'
import { buildAssetId, hashTranscript, readRecordings } from '../../../sanity/seed/recordings.ts'
import { joinSpokenWords, splitSpokenWords } from '../../../scripts/support/recordings/spoken-words.ts'
import { findSamples } from '../../support/sample-content.ts'

/** Maximum size of a call recording. Small enough for phones. */
const MAX_BYTES = 250_000

type Line = { speaker: string; text: string }
type Call = {
  name?: string
  lines: Line[]
  result?: string
  outcome: string
  recording?: { file?: { _sanityAsset?: string }; seconds?: number; timings?: string; timedFor?: string }
}

const calls = findSamples('page')
  .flatMap(({ blocks = [] }) => blocks)
  .flatMap((block) => (block._type === 'conversationBlock' ? [block.call, ...(block.calls ?? [])] : []))
  .map((call) => call as unknown as Call)

const getFileName = ({ recording }: Call) => recording?.file?._sanityAsset?.split('/').at(-1)

const recordedCalls = calls.flatMap((call) => {
  const file = getFileName(call)
  return file ? [{ file, call }] : []
})

const recordings = readRecordings()

describe('sample call recordings', () => {
  it('exist for four calls, and timings exist for exactly these', () => {
    const files = [...new Set(recordedCalls.map(({ file }) => file))]
    const expectedFiles = ['call-a-person.mp3', 'call-heat-pump.mp3', 'call-no-heat.mp3', 'call-smell-of-gas.mp3']
    expect(files.toSorted()).toEqual(expectedFiles)
    expect(Object.keys(recordings).toSorted()).toEqual(files.toSorted())
  })

  it.each(recordedCalls)(
    '$file matches the lines of its call (otherwise run `npm run recordings`)',
    ({ file, call }) => {
      expect(recordings[file]?.lines).toBe(hashTranscript(call.lines))
    },
  )

  it.each(recordedCalls)('$file is a small MP3 file that matches its timings', ({ file, call }) => {
    const content = readFileSync(resolve(import.meta.dirname, '../../../sanity/seed/files', file))
    expect(content.length).toBeLessThanOrEqual(MAX_BYTES)
    expect(content.length).toBeGreaterThan(20_000)
    // The frame sync bytes of MPEG Layer III, which all browsers can play.
    expect(content.indexOf(Buffer.from([0xff, 0xf3]))).toBeGreaterThanOrEqual(0)
    expect([call.recording?.timedFor, recordings[file]?.asset]).toEqual([buildAssetId(content), buildAssetId(content)])
  })

  it.each(recordedCalls)('$file has an ascending start time for each word', ({ call }) => {
    const timings = parseTimings(call.recording?.timings ?? '')
    expect(timings.map(({ words }) => words.length)).toEqual(call.lines.map(({ text }) => splitWords(text).length))
    const startTimes = timings.map(({ starts }) => starts)
    expect(startTimes).toEqual(startTimes.toSorted((a, b) => a - b))
    expect(startTimes[0]).toBeGreaterThan(1)
    expect(startTimes.at(-1)).toBeLessThan(call.recording?.seconds ?? 0)
  })
})

describe('sample calls', () => {
  const urgencies = calls.map(({ name, lines }) => {
    const callerLines = lines.flatMap(({ text, speaker }) => (speaker === 'caller' ? [{ speaker, text } as const] : []))
    const input = { settings: DEFAULT_SETTINGS, instructions: DEFAULT_INSTRUCTIONS, at: new Date(), lines: callerLines }
    return { name, urgency: decide(input).urgency.name }
  })

  it('are urgent only for gas and for no heat with a baby', () => {
    const now = urgencies.filter(({ urgency }) => urgency === 'now').map(({ name }) => name)
    expect([...new Set(now)]).toEqual(['No heat at 2 a.m.', 'Smell of gas'])
    const spanish = urgencies.filter(({ name }) => name === 'En español').map(({ urgency }) => urgency)
    expect(new Set(spanish)).toEqual(new Set(['today']))
  })

  it('with a gas smell give evacuation advice before any question and offer no visit', () => {
    const { lines, result } = calls.find(({ name }) => name === 'Smell of gas') as Call
    const dangerIndex = lines.findIndex(({ text }) => text.includes('smell gas'))
    const reply = lines[dangerIndex + 1]?.text
    for (const phrase of ['Leave the house now', 'do not touch any switches', '911 from outside', 'person on call'])
      expect(reply).toContain(phrase)
    expect(reply).not.toContain('?')
    const assistantTexts = lines.filter(({ speaker }) => speaker === 'assistant').map(({ text }) => text)
    expect(assistantTexts.join(' ')).not.toMatch(/book|visit|appointment|fee/i)
    expect(result).toBe('paged')
  })

  it('with a request for a person promise a callback', () => {
    const { lines, result } = calls.find(({ name }) => name === 'I want a person') as Call
    expect(lines[2]?.text).toContain('a person will call you back')
    expect(result).toBe('callback')
  })

  it('start with a notice that the assistant is automated', () => {
    for (const { lines } of calls) {
      const first = lines.find(({ speaker }) => speaker === 'assistant')
      expect(first?.text).toMatch(/automated assistant/)
    }
  })
})

describe('spoken text', () => {
  it.each([
    ['It’s forty‑nine in here.', "It's forty nine in here."],
    ['Call 911 now.', 'Call nine one one now.'],
    ['Booked for 6:30, or 8:00 without it.', "Booked for six thirty, or eight o'clock without it."],
    ['It is 12 Maple Street: the “upper” unit.', 'It is twelve Maple Street, the upper unit.'],
    ['Some 45 years, 60614.', 'Some forty five years, six zero six one four.'],
  ])('replaces numbers and punctuation: %s', (input, expected) =>
    expect(joinSpokenWords(splitSpokenWords(input))).toBe(expected),
  )

  it('keeps each written word once', () => {
    expect(splitSpokenWords('At 6:30, then.').map(({ written }) => written)).toEqual(['At', '6:30,', 'then.'])
  })
})
