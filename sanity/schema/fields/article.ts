import type { FieldDefinition } from 'sanity'
import { createCharacterCountInput } from '../inputs/text-inputs.tsx'
import { assignGroup, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const groups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

export const title = field.text('title', 'Title', limits.heading, {
  description: 'One clear point. Also the page heading.',
})

export const body = field.ofType('articleBody', 'body', 'Text', {
  description: 'Headings get their own links. Add code, tables, pictures and callouts with + in the toolbar.',
  validation: (rule) => rule.required(),
})

export const publishedAt = field.ofType('datetime', 'publishedAt', 'Date', {
  description: 'Shown to readers. Lists are sorted by it. It doesn’t schedule publishing.',
  initialValue: () => new Date().toISOString(),
  validation: (rule) => rule.required(),
})

export const datedOrderings = [
  buildOrdering('publishedAt', 'Newest first', 'desc', 'newest'),
  buildOrdering('title', 'Title'),
]

const seo = field.ofType('seo', 'seo', 'Search and sharing', { group: 'seo' })

/** Adds the SEO field and moves fields that have no group to the content tab. */
export const addSeoField = (fields: FieldDefinition[]) => [...assignGroup('content', fields), seo]

type SummaryOptions = {
  description: string
  rows?: number
  max?: number
}

export const defineSummaryField = ({ description, rows = 3, max = limits.excerpt }: SummaryOptions) =>
  field.ofType('text', 'summary', 'Summary', {
    rows,
    description,
    components: { input: createCharacterCountInput({ min: 1, max }) },
    validation: (rule) => rule.required().max(max),
  })
