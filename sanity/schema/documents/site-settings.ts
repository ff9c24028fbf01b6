import { CogIcon } from '@sanity/icons/Cog'
import { listEntries } from '../../content-types.ts'
import { faqsField, headingField } from '../fields/text.ts'
import { defineDocument, assignGroup } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

const trustField = field.object(
  'trust',
  'Trust section',
  {
    description: 'Data security, shown above the footer. Badges are under Trust.',
  },
  [
    { ...headingField, name: 'title', title: 'Heading' },
    field.optionalText('intro', 'Text', limits.shortText, { lines: 3 }),
    faqsField,
  ],
)

const contactField = field.object('contact', 'Contact', {}, [
  field.ofType('string', 'phone', 'Phone', {
    description: 'As shown to visitors: +1 (212) 555-0142',
    validation: (rule) => rule.regex(/^\+?[0-9 ().-]{7,24}$/, { name: 'a phone number' }),
  }),
  field.ofType('string', 'email', 'Email', {
    description: 'Shown in the footer and on the contact form.',
    validation: (rule) => rule.email(),
  }),
  field.webAddress('siteUrl', 'Website', { description: 'Public URL of this site.', isRequired: false }),
])

const bookingField = field.object(
  'booking',
  'Booking',
  { description: 'Header button on every page.', options: { columns: 2 } },
  [
    field.text('label', 'Button label', limits.label, { initialValue: 'Request a Demo' }),
    field.webAddress('url', 'Booking page URL'),
    field.optionalText('note', 'Line below the button', limits.note, {
      description: 'Shown at the top of pages. {price} is the lowest plan price.',
    }),
  ],
)

const listingIntroFields = listEntries.map(
  ([, { intro, title, href, introNote = `Introduction at the top of ${href}.` }]) =>
    field.ofType('listingIntro', intro, title, { description: introNote }),
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
    ...assignGroup('brand', [
      field.text('brand', 'Brand', limits.label, {
        description: 'Shown in the header, the footer and page titles.',
      }),
      field.text('tagline', 'Tagline', 120, {
        description: 'What you sell and to whom, in one line. Shown at the top of every page.',
      }),
      field.optionalText('sampleNotice', 'Sample content notice', limits.shortText, {
        description:
          'One line at the end of every page while parts of the site are still sample content. Leave empty to remove it.',
        lines: 2,
      }),
    ]),
    ...assignGroup('navigation', [
      field.list('headerLinks', 'Header links', [{ type: 'link' }], {
        description: 'Left to right. The Solutions menu lists the cities automatically.',
        max: 6,
      }),
      field.list('footerColumns', 'Footer columns', [{ type: 'footerColumn' }], { max: 4 }),
      field.list('socialLinks', 'Social profiles', [{ type: 'socialLink' }], { max: 5 }),
      field.toggle('offersNewsletter', 'Newsletter sign-up in the footer', {
        description:
          'Turn it on once you send a newsletter. Confirmations and unsubscribes go to the same place as contact messages. Its texts are under Labels.',
      }),
    ]),
    ...assignGroup('contact', [contactField, bookingField]),
    ...assignGroup('trust', [trustField]),
    ...assignGroup('listings', [
      field.ofType('notFoundCopy', 'notFound', 'Page not found', {
        description: 'Shown for addresses that don’t exist.',
      }),
      ...listingIntroFields,
    ]),
    ...assignGroup('seo', [
      field.ofType('seo', 'defaultSeo', 'Search and sharing', {
        description: 'Used by pages that don’t set their own.',
      }),
    ]),
  ],
  preview: { select: { title: 'brand', subtitle: 'tagline' } },
})
