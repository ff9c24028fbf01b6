import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { LINK } from '../../fragments.ts'
import { headingField, leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const checkDescription =
  'For visitors from other places: a field for a ZIP code or town that shows local differences. Hidden without a heading.'

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
      { ...leadTextField, description: 'Applies everywhere. Also shown in browsers without scripts.' },
      field.link('recording', 'Call recording link', {
        description: 'Page about call-recording rules by state. Optional.',
      }),
    ]),
  ],
  projection: `heading, text, check{ heading, text, recording{ ${LINK} } }`,
})
