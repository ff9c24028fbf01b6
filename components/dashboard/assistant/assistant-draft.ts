import type { z } from 'zod'
import { INSTRUCTION_FIELD_NAMES, type InstructionField } from '@/lib/assistant/compare.ts'
import { type Instructions, type instructions, type Language, LINE_LIMITS } from '@/lib/assistant/instructions.ts'
import { lineProblem, type LineLimits, readLines } from '@/lib/assistant/lines.ts'
import type { Problems } from '../settings/use-settings-form.ts'

/** A line with what is said of it, as they are typed; `key` tells two apart while they change places. */
export type Pair = { key: number; text: string; words: string }

/** What the assistant says and asks, as it is typed: plain lists one entry a line. */
export type AssistantDraft = Record<Exclude<InstructionField, 'languages' | 'jobsRefused' | 'answers'>, string> & {
  languages: Language[]
  jobsRefused: Pair[]
  answers: Pair[]
}

const text = (lines: readonly string[]) => lines.join('\n')

export const draftOf = ({ languages, fees, jobs, brands, answers, urgencyWords }: Instructions): AssistantDraft => ({
  languages,
  visitFee: fees.visit ?? '',
  afterHoursFee: fees.afterHours ?? '',
  jobsTaken: text(jobs.taken),
  jobsRefused: jobs.refused.map(({ job, words }, key) => ({ key, text: job, words })),
  brandsServed: text(brands.served),
  brandsRefused: text(brands.refused),
  answers: answers.map(({ question, answer }, key) => ({ key, text: question, words: answer })),
  wordsNow: text(urgencyWords.now),
  wordsToday: text(urgencyWords.today),
  wordsSoon: text(urgencyWords.soon),
  wordsLater: text(urgencyWords.later),
})

/** As the schema then reads it. */
export const typedOf = (draft: AssistantDraft): z.input<typeof instructions> => ({
  languages: draft.languages,
  fees: { visit: draft.visitFee, afterHours: draft.afterHoursFee },
  jobs: {
    taken: readLines(draft.jobsTaken),
    refused: draft.jobsRefused.map(({ text: job, words }) => ({ job, words })),
  },
  brands: { served: readLines(draft.brandsServed), refused: readLines(draft.brandsRefused) },
  answers: draft.answers.map(({ text: question, words }) => ({ question, answer: words })),
  urgencyWords: {
    now: readLines(draft.wordsNow),
    today: readLines(draft.wordsToday),
    soon: readLines(draft.wordsSoon),
    later: readLines(draft.wordsLater),
  },
})

const isFilledIn = ({ text: first, words }: Pair) => first.trim() !== '' || words.trim() !== ''

/** Without rows in which nothing was written. */
export const withoutBlankRows = (draft: AssistantDraft): AssistantDraft => ({
  ...draft,
  jobsRefused: draft.jobsRefused.filter(isFilledIn),
  answers: draft.answers.filter(isFilledIn),
})

/** What a field says, whatever its rows are called. */
function valueOf(draft: AssistantDraft, field: InstructionField): string {
  const value = draft[field]
  return JSON.stringify(value, (name: string, part: unknown) => (name === 'key' ? undefined : part))
}

/** The fields in which a draft says something else than another one. */
export const fieldsThatDiffer = (draft: AssistantDraft, other: AssistantDraft): InstructionField[] =>
  INSTRUCTION_FIELD_NAMES.filter((field) => valueOf(draft, field) !== valueOf(other, field))

/** A draft with some fields of another one. */
export const withFieldsOf = (
  draft: AssistantDraft,
  other: AssistantDraft,
  fields: readonly InstructionField[],
): AssistantDraft => ({ ...draft, ...Object.fromEntries(fields.map((field) => [field, other[field]])) })

type LineField = Exclude<InstructionField, 'languages' | 'jobsRefused' | 'answers' | 'visitFee' | 'afterHoursFee'>

/** The plain lists, by where the schema has them. */
const LINE_FIELDS: Record<string, { field: LineField; limits: LineLimits }> = {
  'jobs.taken': { field: 'jobsTaken', limits: LINE_LIMITS.jobs },
  'brands.served': { field: 'brandsServed', limits: LINE_LIMITS.brands },
  'brands.refused': { field: 'brandsRefused', limits: LINE_LIMITS.brands },
  'urgencyWords.now': { field: 'wordsNow', limits: LINE_LIMITS.words },
  'urgencyWords.today': { field: 'wordsToday', limits: LINE_LIMITS.words },
  'urgencyWords.soon': { field: 'wordsSoon', limits: LINE_LIMITS.words },
  'urgencyWords.later': { field: 'wordsLater', limits: LINE_LIMITS.words },
}

/** What is wrong, at the list where it is wrong with one of its lines, in the words that name the lines. */
export function problemsIn(draft: AssistantDraft, found: readonly { path: string; message: string }[]): Problems {
  const entries = found.map(({ path, message }): [string, string] => {
    const list = Object.keys(LINE_FIELDS).find((start) => path === start || path.startsWith(`${start}.`))
    const known = list && LINE_FIELDS[list]
    if (!list || !known) return [path, message]
    return [list, lineProblem(draft[known.field], known.limits) ?? message]
  })
  return Object.fromEntries(entries)
}
