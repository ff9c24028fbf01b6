import { defineArrayMember, defineField } from '../define.ts'
import { saidField, speakerField } from './call-line.ts'

/** A short call as it could come in one city, to read. */
export const cityCallField = defineField({
  name: 'call',
  title: 'Sample call',
  type: 'object',
  group: 'content',
  description: 'As it could go in this city, three to five exchanges. The site says that it is an example.',
  options: { collapsible: true },
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({
      name: 'lines',
      title: 'Lines',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'cityLine',
          title: 'Line',
          type: 'object',
          fields: [speakerField, saidField(240)],
          preview: { select: { title: 'text', subtitle: 'speaker' } },
        }),
      ],
      validation: (rule) => rule.required().min(4).max(10),
    }),
    defineField({
      name: 'outcome',
      title: 'How it ends',
      type: 'string',
      description: 'What the office finds afterward: a visit, a request, a page to who is on call.',
      validation: (rule) => rule.required().max(140),
    }),
  ],
})
