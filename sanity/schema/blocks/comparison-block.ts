import { ThListIcon } from '@sanity/icons/ThList'
import { headingField, leadTextField } from '../fields/text.ts'
import { comparisonRowsError, type ComparisonRow } from '../validation/table.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const comparisonBlock = defineBlock({
  name: 'comparisonBlock',
  title: 'Comparison',
  menu: ['prove'],
  icon: ThListIcon,
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'columns',
      title: 'Columns',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(40) })],
      description: 'What is compared with what, from left to right: Answering service, Voicemail, Ductwise.',
      validation: (rule) => rule.required().min(2).max(5),
    }),
    defineField({
      name: 'rows',
      title: 'Rows',
      type: 'comparisonRows',
      validation: (rule) =>
        rule
          .required()
          .min(1)
          .max(30)
          .custom((rows, { parent }) =>
            comparisonRowsError(rows as ComparisonRow[] | undefined, (parent as { columns?: string[] }).columns ?? []),
          ),
    }),
  ],
  projection: 'heading, text, columns, rows[]{ _key, feature, cells }',
})
