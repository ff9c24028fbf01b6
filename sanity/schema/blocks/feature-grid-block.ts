import { ThLargeIcon } from '@sanity/icons/ThLarge'
import { LINK } from '../../fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const ICONS = ['phone', 'calendar', 'filter', 'message', 'clock', 'shield', 'wrench', 'thermometer', 'page']

const feature = defineObject('feature', 'Feature', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 60),
  field.text('text', 'Text', 260, { lines: 3 }),
  field.choice('icon', 'Icon', ICONS, { initialValue: 'phone', layout: 'menu', isRequired: true }),
  field.link('link', 'Link', { description: 'Shown in grids only. Optional.' }),
])

export const featureGridBlock = defineBlock({
  name: 'featureGridBlock',
  title: 'Features',
  menu: ['show'],
  icon: ThLargeIcon,
  fields: [
    headingField,
    leadTextField,
    field.choice(
      'layout',
      'Layout',
      { grid: 'Grid with icons', list: 'List' },
      {
        description: 'Use the grid on only one page of the site, and lists on all others.',
        initialValue: 'grid',
      },
    ),
    field.list('features', 'Features', [feature], {
      description: 'Three, four or six fill the grid evenly.',
      min: 1,
      max: 9,
    }),
  ],
  projection: `heading, text, layout, features[]{ _key, title, text, icon, link{ ${LINK} } }`,
})
