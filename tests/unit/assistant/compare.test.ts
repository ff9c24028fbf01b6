import { describe, expect, it } from 'vitest'
import { compareInstructions, INSTRUCTION_FIELD_NAMES } from '../../../lib/dashboard/assistant/compare.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../../../lib/dashboard/model/instructions.ts'
import { formatDetails } from '../../../components/dashboard/log/event-format.ts'

const buildInstructions = (part: Partial<Instructions>): Instructions => ({ ...DEFAULT_INSTRUCTIONS, ...part })

/** Returns the same content with all keys in reverse order, as a database may return them. */
const reverseKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, part]) => [name, reverseKeys(part)]),
  )
}

const FULL_INSTRUCTIONS = buildInstructions({
  fees: { visit: '$89', afterHours: '$180' },
  jobs: { taken: ['Furnace repair', 'Tune-up'], refused: [{ job: 'Window units', words: 'Not ours.' }] },
  brands: { served: ['Samplair'], refused: ['Otherair'] },
  answers: [
    { question: 'Are you insured?', answer: 'Yes.' },
    { question: 'Do you finance?', answer: 'No.' },
  ],
})

describe('compareInstructions', () => {
  it('ignores the order of object keys', () => {
    expect(compareInstructions(FULL_INSTRUCTIONS, FULL_INSTRUCTIONS)).toEqual([])
    expect(compareInstructions(FULL_INSTRUCTIONS, reverseKeys(FULL_INSTRUCTIONS) as Instructions)).toEqual([])
  })

  it('returns removed and added lines by field', () => {
    const later = {
      ...FULL_INSTRUCTIONS,
      fees: { visit: '$95', afterHours: '$180' },
      jobs: { taken: ['Tune-up', 'Boilers'], refused: [{ job: 'Window units', words: 'We leave those to others.' }] },
    }
    expect(compareInstructions(FULL_INSTRUCTIONS, later)).toEqual([
      { field: 'visitFee', removed: [{ text: '$89' }], added: [{ text: '$95' }] },
      { field: 'jobsTaken', removed: [{ text: 'Furnace repair' }], added: [{ text: 'Boilers' }] },
      {
        field: 'jobsRefused',
        removed: [{ text: 'Window units', words: 'Not ours.' }],
        added: [{ text: 'Window units', words: 'We leave those to others.' }],
      },
    ])
    expect(compareInstructions(DEFAULT_INSTRUCTIONS, FULL_INSTRUCTIONS).map(({ field }) => field)).toEqual([
      'visitFee',
      'afterHoursFee',
      'jobsTaken',
      'jobsRefused',
      'brandsServed',
      'brandsRefused',
      'answers',
    ])
  })

  it('detects a changed order of lines, because the first line is spoken first', () => {
    expect(compareInstructions(FULL_INSTRUCTIONS, { ...FULL_INSTRUCTIONS, languages: ['es', 'en'] })).toEqual([
      { field: 'languages', removed: [], added: [] },
    ])
  })

  it('detects a duplicated line', () => {
    const duplicated = {
      ...FULL_INSTRUCTIONS,
      answers: [...FULL_INSTRUCTIONS.answers, ...FULL_INSTRUCTIONS.answers.slice(0, 1)],
    }
    expect(compareInstructions(FULL_INSTRUCTIONS, duplicated)).toEqual([
      { field: 'answers', removed: [], added: [{ text: 'Are you insured?', words: 'Yes.' }] },
    ])
  })

  it('compares every instruction field', () => {
    const [now, today, soon, later] = [['a'], ['b'], ['c'], ['d']]
    const otherInstructions: Instructions = {
      ...FULL_INSTRUCTIONS,
      languages: ['en'],
      urgencyWords: { now, today, soon, later },
    }
    expect(compareInstructions(DEFAULT_INSTRUCTIONS, otherInstructions).map(({ field }) => field)).toEqual(
      INSTRUCTION_FIELD_NAMES,
    )
  })

  it('returns field names that the audit log can label', () => {
    const fields = ['visitFee', 'afterHoursFee', 'jobsRefused', 'wordsSoon']
    expect(formatDetails({ fields }, 'UTC')).toBe(
      'service call fee, after-hours fee, jobs you don’t do, and keywords for “This week”',
    )
  })
})
