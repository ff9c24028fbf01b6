import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { LINK } from '../../queries/fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'
import { radioOptions } from '../fields/radio-options.ts'

const ICONS = ['phone', 'calendar', 'filter', 'message', 'clock', 'shield', 'wrench', 'thermometer', 'page']

const feature = defineArrayMember({
  name: 'feature',
  title: 'Feature',
  type: 'object',
  fields: [
    defineField({ name: 'title', title: 'Title', type: 'string', validation: (rule) => rule.required().max(60) }),
    defineField({ name: 'text', title: 'Text', type: 'text', rows: 3, validation: (rule) => rule.required().max(260) }),
    defineField({
      name: 'icon',
      title: 'Icon',
      type: 'string',
      options: { list: ICONS },
      initialValue: 'phone',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'link',
      title: 'Link',
      type: 'link',
      description: 'Where it can be seen, in a grid. May stay empty.',
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

export const featureGridBlock = defineBlock({
  name: 'featureGridBlock',
  title: 'Features',
  menu: ['show'],
  icon: ThLargeIcon,
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'layout',
      title: 'Layout',
      type: 'string',
      description: 'A grid for one page of the site, a list for the others: pages that look alike are read as one.',
      options: radioOptions([
        { title: 'Grid, with icons', value: 'grid' },
        { title: 'List', value: 'list' },
      ]),
      initialValue: 'grid',
    }),
    defineField({
      name: 'features',
      title: 'Features',
      type: 'array',
      of: [feature],
      description: 'Three, four or six make an even grid.',
      validation: (rule) => rule.required().min(1).max(9),
    }),
  ],
  projection: `heading, text, layout, features[]{ _key, title, text, icon, link{ ${LINK} } }`,
})
