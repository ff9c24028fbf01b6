import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { LINK } from '../../fragments.ts'
import { headingField, leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const checkDescription =
  'For everybody else: a field for a ZIP code or a town, which says what differs there. Without a heading it is not shown.'

export const cityGridBlock = defineBlock({
  name: 'cityGridBlock',
  title: 'Cities',
  menu: ['list'],
  icon: EarthAmericasIcon,
  description: 'Shows every published city, in the order of the Cities list.',
  fields: [
    headingField,
    leadTextField,
    field.object('check', 'Place check', { description: checkDescription, options: { collapsible: true } }, [
      optionalHeadingField,
      { ...leadTextField, description: 'What is true everywhere. Who runs no scripts reads this alone.' },
      field.link('recording', 'Link: recording calls', {
        description: 'Where it says what the states ask before a call is recorded. May stay empty.',
      }),
    ]),
  ],
  projection: `heading, text, check{ heading, text, recording{ ${LINK} } }`,
})
