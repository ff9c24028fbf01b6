import { ThListIcon } from '@sanity/icons/ThList'
import { headingField, leadTextField } from '../fields/text.ts'
import { verdict, comparisonRowsError, type ComparisonRow, ourColumnError } from '../validation/rules.ts'
import { defineArrayMember } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

type Comparison = { columns?: string[]; ours?: number }

const priceRow = (name: string, title: string) =>
  field.number(name, title, {
    fieldset: 'prices',
    description: 'Row number from the top, starting at 1. Shown only if the visitor chose this billing.',
    min: 1,
    isInteger: true,
  })

const isNotOurs = ({ parent }: { parent?: Comparison }) => !parent?.ours

export const comparisonBlock = defineBlock({
  name: 'comparisonBlock',
  title: 'Comparison',
  menu: ['prove'],
  icon: ThListIcon,
  fieldsets: [
    { name: 'ours', title: 'Highlighted column', options: { columns: 2 } },
    { name: 'prices', title: 'Price rows', options: { columns: 2 } },
  ],
  fields: [
    headingField,
    leadTextField,
    field.list(
      'columns',
      'Columns',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(40) })],
      {
        description: 'From left to right: Answering service, Voicemail, Ductwise.',
        min: 2,
        max: 5,
      },
    ),
    field.of('number', 'ours', 'Column number', {
      fieldset: 'ours',
      description:
        'Counted from the left: 3 for the third. Highlighted, and shown beside each other column on a phone.',
      validation: (rule) =>
        rule
          .integer()
          .min(1)
          .custom((ours, { parent }) => verdict(ourColumnError(ours, (parent as Comparison | undefined)?.columns))),
    }),
    field.optionalText('oursMark', 'Label above its name', 24, {
      fieldset: 'ours',
      description: 'Why it’s highlighted: Recommended. Optional.',
      hidden: isNotOurs,
    }),
    field.toggle('hasSigns', 'Check in this column, cross in the others', {
      description: 'If off, only cells that start with yes or no get an icon.',
      hidden: isNotOurs,
    }),
    field.of('comparisonRows', 'rows', 'Rows', {
      validation: (rule) =>
        rule
          .required()
          .min(1)
          .max(30)
          .custom((rows, { parent }) =>
            comparisonRowsError(rows as ComparisonRow[] | undefined, (parent as Comparison).columns ?? []),
          ),
    }),
    field.toggle('isBand', 'Tinted background', {
      description: 'For one comparison per page that should stand out.',
    }),
    priceRow('monthlyRow', 'Monthly billing'),
    priceRow('yearlyRow', 'Yearly billing'),
  ],
  projection:
    'heading, text, columns, ours, oursMark, hasSigns, isBand, monthlyRow, yearlyRow, rows[]{ _key, feature, cells }',
})
