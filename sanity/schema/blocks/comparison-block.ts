import { ThListIcon } from '@sanity/icons/ThList'
import { headingField, leadTextField } from '../fields/text.ts'
import { toRuleResult, checkComparisonRows, type ComparisonRow, getOwnColumnError } from '../validation/rules.ts'
import { defineArrayMember } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

type ComparisonValue = { columns?: string[]; ours?: number }

const definePriceRow = (name: string, title: string) =>
  field.number(name, title, {
    fieldset: 'prices',
    description:
      'Row number from the top, starting at 1. Visitors see this row only if they choose this billing period.',
    min: 1,
    isInteger: true,
  })

const hasNoOwnColumn = ({ parent }: { parent?: ComparisonValue }) => !parent?.ours

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
    field.ofType('number', 'ours', 'Column number', {
      fieldset: 'ours',
      description:
        'Column number from the left, starting at 1. On a phone, it is shown next to each of the other columns.',
      validation: (rule) =>
        rule
          .integer()
          .min(1)
          .custom((ownColumn, { parent }) =>
            toRuleResult(getOwnColumnError(ownColumn, (parent as ComparisonValue | undefined)?.columns)),
          ),
    }),
    field.optionalText('oursMark', 'Label above its name', 24, {
      fieldset: 'ours',
      description: 'Why it’s highlighted: Recommended. Optional.',
      hidden: hasNoOwnColumn,
    }),
    field.toggle('hasSigns', 'Check in this column, cross in the others', {
      description: 'If off, only cells that start with yes or no get an icon.',
      hidden: hasNoOwnColumn,
    }),
    field.ofType('comparisonRows', 'rows', 'Rows', {
      validation: (rule) =>
        rule
          .required()
          .min(1)
          .max(30)
          .custom((rows, { parent }) =>
            checkComparisonRows(rows as ComparisonRow[] | undefined, (parent as ComparisonValue).columns ?? []),
          ),
    }),
    field.toggle('isBand', 'Tinted background', {
      description: 'Makes a comparison stand out. Use it once per page.',
    }),
    definePriceRow('monthlyRow', 'Monthly billing'),
    definePriceRow('yearlyRow', 'Yearly billing'),
  ],
  projection:
    'heading, text, columns, ours, oursMark, hasSigns, isBand, monthlyRow, yearlyRow, rows[]{ _key, feature, cells }',
})
