import { BulbOutlineIcon } from '@sanity/icons/BulbOutline'
import { defineField, defineType } from 'sanity'
import { PRESS_ROOT } from '../../../lib/routes.ts'
import { articleGroups, bodyField, publishedAtField, seoField, titleField } from '../fields/article.ts'
import { slugField } from '../fields/slug.ts'
import { summaryField } from '../fields/summary.ts'
import { shortDate, subtitleOf } from '../preview.ts'

export const pressItemType = defineType({
  name: 'pressItem',
  title: 'Press item',
  type: 'document',
  icon: BulbOutlineIcon,
  groups: articleGroups,
  fields: [
    titleField,
    slugField({ source: 'title', example: `${PRESS_ROOT}/spanish-speaking-assistant`, group: 'content' }),
    publishedAtField,
    summaryField({ description: 'What is new, in one or two sentences a journalist can quote.' }),
    defineField({
      name: 'cover',
      title: 'Picture',
      type: 'imageWithAlt',
      group: 'content',
      description: 'May stay empty. At least 1200 pixels wide; lists cut it to 3 : 2 around the hotspot.',
    }),
    bodyField,
    seoField,
  ],
  orderings: [
    { title: 'Newest first', name: 'newest', by: [{ field: 'publishedAt', direction: 'desc' }] },
    { title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] },
  ],
  preview: {
    select: { title: 'title', date: 'publishedAt', slug: 'slug.current', media: 'cover' },
    prepare: ({ title, date, slug, media }) => ({
      title,
      media,
      subtitle: subtitleOf(shortDate(date), slug && `${PRESS_ROOT}/${slug}`),
    }),
  },
})
