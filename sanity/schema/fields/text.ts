import { defineField, referenceTo } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const headingField = field.text('heading', 'Heading', limits.heading, {
  description: 'Says one thing, in five to nine words.',
})

export const optionalHeadingField = defineField({
  ...headingField,
  description: 'May stay empty.',
  validation: (rule) => rule.max(limits.heading),
})

export const leadTextField = field.optionalText('text', 'Text', limits.shortText, {
  description: 'One or two sentences under the heading. May stay empty.',
  lines: 3,
})

/** Field for up to two buttons. The first button is the primary one. */
export const actionsField = field.list('actions', 'Buttons', [{ type: 'link' }], {
  description: 'At most two. The first one stands out. A label says what happens: “Request a Demo”, not “Click here”.',
  max: 2,
})

export const faqsField = field.list('faqs', 'Questions', [referenceTo('faqItem')], {
  description: 'Questions are written once, under FAQ, and can be shown in many places.',
  isUnique: true,
})

export const sourceField = field.object(
  'source',
  'Source',
  { description: 'Who published it, and where a visitor can check it.', options: { columns: 2 } },
  [field.text('name', 'Name', 120), field.webAddress('url', 'Address')],
)

export const sourcedPreview = (noSource: string) => ({
  select: { label: 'label', value: 'value', source: 'source.name' },
  prepare: ({ label, value, source }: Record<string, string | undefined>) => ({
    title: `${value ?? '?'} – ${label ?? ''}`,
    subtitle: source ?? noSource,
  }),
})
