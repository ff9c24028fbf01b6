import { TextIcon } from '@sanity/icons/Text'
import { defineDocument, defineField } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { findPlaceholders, copyGroups } from '../../../lib/site/ui-copy.ts'
import { formatPlaceholders, checkPlaceholders } from '../validation/rules.ts'

const MULTILINE_LENGTH = 60

const defineLabelField = ([name, { title, text }]: [name: string, word: { title: string; text: string }]) =>
  defineField({
    name,
    title,
    type: text.length > MULTILINE_LENGTH ? ('text' as const) : ('string' as const),
    ...(text.length > MULTILINE_LENGTH && { rows: 2 }),
    ...(findPlaceholders(text).length > 0 && {
      description: `${formatPlaceholders(findPlaceholders(text))}: keep as is; the site fills it in.`,
    }),
    placeholder: text,
    initialValue: text,
    validation: (rule) => [
      rule.max(200).custom((value) => checkPlaceholders(value, text)),
      rule.required().warning('While this is empty, the site shows the gray text.'),
    ],
  })

export const siteWordsType = defineDocument('siteWords', 'Labels', TextIcon, {
  groups: Object.entries(copyGroups).map(([name, { title }], index) => ({ name, title, default: index === 0 })),
  fields: Object.entries(copyGroups).map(([name, { title, labels }]) =>
    field.object(name, title, { group: name }, Object.entries(labels).map(defineLabelField)),
  ),
  preview: { prepare: () => ({ title: 'Labels', subtitle: 'Labels, buttons and short texts on all pages' }) },
})
