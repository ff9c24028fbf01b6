import { TextIcon } from '@sanity/icons/Text'
import { defineDocument, defineField } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { placeholdersIn, wordGroups } from '../../../lib/site/ui-copy.ts'
import { inBraces, missingPlaceholderError } from '../validation/rules.ts'

const LONG = 60

const fieldOf = ([name, { title, text }]: [name: string, word: { title: string; text: string }]) =>
  defineField({
    name,
    title,
    type: text.length > LONG ? ('text' as const) : ('string' as const),
    ...(text.length > LONG && { rows: 2 }),
    ...(placeholdersIn(text).length > 0 && {
      description: `${inBraces(placeholdersIn(text))}: keep as is; the site fills it in.`,
    }),
    placeholder: text,
    initialValue: text,
    validation: (rule) => [
      rule.max(200).custom((written) => missingPlaceholderError(written, text)),
      rule.required().warning('While this is empty, the site shows the gray text.'),
    ],
  })

export const siteWordsType = defineDocument('siteWords', 'Labels', TextIcon, {
  groups: Object.entries(wordGroups).map(([name, { title }], index) => ({ name, title, default: index === 0 })),
  fields: Object.entries(wordGroups).map(([name, { title, words }]) =>
    field.object(name, title, { group: name }, Object.entries(words).map(fieldOf)),
  ),
  preview: { prepare: () => ({ title: 'Labels', subtitle: 'Labels, buttons and short texts on all pages' }) },
})
