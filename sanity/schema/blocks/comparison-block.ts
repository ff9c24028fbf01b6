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
    description:
      'Counted from the top: 1 for the first. Of the two the one is seen that a visitor chose above the plans.',
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
    { name: 'ours', title: 'The column that is ours, or recommended', options: { columns: 2 } },
    { name: 'prices', title: 'Rows with prices', options: { columns: 2 } },
  ],
  fields: [
    headingField,
    leadTextField,
    field.list(
      'columns',
      'Columns',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(40) })],
      {
        description: 'What is compared with what, from left to right: Answering service, Voicemail, Ductwise.',
        min: 2,
        max: 5,
      },
    ),
    field.of('number', 'ours', 'Our column', {
      fieldset: 'ours',
      description: 'Counted from the left: 3 for the third. It is marked, and a phone shows it beside each other one.',
      validation: (rule) =>
        rule
          .integer()
          .min(1)
          .custom((ours, { parent }) => verdict(ourColumnError(ours, (parent as Comparison | undefined)?.columns))),
    }),
    field.optionalText('oursMark', 'Above its name', 24, {
      fieldset: 'ours',
      description: 'Why it is marked: Our suggestion. May stay empty.',
      hidden: isNotOurs,
    }),
    field.toggle('hasSigns', 'A check in our column, a cross in the others', {
      description: 'For what is done and what is not. Otherwise only cells that begin with yes or no have a sign.',
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
    field.toggle('isBand', 'On a band of another ground', {
      description: 'For the one comparison of a page that should stand out.',
    }),
    priceRow('monthlyRow', 'By month'),
    priceRow('yearlyRow', 'By year'),
  ],
  projection:
    'heading, text, columns, ours, oursMark, hasSigns, isBand, monthlyRow, yearlyRow, rows[]{ _key, feature, cells }',
})
