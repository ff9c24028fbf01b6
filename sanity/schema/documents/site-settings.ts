import { CogIcon } from '@sanity/icons/Cog'
import { listEntries } from '../../content-types.ts'
import { faqsField, headingField } from '../fields/text.ts'
import { defineDocument, inGroup } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

const trustField = field.object(
  'trust',
  'Trust section',
  {
    description: 'How data is kept, shown above the footer. Badges have their own list, under Trust.',
  },
  [
    { ...headingField, name: 'title', title: 'Heading' },
    field.optionalText('intro', 'Text', limits.shortText, { lines: 3 }),
    faqsField,
  ],
)

const contactField = field.object('contact', 'Contact', {}, [
  field.of('string', 'phone', 'Phone', {
    description: 'As people read it: +1 (212) 555-0142',
    validation: (rule) => rule.regex(/^\+?[0-9 ().-]{7,24}$/, { name: 'a phone number' }),
  }),
  field.of('string', 'email', 'Email', {
    description: 'The only place to change it: the footer and the contact form show it.',
    validation: (rule) => rule.email(),
  }),
  field.webAddress('siteUrl', 'Web address', { description: 'The public address of this site.', isRequired: false }),
])

const bookingField = field.object(
  'booking',
  'Booking',
  { description: 'The button in the header, on every page.', options: { columns: 2 } },
  [
    field.text('label', 'Button label', limits.label, { initialValue: 'Request a Demo' }),
    field.webAddress('url', 'Calendar address'),
    field.optionalText('note', 'Line below the button', limits.note, {
      description: 'At the top of pages. {price} is the lowest price of the plans.',
    }),
  ],
)

const listingIntroFields = listEntries.map(([, { intro, title, href, introNote = `The top of ${href}.` }]) =>
  field.of('listingIntro', intro, title, { description: introNote }),
)

export const siteSettingsType = defineDocument('siteSettings', 'Site settings', CogIcon, {
  groups: [
    { name: 'brand', title: 'Brand', default: true },
    { name: 'navigation', title: 'Header and footer' },
    { name: 'contact', title: 'Contact and booking' },
    { name: 'trust', title: 'Trust' },
    { name: 'listings', title: 'Lists and 404' },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fields: [
    ...inGroup('brand', [
      field.text('brand', 'Brand', limits.label, {
        description: 'The name in the header, the footer and page titles.',
      }),
      field.text('tagline', 'Tagline', 120, {
        description: 'What is sold and to whom, in one line. Shown at the top of every page.',
      }),
      field.optionalText('sampleNotice', 'Notice about sample content', limits.shortText, {
        description:
          'One line at the end of every page, while something on the site is not yet true of your company. Empty removes it.',
        lines: 2,
      }),
    ]),
    ...inGroup('navigation', [
      field.list('headerLinks', 'Header links', [{ type: 'link' }], {
        description: 'Left to right. The cities have their own menu, which fills itself.',
        max: 6,
      }),
      field.list('footerColumns', 'Footer columns', [{ type: 'footerColumn' }], { max: 4 }),
      field.list('socialLinks', 'Social profiles', [{ type: 'socialLink' }], { max: 5 }),
      field.toggle('offersNewsletter', 'Sign-up for a newsletter in the footer', {
        description:
          'Turn it on when somebody writes one. Each confirmed address, and each that leaves, is told where messages of the contact form go. Its texts are under Words.',
      }),
    ]),
    ...inGroup('contact', [contactField, bookingField]),
    ...inGroup('trust', [trustField]),
    ...inGroup('listings', [
      field.of('notFoundCopy', 'notFound', 'Page not found', { description: 'Shown at addresses that do not exist.' }),
      ...listingIntroFields,
    ]),
    ...inGroup('seo', [
      field.of('seo', 'defaultSeo', 'Search and sharing', {
        description: 'Used by every page that has none of its own.',
      }),
    ]),
  ],
  preview: { select: { title: 'brand', subtitle: 'tagline' } },
})
