import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { LINK } from '../../queries/fragments.ts'
import { headingField, leadTextField, optionalHeadingField } from '../fields/text.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const cityGridBlock = defineBlock({
  name: 'cityGridBlock',
  title: 'Cities',
  menu: ['list'],
  icon: EarthAmericasIcon,
  description: 'Shows every published city, in the order of the Cities list.',
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'check',
      title: 'Place check',
      type: 'object',
      description:
        'For everybody else: a field for a ZIP code or a town, which says what differs there. Without a heading it is not shown.',
      options: { collapsible: true },
      fields: [
        optionalHeadingField,
        { ...leadTextField, description: 'What is true everywhere. Who runs no scripts reads this alone.' },
        defineField({
          name: 'recording',
          title: 'Link: recording calls',
          type: 'link',
          description: 'Where it says what the states ask before a call is recorded. May stay empty.',
        }),
      ],
    }),
  ],
  projection: `heading, text, check{ heading, text, recording{ ${LINK} } }`,
})
