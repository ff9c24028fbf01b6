import { TextIcon } from '@sanity/icons/Text'
import { defineField, defineType } from 'sanity'
import { placeholdersIn, wordGroups } from '../../../lib/words.ts'
import { inBraces, missingPlaceholderError } from '../validation/words.ts'

/** Characters from which a text gets more than one line in the form. */
const LONG = 60

const fieldOf = ([name, { title, text }]: [name: string, word: { title: string; text: string }]) =>
  defineField({
    name,
    title,
    type: text.length > LONG ? ('text' as const) : ('string' as const),
    ...(text.length > LONG && { rows: 2 }),
    ...(placeholdersIn(text).length > 0 && {
      description: `${inBraces(placeholdersIn(text))}: leave as it is; the site fills it in.`,
    }),
    placeholder: text,
    initialValue: text,
    validation: (rule) => [
      rule.max(200).custom((written) => missingPlaceholderError(written, text)),
      rule.required().warning('While this is empty, the site says what stands here in gray.'),
    ],
  })

export const siteWordsType = defineType({
  name: 'siteWords',
  title: 'Words',
  type: 'document',
  icon: TextIcon,
  groups: Object.entries(wordGroups).map(([name, { title }], index) => ({ name, title, default: index === 0 })),
  fields: Object.entries(wordGroups).map(([name, { title, words }]) =>
    defineField({ name, title, type: 'object', group: name, fields: Object.entries(words).map(fieldOf) }),
  ),
  preview: { prepare: () => ({ title: 'Words', subtitle: 'Labels and short texts of all pages' }) },
})
