import type { Instructions } from '../model/instructions.ts'

/** Labels of the editable fields. The audit log stores the keys. */
export const INSTRUCTION_FIELDS = {
  languages: 'Languages',
  visitFee: 'Service call fee',
  afterHoursFee: 'After-hours fee',
  jobsTaken: 'Jobs you take',
  jobsRefused: 'Jobs you don’t do',
  brandsServed: 'Brands you service',
  brandsRefused: 'Brands you don’t service',
  answers: 'FAQs',
  wordsNow: 'Keywords for “Now”',
  wordsToday: 'Keywords for “Today”',
  wordsSoon: 'Keywords for “This week”',
  wordsLater: 'Keywords for “Flexible”',
} as const

export type InstructionField = keyof typeof INSTRUCTION_FIELDS

export const INSTRUCTION_FIELD_NAMES = Object.keys(INSTRUCTION_FIELDS) as InstructionField[]

/** One line of a field. For pairs, such as a question and its answer, `words` is the text that the assistant speaks. */
export type Entry = { text: string; words?: string }

const textsOf = (texts: readonly (string | null)[]): Entry[] => texts.flatMap((text) => (text ? [{ text }] : []))

const entriesOf = (all: Instructions): Record<InstructionField, Entry[]> => ({
  languages: textsOf(all.languages),
  visitFee: textsOf([all.fees.visit]),
  afterHoursFee: textsOf([all.fees.afterHours]),
  jobsTaken: textsOf(all.jobs.taken),
  jobsRefused: all.jobs.refused.map(({ job, words }) => ({ text: job, words })),
  brandsServed: textsOf(all.brands.served),
  brandsRefused: textsOf(all.brands.refused),
  answers: all.answers.map(({ question, answer }) => ({ text: question, words: answer })),
  wordsNow: textsOf(all.urgencyWords.now),
  wordsToday: textsOf(all.urgencyWords.today),
  wordsSoon: textsOf(all.urgencyWords.soon),
  wordsLater: textsOf(all.urgencyWords.later),
})

const keyOf = ({ text, words }: Entry) => JSON.stringify([text, words])

/** Returns the entries that are not in `others`. Each duplicate counts separately. */
function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = others.map(keyOf)
  return entries.filter((entry) => {
    const at = left.indexOf(keyOf(entry))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Changed lines of a field. If both lists are empty, only the order changed. */
export type Difference = { field: InstructionField; removed: Entry[]; added: Entry[] }

export function compareInstructions(earlier: Instructions, later: Instructions): Difference[] {
  const [before, after] = [entriesOf(earlier), entriesOf(later)]
  return INSTRUCTION_FIELD_NAMES.flatMap((field) => {
    const [old, now] = [before[field], after[field]]
    const isSame =
      old.length === now.length && old.every((entry, at) => keyOf(entry) === keyOf(now[at] ?? { text: '' }))
    return isSame ? [] : [{ field, removed: without(old, now), added: without(now, old) }]
  })
}
