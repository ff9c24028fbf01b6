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

const toTextEntries = (texts: readonly (string | null)[]): Entry[] => texts.flatMap((text) => (text ? [{ text }] : []))

const toFieldEntries = (instructions: Instructions): Record<InstructionField, Entry[]> => ({
  languages: toTextEntries(instructions.languages),
  visitFee: toTextEntries([instructions.fees.visit]),
  afterHoursFee: toTextEntries([instructions.fees.afterHours]),
  jobsTaken: toTextEntries(instructions.jobs.taken),
  jobsRefused: instructions.jobs.refused.map(({ job, words }) => ({ text: job, words })),
  brandsServed: toTextEntries(instructions.brands.served),
  brandsRefused: toTextEntries(instructions.brands.refused),
  answers: instructions.answers.map(({ question, answer }) => ({ text: question, words: answer })),
  wordsNow: toTextEntries(instructions.urgencyWords.now),
  wordsToday: toTextEntries(instructions.urgencyWords.today),
  wordsSoon: toTextEntries(instructions.urgencyWords.soon),
  wordsLater: toTextEntries(instructions.urgencyWords.later),
})

const buildEntryKey = ({ text, words }: Entry) => JSON.stringify([text, words])

/** Returns the entries that are not in `excluded`. Each duplicate counts separately. */
function subtractEntries(entries: readonly Entry[], excluded: readonly Entry[]): Entry[] {
  const excludedKeys = excluded.map(buildEntryKey)
  return entries.filter((entry) => {
    const index = excludedKeys.indexOf(buildEntryKey(entry))
    if (index >= 0) excludedKeys.splice(index, 1)
    return index < 0
  })
}

/** Changed lines of a field. If both lists are empty, only the order changed. */
export type Difference = { field: InstructionField; removed: Entry[]; added: Entry[] }

export function compareInstructions(earlier: Instructions, later: Instructions): Difference[] {
  const [entriesBefore, entriesAfter] = [toFieldEntries(earlier), toFieldEntries(later)]
  return INSTRUCTION_FIELD_NAMES.flatMap((field) => {
    const [oldEntries, now] = [entriesBefore[field], entriesAfter[field]]
    const isUnchanged =
      oldEntries.length === now.length &&
      oldEntries.every((entry, index) => buildEntryKey(entry) === buildEntryKey(now[index] ?? { text: '' }))
    return isUnchanged
      ? []
      : [{ field, removed: subtractEntries(oldEntries, now), added: subtractEntries(now, oldEntries) }]
  })
}
