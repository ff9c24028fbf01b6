import { LinkIcon } from '@sanity/icons/Link'
import { defineArrayMember } from 'sanity'
import { LinkInput } from '../inputs/link-input.tsx'
import { linkRules } from '../validation/link.ts'
import { linkTargetFields } from './link-target.ts'

/** A link inside a text, with the rules of every other link. */
export const linkAnnotation = defineArrayMember({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: linkTargetFields,
  components: { input: LinkInput },
  validation: linkRules,
})
