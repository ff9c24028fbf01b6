import { ComposeIcon } from '@sanity/icons/Compose'
import { defineField, defineType } from 'sanity'
import { BLOG_ROOT } from '../../../lib/routes.ts'
import { articleGroups, bodyField, publishedAtField, seoField, titleField } from '../fields/article.ts'
import { slugField } from '../fields/slug.ts'
import { summaryField } from '../fields/summary.ts'
import { missingImageError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'
import { shortDate, subtitleOf } from '../preview.ts'

export const postType = defineType({
  name: 'post',
  title: 'Post',
  type: 'document',
  icon: ComposeIcon,
  groups: articleGroups,
  fieldsets: [{ name: 'about', title: 'About the post', options: { columns: 2 } }],
  fields: [
    titleField,
    slugField({
      source: 'title',
      example: `${BLOG_ROOT}/what-a-missed-call-costs`,
      reserved: ['author', 'category', 'page'],
      group: 'content',
    }),
    defineField({
      ...summaryField({
        description: 'What a reader gets out of it, in one or two sentences. Shown in lists and in the feed.',
      }),
      name: 'excerpt',
      title: 'Excerpt',
    }),
    defineField({
      name: 'author',
      title: 'Author',
      type: 'reference',
      to: [{ type: 'author' }],
      group: 'content',
      fieldset: 'about',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'category',
      title: 'Category',
      type: 'reference',
      to: [{ type: 'category' }],
      group: 'content',
      fieldset: 'about',
      validation: (rule) => rule.required(),
    }),
    publishedAtField,
    defineField({
      name: 'cover',
      title: 'Cover',
      type: 'imageWithAlt',
      group: 'content',
      description:
        'At least 2400 pixels wide. Lists cut it to 3 : 2 and the post to 2 : 1, both around the hotspot: its editor shows how.',
      options: {
        hotspot: {
          previews: [
            { title: 'In lists, 3 : 2', aspectRatio: 3 / 2 },
            { title: 'Above the post, 2 : 1', aspectRatio: 2 },
          ],
        },
      },
      validation: (rule) =>
        rule.required().custom((image) => verdict(missingImageError(image as { asset?: unknown } | undefined))),
    }),
    bodyField,
    seoField,
  ],
  orderings: [
    { title: 'Newest first', name: 'newest', by: [{ field: 'publishedAt', direction: 'desc' }] },
    { title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] },
  ],
  preview: {
    select: { title: 'title', date: 'publishedAt', author: 'author.name', category: 'category.title', media: 'cover' },
    prepare: ({ title, date, author, category, media }) => ({
      title,
      subtitle: subtitleOf(shortDate(date), category, author),
      media,
    }),
  },
})
