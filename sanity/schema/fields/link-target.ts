import { defineField } from 'sanity'
import { BLOG_ROOT } from '../../../lib/routes.ts'
import { linkableTypes } from '../../content-types.ts'
import type { LinkTarget } from '../validation/link.ts'
import { radioOptions } from './radio-options.ts'

/** The fields that say where a link leads; the input of links clears the one that does not apply. */
export const linkTargetFields = [
  defineField({
    name: 'kind',
    title: 'Leads to',
    type: 'string',
    options: radioOptions([
      { title: 'A page of this site', value: 'internal' },
      { title: 'Another address', value: 'external' },
    ]),
    initialValue: 'internal',
    validation: (rule) => rule.required(),
  }),
  defineField({
    name: 'internal',
    title: 'Page',
    type: 'reference',
    to: linkableTypes.map((type) => ({ type })),
    description: 'The link follows the page when its path changes.',
    hidden: ({ parent }) => targetOf(parent).kind === 'external',
  }),
  defineField({
    name: 'href',
    title: 'Address',
    type: 'url',
    description: `https://…, mailto:name@example.com, tel:+12125550142, or a list of this site such as ${BLOG_ROOT}`,
    hidden: ({ parent }) => targetOf(parent).kind !== 'external',
    // The link's own rule judges the address and says it in plain words; this only stops the built-in one from refusing tel: and mailto:.
    validation: (rule) => rule.uri({ scheme: /./, allowRelative: true }),
  }),
]

function targetOf(parent: unknown): LinkTarget {
  return (parent ?? {}) as LinkTarget
}
