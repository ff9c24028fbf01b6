import { defineField } from 'sanity'
import { limits } from '../limits.ts'
import { verdict } from '../validation/rules.ts'
import { webUrlError } from '../validation/href.ts'

export const contactField = defineField({
  name: 'contact',
  title: 'Contact',
  type: 'object',
  group: 'contact',
  fields: [
    defineField({
      name: 'phone',
      title: 'Phone',
      type: 'string',
      description: 'As people read it: +1 (212) 555-0142',
      validation: (rule) => rule.regex(/^\+?[0-9 ().-]{7,24}$/, { name: 'a phone number' }),
    }),
    defineField({
      name: 'email',
      title: 'Email',
      type: 'string',
      description: 'The only place to change it: the footer and the contact form show it.',
      validation: (rule) => rule.email(),
    }),
    defineField({
      name: 'siteUrl',
      title: 'Web address',
      type: 'url',
      description: 'The public address of this site.',
      validation: (rule) => rule.custom((url) => verdict(webUrlError(url))),
    }),
  ],
})

export const bookingField = defineField({
  name: 'booking',
  title: 'Booking',
  type: 'object',
  group: 'contact',
  description: 'The button in the header, on every page.',
  options: { columns: 2 },
  fields: [
    defineField({
      name: 'label',
      title: 'Button label',
      type: 'string',
      initialValue: 'Request a Demo',
      validation: (rule) => rule.required().max(limits.label),
    }),
    defineField({
      name: 'url',
      title: 'Calendar address',
      type: 'url',
      validation: (rule) => rule.required().custom((url) => verdict(webUrlError(url))),
    }),
    defineField({
      name: 'note',
      title: 'Line below the button',
      type: 'string',
      description: 'At the top of pages. {price} is the lowest price of the plans.',
      validation: (rule) => rule.max(limits.note),
    }),
  ],
})
