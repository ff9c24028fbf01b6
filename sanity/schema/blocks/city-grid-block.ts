import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { LINK } from '../../fragments.ts'
import { headingField, leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const checkDescription =
  'Visitors from other places can enter a ZIP code or town to see local differences. Hidden if the heading is empty.'

export const cityGridBlock = defineBlock({
  name: 'cityGridBlock',
  title: 'Cities',
  menu: ['list'],
  icon: EarthAmericasIcon,
  description: 'All published cities, in the order of the Cities list.',
  fields: [
    headingField,
    leadTextField,
    field.object('check', 'Coverage check', { description: checkDescription, options: { collapsible: true } }, [
      optionalHeadingField,
      { ...leadTextField, description: 'Text that applies everywhere. Also shown if JavaScript is off.' },
      field.link('recording', 'Call recording link', {
        description: 'Page about call-recording rules by state. Optional.',
      }),
    ]),
  ],
  projection: `heading, text, check{ heading, text, recording{ ${LINK} } }`,
})
