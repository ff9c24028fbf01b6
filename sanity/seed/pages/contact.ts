import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { nightPage } from '../pictures.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'Contact',
  heading: 'Write, call, or let it ring',
  text: 'For a demo, book a time. For anything else, the form reaches the same people. If your own house is in danger, call 911 and your gas utility, not us.',
  actions: [link(booking.label, booking.url), link('+1 (212) 555-0142', 'tel:+12125550142')],
  picture: nightPage,
})

const form = block.contactForm(
  'Tell us what keeps ringing',
  'How many trucks, how the phone is answered today, and what you would like to know. Your message is stored safely before it is sent on, so a broken mail server loses nothing.',
)

const ways = block.richText(
  'Where your message goes',
  prose(
    'A person reads it on a working day and answers by e-mail, or by phone if you leave a number. Nothing you write starts a newsletter.',
    '- **Customers with a question about a call:** add its time and the last four digits of the number, and read [when something is not right](doc-troubleshooting).',
    '- **Journalists:** logos and a fact sheet are in the [press kit](/press).',
    '- **Developers:** the [API reference](/api) and the [documentation](/documentation) are open.',
    '- **Requests about your data:** say so in the first line. The [privacy policy](legal-privacy-policy) says what we store.',
  ),
)

export const contact: SeedDocument = {
  _id: 'page-contact',
  _type: 'page',
  title: 'Contact',
  path: '/contact',
  seo: seo(
    'Contact Ductwise: write, call or book a demo',
    'Reach us by form, phone or a booked demo. What happens with your message, and where customers, journalists and developers find answers.',
  ),
  blocks: keyed([hero, form, ways], 'block'),
}
