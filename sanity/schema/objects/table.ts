import { ThListIcon } from '@sanity/icons/ThList'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { verdict } from '../validation/rules.ts'
import { tableRowsError, type TableRow } from '../validation/table.ts'

export const tableRowType = defineType({
  name: 'tableRow',
  title: 'Row',
  type: 'object',
  icon: ThListIcon,
  fields: [
    defineField({
      name: 'cells',
      title: 'Cells',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { cells: 'cells' },
    prepare: ({ cells }) => ({ title: Object.values(cells ?? {}).join(' · ') || 'Empty row' }),
  },
})

export const tableType = defineType({
  name: 'table',
  title: 'Table',
  type: 'object',
  icon: ThListIcon,
  fields: [
    defineField({
      name: 'caption',
      title: 'Caption',
      type: 'string',
      description: 'What the table says, in one line. It is read out before the table.',
      validation: (rule) => rule.max(140),
    }),
    defineField({
      name: 'rows',
      title: 'Rows',
      type: 'array',
      of: [defineArrayMember({ type: 'tableRow' })],
      description: 'The first row is the header.',
      validation: (rule) => rule.required().custom((rows) => verdict(tableRowsError(rows as TableRow[] | undefined))),
    }),
  ],
  preview: {
    select: { caption: 'caption', header: 'rows.0.cells', rows: 'rows' },
    prepare: ({ caption, header, rows }) => ({
      title: caption || Object.values(header ?? {}).join(' · ') || 'Empty table',
      subtitle: `Table, ${Object.keys(rows ?? {}).length} rows`,
    }),
  },
})
