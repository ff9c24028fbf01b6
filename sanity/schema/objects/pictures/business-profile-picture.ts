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
  title: 'Business profile',
  icon: EarthGlobeIcon,
  description: 'A profile as a homeowner finds it, and what was wrong in it before.',
  fields: [
    textField('search', 'What the homeowner searched for', {
      description: 'no heat near me',
      max: 40,
      isRequired: false,
    }),
    textField('business', 'Name of the business', { max: 40 }),
    defineField({
      name: 'lines',
      title: 'Lines',
      type: 'array',
      of: [profileLine],
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
})
