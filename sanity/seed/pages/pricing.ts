import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { morningList } from '../pictures.ts'
import { planIds } from '../plans.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'
import { customerQuote, trustBand } from './trust-band.ts'

const hero = block.hero({
  eyebrow: 'Pricing',
  heading: 'Priced by answered calls, not by jobs',
  showsPrice: true,
  text: 'There is no fee for a booked job. You pay for calls that were answered, and you can count them yourself.',
  actions: [link(booking.label, booking.url), link('Do the sum first', 'post-missed-call-arithmetic')],
  picture: morningList,
})

const plans = block.pricing({
  heading: 'Three sizes, the same assistant',
  text: 'Each answers at night and at noon, whenever you forward a call; all know emergencies, and write down every call.',
  plans: planIds,
  note: 'The price for your company is agreed in writing before anything is switched on.',
})

const compare = block.comparison({
  heading: 'What is in which plan',
  text: 'Safety, paging and transcripts are never an extra.',
  columns: ['Night line', 'Front desk', 'Several crews'],
  rows: [
    ['Answered calls a month', '150', '500', '1,500'],
    ['Emergency words and paging', 'Yes', 'Yes', 'Yes'],
    ['English and Spanish', 'Yes', 'Yes', 'Yes'],
    ['Web chat', 'No', 'Yes', 'Yes'],
    ['Bookings with reminders', 'Requests', 'Yes', 'Yes'],
    ['Customer list', 'No', 'Yes', 'Yes'],
    ['Follow-up on estimates', 'No', 'No', 'Yes'],
    ['Connected systems', '1, reading', '2', '5'],
  ],
})

const worth = block.richText(
  'When it is not worth the money',
  prose(
    'An honest list, from the arithmetic on our [home page](page-home):',
    '- **You miss two calls a week.** At one in four booked and $350 a ticket that is 2 × 25% × $350 = $175 in revenue a week, before your cost of doing the work. A better lunch schedule may do.',
    '- **You have no open windows.** More answered calls only make the waiting list longer.',
    '- **Your callers are mostly builders.** They call your cell phone, and they should.',
    '- **Somebody good already answers at night.** Keep them.',
  ),
)

const questions = block.faqs('What owners ask about the bill', [
  'faq-pricing',
  'faq-what-is-a-call',
  'faq-over-the-plan',
  'faq-trial',
  'faq-cancel',
])

const ending = block.callToAction({
  heading: 'Bring last month’s phone log',
  text: 'We count the calls nobody answered together with you. If a plan is too large for them, we say so.',
  actions: [link(booking.label, booking.url), link('Write to us', 'page-contact')],
})

export const pricing: SeedDocument = {
  _id: 'page-pricing',
  _type: 'page',
  title: 'Pricing',
  path: '/pricing',
  seo: seo(
    'Ductwise pricing: by answered calls, no fee per job',
    'Three plans by answered calls a month, what is in each, what happens in a cold snap, how to stop, and when it is not worth the money.',
  ),
  blocks: keyed([hero, plans, compare, worth, questions, customerQuote, trustBand, ending], 'block'),
}
