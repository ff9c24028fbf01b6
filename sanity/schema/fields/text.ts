import { defineField, buildReference } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const headingField = field.text('heading', 'Heading', limits.heading, {
  description: 'One clear point, in five to nine words.',
})

export const optionalHeadingField = defineField({
  ...headingField,
  description: 'Optional.',
  validation: (rule) => rule.max(limits.heading),
})

export const leadTextField = field.optionalText('text', 'Text', limits.shortText, {
  description: 'One or two sentences under the heading. Optional.',
  lines: 3,
})

/** Field for up to two buttons. The first button is the primary one. */
export const actionsField = field.list('actions', 'Buttons', [{ type: 'link' }], {
  description: 'Up to two. The first one stands out. Labels say what happens: “Request a Demo”, not “Click here”.',
  max: 2,
})

export const faqsField = field.list('faqs', 'FAQ', [buildReference('faqItem')], {
  description: 'Write each question once, under FAQ, and show it in several places.',
  isUnique: true,
})

export const sourceField = field.object(
  'source',
  'Source',
  { description: 'Who published it and where visitors can check it.', options: { columns: 2 } },
  [field.text('name', 'Name', 120), field.webAddress('url', 'URL')],
)

export const buildSourcePreview = (noSourceText: string) => ({
  select: { label: 'label', value: 'value', source: 'source.name' },
  prepare: ({ label, value, source }: Record<string, string | undefined>) => ({
    title: `${value ?? '?'} – ${label ?? ''}`,
    subtitle: source ?? noSourceText,
  }),
})
