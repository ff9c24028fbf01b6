import { ThListIcon } from '@sanity/icons/ThList'
import { headingField, leadTextField } from '../fields/text.ts'
import { verdict } from '../validation/rules.ts'
import { comparisonRowsError, type ComparisonRow, ourColumnError } from '../validation/table.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

const priceRow = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'number' as const,
    fieldset: 'prices',
    description:
      'Counted from the top: 1 for the first. Of the two the one is seen that a visitor chose above the plans.',
    validation: (rule) => rule.integer().min(1),
  })

export const comparisonBlock = defineBlock({
  name: 'comparisonBlock',
  title: 'Comparison',
  menu: ['prove'],
  icon: ThListIcon,
  fieldsets: [
    { name: 'ours', title: 'The column that is ours, or recommended', options: { columns: 2 } },
    { name: 'prices', title: 'Rows with prices', options: { columns: 2 } },
  ],
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
      name: 'ours',
      title: 'Our column',
      type: 'number',
      fieldset: 'ours',
      description: 'Counted from the left: 3 for the third. It is marked, and a phone shows it beside each other one.',
      validation: (rule) =>
        rule
          .integer()
          .min(1)
          .custom((ours, { parent }) =>
            verdict(ourColumnError(ours, (parent as { columns?: string[] } | undefined)?.columns)),
          ),
    }),
    defineField({
      name: 'oursMark',
      title: 'Above its name',
      type: 'string',
      fieldset: 'ours',
      description: 'Why it is marked: Our suggestion. May stay empty.',
      hidden: ({ parent }) => !(parent as { ours?: number } | undefined)?.ours,
      validation: (rule) => rule.max(24),
    }),
    defineField({
      name: 'hasSigns',
      title: 'A check in our column, a cross in the others',
      type: 'boolean',
      description: 'For what is done and what is not. Otherwise only cells that begin with yes or no have a sign.',
      initialValue: false,
      hidden: ({ parent }) => !(parent as { ours?: number } | undefined)?.ours,
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
    defineField({
      name: 'isBand',
      title: 'On a band of another ground',
      type: 'boolean',
      description: 'For the one comparison of a page that should stand out.',
      initialValue: false,
    }),
    priceRow('monthlyRow', 'By month'),
    priceRow('yearlyRow', 'By year'),
  ],
  projection:
    'heading, text, columns, ours, oursMark, hasSigns, isBand, monthlyRow, yearlyRow, rows[]{ _key, feature, cells }',
})
