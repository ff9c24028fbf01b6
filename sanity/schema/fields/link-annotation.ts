import { LinkIcon } from '@sanity/icons/Link'
import { defineArrayMember } from 'sanity'
import { linkError, type LinkTarget } from '../validation/link.ts'
import { verdict } from '../validation/rules.ts'
import { linkTargetFields } from './link-target.ts'

/** A link inside a text, with the rules of every other link. */
export const linkAnnotation = defineArrayMember({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: linkTargetFields,
  validation: (rule) => rule.custom((value) => verdict(linkError(value as LinkTarget | undefined))),
})
