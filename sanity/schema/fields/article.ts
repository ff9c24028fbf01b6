import type { FieldDefinition } from 'sanity'
import { countedInput } from '../inputs/text-inputs.tsx'
import { inGroup, orderBy } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const groups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

export const title = field.text('title', 'Title', limits.heading, {
  description: 'One clear point. Also the page heading.',
})

export const body = field.of('articleBody', 'body', 'Text', {
  description: 'Headings get their own links. Add code, tables, pictures and callouts with + in the toolbar.',
  validation: (rule) => rule.required(),
})

export const publishedAt = field.of('datetime', 'publishedAt', 'Date', {
  description: 'Shown to readers. Lists are sorted by it. It doesn’t schedule publishing.',
  initialValue: () => new Date().toISOString(),
  validation: (rule) => rule.required(),
})

export const datedOrderings = [orderBy('publishedAt', 'Newest first', 'desc', 'newest'), orderBy('title', 'Title')]

const seo = field.of('seo', 'seo', 'Search and sharing', { group: 'seo' })

/** Adds the SEO field and moves fields without a group to the content tab. */
export const withSeo = (fields: FieldDefinition[]) => [...inGroup('content', fields), seo]

type Summary = {
  description: string
  rows?: number
  max?: number
}

export const summary = ({ description, rows = 3, max = limits.excerpt }: Summary) =>
  field.of('text', 'summary', 'Summary', {
    rows,
    description,
    components: { input: countedInput({ min: 1, max }) },
    validation: (rule) => rule.required().max(max),
  })
