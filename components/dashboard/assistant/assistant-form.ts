import type { z } from 'zod'
import type { InstructionField } from '@/lib/dashboard/assistant/compare.ts'
import { type Instructions, instructions, type Language, LINE_LIMITS } from '@/lib/dashboard/model/instructions.ts'
import { type LineLimits, findLineProblem, readLines } from '@/lib/dashboard/assistant/lines.ts'
import { type Problems, toProblems, useVersionedForm } from '../use-versioned-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type AssistantPage, type AssistantRecord, assistantRecord } from '@/lib/dashboard/assistant/record.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'

export function useAssistantForm(reader: Reader, page: AssistantPage) {
  const cache = useQueryClient()
  return useVersionedForm<AssistantRecord, AssistantDraft>({
    stored: page,
    toDraft: (record) => toDraft(record.instructions),
    clean: removeBlankRows,
    validate: (draft) => mapProblems(draft, toProblems(instructions.safeParse(toInstructions(draft)).error?.issues)),
    locateProblems: mapProblems,
    endpoint: { name: 'assistant', method: 'PUT', field: 'assistant', schema: assistantRecord },
    toBody: ({ merged }) => ({ instructions: toInstructions(merged) }),
    onSaved: (record) => {
      cache.setQueryData<AssistantPage>(
        buildQueryKey('assistant', reader),
        (cachedPage) => cachedPage && { ...cachedPage, ...record },
      )
      for (const name of ['assistant', 'assistant/versions']) {
        void cache.invalidateQueries({ queryKey: buildQueryKey(name, reader) })
      }
    },
    describeSaved: ({ version }) => `This is version ${version}.`,
  })
}

export type AssistantForm = ReturnType<typeof useAssistantForm>

/** Row of two texts. `key` is a React key that stays the same when rows move. */
export type Pair = { key: number; text: string; words: string }

export type AssistantDraft = Record<Exclude<InstructionField, 'languages' | 'jobsRefused' | 'answers'>, string> & {
  languages: Language[]
  jobsRefused: Pair[]
  answers: Pair[]
}

const joinLines = (lines: readonly string[]) => lines.join('\n')

export const toDraft = ({ languages, fees, jobs, brands, answers, urgencyWords }: Instructions): AssistantDraft => ({
  languages,
  visitFee: fees.visit ?? '',
  afterHoursFee: fees.afterHours ?? '',
  jobsTaken: joinLines(jobs.taken),
  jobsRefused: jobs.refused.map(({ job, words }, key) => ({ key, text: job, words })),
  brandsServed: joinLines(brands.served),
  brandsRefused: joinLines(brands.refused),
  answers: answers.map(({ question, answer }, key) => ({ key, text: question, words: answer })),
  wordsNow: joinLines(urgencyWords.now),
  wordsToday: joinLines(urgencyWords.today),
  wordsSoon: joinLines(urgencyWords.soon),
  wordsLater: joinLines(urgencyWords.later),
})

export const toInstructions = (draft: AssistantDraft): z.input<typeof instructions> => ({
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

const isFilled = ({ text: first, words }: Pair) => first.trim() !== '' || words.trim() !== ''

export const removeBlankRows = (draft: AssistantDraft): AssistantDraft => ({
  ...draft,
  jobsRefused: draft.jobsRefused.filter(isFilled),
  answers: draft.answers.filter(isFilled),
})

type LineField = Exclude<InstructionField, 'languages' | 'jobsRefused' | 'answers' | 'visitFee' | 'afterHoursFee'>

export const LINE_FIELDS = {
  'jobs.taken': { field: 'jobsTaken', limits: LINE_LIMITS.jobs },
  'brands.served': { field: 'brandsServed', limits: LINE_LIMITS.brands },
  'brands.refused': { field: 'brandsRefused', limits: LINE_LIMITS.brands },
  'urgencyWords.now': { field: 'wordsNow', limits: LINE_LIMITS.words },
  'urgencyWords.today': { field: 'wordsToday', limits: LINE_LIMITS.words },
  'urgencyWords.soon': { field: 'wordsSoon', limits: LINE_LIMITS.words },
  'urgencyWords.later': { field: 'wordsLater', limits: LINE_LIMITS.words },
} satisfies Record<string, { field: LineField; limits: LineLimits }>

export type LinePath = keyof typeof LINE_FIELDS

export function mapProblems(draft: AssistantDraft, problems: Problems): Problems {
  const entries = Object.entries(problems).map(([path, message]): [string, string] => {
    const list = (Object.keys(LINE_FIELDS) as LinePath[]).find(
      (start) => path === start || path.startsWith(`${start}.`),
    )
    if (!list) return [path, message]
    const { field, limits } = LINE_FIELDS[list]
    return [list, findLineProblem(draft[field], limits) ?? message]
  })
  return Object.fromEntries(entries)
}
