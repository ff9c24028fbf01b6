import { ShareIcon } from '@sanity/icons/Share'
import { defineField, defineType } from 'sanity'
import { webUrlError } from '../validation/href.ts'
import { verdict } from '../validation/rules.ts'

export const socialLinkType = defineType({
  name: 'socialLink',
  title: 'Social profile',
  type: 'object',
  icon: ShareIcon,
  fields: [
    defineField({
      name: 'platform',
      title: 'Platform',
      type: 'string',
      options: {
        list: [
          { title: 'LinkedIn', value: 'linkedin' },
          { title: 'YouTube', value: 'youtube' },
          { title: 'Facebook', value: 'facebook' },
          { title: 'Instagram', value: 'instagram' },
          { title: 'X', value: 'x' },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      validation: (rule) => rule.required().custom((url) => verdict(webUrlError(url))),
    }),
  ],
  preview: { select: { title: 'platform', subtitle: 'url' } },
})
