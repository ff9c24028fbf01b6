import { defineField } from 'sanity'
import { countedInput } from '../inputs/counted-input.tsx'
import { limits } from '../limits.ts'

type Summary = {
  description: string
  rows?: number
  /** Characters at most. */
  max?: number
}

/** What a document is about, which lists and searches show: required, and its characters are counted while it is typed. */
export const summaryField = ({ description, rows = 3, max = limits.excerpt }: Summary) =>
  defineField({
    name: 'summary',
    title: 'Summary',
    type: 'text',
    rows,
    group: 'content',
    description,
    components: { input: countedInput({ min: 1, max }) },
    validation: (rule) => rule.required().max(max),
  })
