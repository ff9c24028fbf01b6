import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { planIds } from '../plans.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'Pricing',
  heading: 'Priced by answered calls, not by jobs',
  text: 'There is no fee for a booked job, so it gains nothing from booking a bad one. You pay for calls that were answered, and you can count them yourself.',
  actions: [link(booking.label, booking.url), link('Do the sum first', 'post-missed-call-arithmetic')],
})

const plans = block.pricing({
  heading: 'Three sizes, the same assistant',
  text: 'All plans answer around the clock, know emergencies, and write down every call.',
  plans: planIds,
  note: 'Sample figures, to show how this page works. The price for your company is agreed in writing before anything is switched on.',
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
    '- **You miss two calls a week.** At a third booked and $350 a ticket that is about $233 in revenue a week, before your cost of doing the work. A better lunch rota may do.',
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
    'Three sample plans by answered calls a month, what is in each, what happens in a cold snap, how to stop, and when it is not worth the money.',
  ),
  blocks: keyed([hero, plans, compare, worth, questions, ending], 'block'),
}
