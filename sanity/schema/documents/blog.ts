import { ComposeIcon } from '@sanity/icons/Compose'
import { TagIcon } from '@sanity/icons/Tag'
import { UserIcon } from '@sanity/icons/User'
import { AUTHOR_ROOT, CATEGORY_ROOT, BLOG_ROOT } from '../../../lib/routes.ts'
import { defineSlugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { pictureField } from '../fields/picture.ts'
import { actionsField, headingField, leadTextField } from '../fields/text.ts'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { formatShortDate, joinSubtitle } from '../shared/preview.ts'
import { check, getMissingImageError } from '../validation/rules.ts'

export const authorType = defineDocument('author', 'Author', UserIcon, {
  fields: [
    field.text('name', 'Name', 80),
    defineSlugField({ source: 'name', example: `${AUTHOR_ROOT}/jo-miller` }),
    field.choice(
      'kind',
      'Author type',
      { person: 'Person', team: 'Team' },
      { description: 'Used in the data for search engines.', initialValue: 'person' },
    ),
    field.optionalText('role', 'Role', 80, { description: 'Job title, shown beside the name.' }),
    field.optionalText('bio', 'About the author', limits.shortText, {
      description: 'Why the author knows the topic. Two or three sentences.',
      lines: 4,
    }),
    field.image('photo', 'Photo'),
  ],
  orderings: [buildOrdering('name', 'Name')],
  preview: { select: { title: 'name', subtitle: 'role', media: 'photo' } },
})

export const categoryType = defineDocument('category', 'Category', TagIcon, {
  fields: [
    field.text('title', 'Title', limits.label, { description: 'One or two words: After hours, Pricing.' }),
    defineSlugField({ source: 'title', example: `${CATEGORY_ROOT}/after-hours` }),
    field.optionalText('description', 'Description', limits.shortText, {
      description: 'What the posts of this category are about. Shown at the top of their list.',
      lines: 3,
    }),
    field.toggle('isNews', 'Product updates', {
      description: 'Lists the posts by date, with pictures in the category’s own list and without pictures elsewhere.',
    }),
    field.object(
      'nextStep',
      'Next step after its posts and list',
      { description: 'What a reader can try next. Optional.' },
      [
        { ...headingField, validation: (rule) => rule.max(limits.heading) },
        leadTextField,
        actionsField,
        {
          ...pictureField,
          description:
            'Up to one, at the end of the list. The site renders it in light and dark and labels it as an example.',
        },
      ],
    ),
  ],
  orderings: [buildOrdering('title', 'Title')],
  preview: { select: { title: 'title', subtitle: 'description' } },
})

const aboutOptions = { fieldset: 'about', isRequired: true }

export const postType = defineDocument('post', 'Post', ComposeIcon, {
  groups: article.groups,
  fieldsets: [{ name: 'about', title: 'About the post', options: { columns: 2 } }],
  fields: article.addSeoField([
    article.title,
    defineSlugField({
      source: 'title',
      example: `${BLOG_ROOT}/what-a-missed-call-costs`,
      reserved: ['author', 'category', 'page'],
    }),
    {
      ...article.defineSummaryField({
        description: 'What readers learn, in one or two sentences. Shown in lists and in the feed.',
      }),
      name: 'excerpt',
      title: 'Excerpt',
    },
    field.reference('author', 'Author', 'author', aboutOptions),
    field.reference('category', 'Category', 'category', aboutOptions),
    article.publishedAt,
    field.image('cover', 'Cover', {
      description: 'At least 2400 pixels wide. Cropped to 3:2 in lists and 2:1 in the post, around the hotspot.',
      options: {
        hotspot: {
          previews: [
            { title: 'In lists, 3:2', aspectRatio: 3 / 2 },
            { title: 'Above the post, 2:1', aspectRatio: 2 },
          ],
        },
      },
      validation: (rule) => rule.required().custom(check(getMissingImageError)),
    }),
    article.body,
  ]),
  orderings: article.datedOrderings,
  preview: {
    select: { title: 'title', date: 'publishedAt', author: 'author.name', category: 'category.title', media: 'cover' },
    prepare: ({ title, date, author, category, media }) => ({
      title,
      subtitle: joinSubtitle(formatShortDate(date), category, author),
      media,
    }),
  },
})
