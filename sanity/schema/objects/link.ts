import { LinkIcon } from '@sanity/icons/Link'
import { defineField, defineType } from 'sanity'
import { linkTargetFields } from '../fields/link-target.ts'
import { limits } from '../limits.ts'
import { LinkInput } from '../inputs/link-input.tsx'
import { labelError, linkRules, type LinkTarget } from '../validation/link.ts'
import { verdict } from '../validation/rules.ts'

export const linkType = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: [
    defineField({
      name: 'label',
      title: 'Label',
      type: 'string',
      description: 'What the visitor reads.',
      validation: (rule) =>
        rule
          .max(limits.label)
          .custom((label, { parent, path }) => verdict(labelError(label, parent as LinkTarget | undefined, path))),
    }),
    ...linkTargetFields,
  ],
  components: { input: LinkInput },
  validation: linkRules,
  preview: {
    select: {
      title: 'label',
      kind: 'kind',
      href: 'href',
      path: 'internal.path',
      name: 'internal.name',
      page: 'internal.title',
    },
    prepare: ({ title, kind, href, path, name, page }) => ({
      title: title ?? 'Link without a label',
      subtitle: kind === 'external' ? href : (path ?? name ?? page ?? 'No page chosen'),
    }),
  },
})
