import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'

const profileLine = defineArrayMember({
  name: 'profileLine',
  title: 'Line',
  type: 'object',
  fields: [
    textField('label', 'What it says', { description: 'Hours, Service area, Categories.', max: 30 }),
    textField('before', 'Before', { description: 'Empty: the site marks it as missing.', max: 60, isRequired: false }),
    textField('after', 'After', { max: 60 }),
  ],
  preview: { select: { title: 'label', subtitle: 'after' } },
})

export const businessProfilePicture = definePicture({
  name: 'businessProfilePicture',
  title: 'Business profile, before and after',
  icon: EarthGlobeIcon,
  description: 'What was missing in a profile, and what is filled in.',
  fields: [
    textField('business', 'Name of the business', { max: 40 }),
    defineField({
      name: 'lines',
      title: 'Lines',
      type: 'array',
      of: [profileLine],
      description: 'On a phone a hero shows the first three.',
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
})
