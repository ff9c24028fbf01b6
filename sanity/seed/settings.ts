import { API_ROOT, BLOG_ROOT, DOCUMENTATION_ROOT, PRESS_ROOT } from '../../lib/routes.ts'
import { image } from './build/image.ts'
import { keyed } from './build/keyed.ts'
import { link, references } from './build/links.ts'
import { seo } from './build/seo.ts'
import { trustFaqs } from './faqs.ts'
import { listingIntros } from './listing-intros.ts'
import type { SeedDocument } from './types.ts'

/** Numbers and addresses that belong to nobody: 555-01xx and the .example domain are reserved for samples. */
const contact = {
  phone: '+1 (212) 555-0142',
  email: 'hello@ductwise.example',
  siteUrl: 'https://ductwise.example',
}

export const booking = { label: 'Request a Demo', url: 'https://cal.example/ductwise' }

const mailto = `mailto:${contact.email}`

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
  sampleNotice:
    'Ductwise is a sample brand: plans, calls and announcements were written for this site, badges and legal texts are placeholders. Public rules and climate data name their sources.',
  offersNewsletter: true,
  headerLinks: keyed(
    [
      link('Home', 'page-home'),
      link('Features', 'page-features'),
      link('Pricing', 'page-pricing'),
      link('About Us', 'page-about'),
      link('Contact', 'page-contact'),
    ],
    'link',
  ),
  footerColumns: keyed(
    [
      footerColumn('Product', [
        link('Features', 'page-features'),
        link('Pricing', 'page-pricing'),
        link('AI-SDR for HVAC', 'page-hvac-ai-sdr'),
        link('SEO services', 'page-hvac-seo-services'),
      ]),
      footerColumn('Learn', [
        link('Blog', BLOG_ROOT),
        link('Documentation', DOCUMENTATION_ROOT),
        link('API', API_ROOT),
        link('Changelog', 'category-changelog'),
        link('Press', PRESS_ROOT),
      ]),
      footerColumn('Company', [
        link('About Us', 'page-about'),
        link('Contact', 'page-contact'),
        link(booking.label, booking.url),
        link('E-mail', mailto),
      ]),
      footerColumn('Legal', [
        link('Privacy policy', 'legal-privacy-policy'),
        link('Terms', 'legal-terms'),
        link('Cookie policy', 'legal-cookie-policy'),
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
  trust: {
    title: 'Your customers’ data stays yours',
    intro:
      'It handles names, addresses and the inside of people’s homes. Here is what it may see, how long it keeps it, and how you end it.',
    faqs: references(trustFaqs.map(({ _id }) => _id)),
  },
  notFound: {
    _type: 'notFoundCopy',
    heading: 'This address leads nowhere',
    text: 'The page was moved, renamed or never built. Nothing is broken at your end. These places exist:',
    links: keyed(
      [
        link('Home', 'page-home'),
        link('What it does', 'page-features'),
        link('Cities', 'page-hvac-ai-sdr'),
        link('Documentation', DOCUMENTATION_ROOT),
        link('Write to us', 'page-contact'),
      ],
      'link',
    ),
  },
  ...listingIntros,
  defaultSeo: seo(
    'Ductwise: the phone assistant for HVAC companies',
    'Ductwise answers calls and messages for heating and cooling companies, asks what a good dispatcher asks, and books the visit.',
    image('share.png', 'Ductwise. The phone rings at 2:14 a.m. The job is on your calendar.'),
  ),
}
