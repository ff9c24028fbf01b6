import { image } from './build/image.ts'
import { keyed } from './build/keyed.ts'
import { link, references } from './build/links.ts'
import { seo } from './build/seo.ts'
import { cities } from './cities/index.ts'
import { trustFaqs } from './faqs.ts'
import type { SeedDocument } from './types.ts'

/** Numbers and addresses that belong to nobody: 555-01xx and the .example domain are reserved for samples. */
const contact = {
  phone: '+1 (212) 555-0142',
  email: 'hello@ductwise.example',
  siteUrl: 'https://ductwise.example',
}

export const booking = { label: 'Request a Demo', url: 'https://cal.example/ductwise' }

export const mailto = `mailto:${contact.email}`

const footerColumn = (title: string, links: ReturnType<typeof link>[]) => ({
  _type: 'footerColumn',
  title,
  links: keyed(links, 'link'),
})

const socialLink = (platform: string, url: string) => ({ _type: 'socialLink', platform, url })

export const siteSettings: SeedDocument = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  brand: 'Ductwise',
  tagline: 'Answers the phone for heating and cooling companies, day and night.',
  headerLinks: keyed([link('How it works', 'page-hvac-ai-sdr'), link('Contact', mailto)], 'link'),
  footerColumns: keyed(
    [
      footerColumn('Product', [link('Home', 'page-home'), link('How it works', 'page-hvac-ai-sdr')]),
      footerColumn(
        'Cities',
        cities.map(({ name, slug }) => link(name, `city-${slug}`)),
      ),
      footerColumn('Talk to us', [
        link(booking.label, booking.url),
        link(contact.phone, 'tel:+12125550142'),
        link(contact.email, mailto),
      ]),
    ],
    'column',
  ),
  socialLinks: keyed(
    [
      socialLink('linkedin', 'https://www.linkedin.com/company/ductwise-example'),
      socialLink('youtube', 'https://www.youtube.com/@ductwise-example'),
      socialLink('facebook', 'https://www.facebook.com/ductwise.example'),
    ],
    'social',
  ),
  contact,
  booking,
  announcement: {
    enabled: false,
    text: 'Heat season has begun in New York. Who answers your night line?',
    link: link('See the New York page', 'city-new-york'),
  },
  trust: {
    title: 'Your customers’ data stays yours',
    intro:
      'It handles names, addresses and the inside of people’s homes. Here is what it may see, how long it keeps it, and how you end it.',
    faqs: references(trustFaqs.map(({ _id }) => _id)),
  },
  defaultSeo: seo(
    'Ductwise: the phone assistant for HVAC companies',
    'Ductwise answers calls and messages for heating and cooling companies, asks what a good dispatcher asks, and books the visit.',
    image('share.png', 'Ductwise. The phone rings at 2:14 a.m. The job is on your calendar.'),
  ),
}
