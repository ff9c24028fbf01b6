import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { CATEGORY_ROOT } from '../../../lib/routes.ts'
import { actionsField } from '../fields/actions.ts'
import { pictureField } from '../fields/picture.ts'
import { slugField } from '../fields/slug.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'

export const categoryType = defineType({
  name: 'category',
  title: 'Category',
  type: 'document',
  icon: TagIcon,
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      description: 'One or two words: After hours, Pricing.',
      validation: (rule) => rule.required().max(limits.label),
    }),
    slugField({ source: 'title', example: `${CATEGORY_ROOT}/after-hours` }),
    defineField({
      name: 'description',
      title: 'Description',
      type: 'text',
      rows: 3,
      description: 'What the posts of this category are about. Shown at the top of their list.',
      validation: (rule) => rule.max(limits.shortText),
    }),
    defineField({
      name: 'isNews',
      title: 'Short news',
      type: 'boolean',
      description: 'Its posts are listed by date: in its own list with their pictures, elsewhere without.',
      initialValue: false,
    }),
    defineField({
      name: 'nextStep',
      title: 'At the end of its posts and of their list',
      type: 'object',
      description: 'What a reader can try next. May stay empty.',
      fields: [
        { ...headingField, validation: (rule) => rule.max(limits.heading) },
        leadTextField,
        actionsField,
        {
          ...pictureField,
          description:
            'One at most, at the end of the list. The site draws it, in light and dark, and labels it as an example.',
        },
      ],
    }),
  ],
  orderings: [{ title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'description' } },
})
