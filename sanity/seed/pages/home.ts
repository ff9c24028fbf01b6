import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { seo } from '../build/seo.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'
import { customerQuote, trustBand } from './trust-band.ts'

const hero = block.hero({
  eyebrow: 'For heating and cooling companies',
  heading: 'The night call gets answered. You sleep.',
  text: 'Ductwise picks up when the office is closed or every line is busy, books the visit into your calendar, and tells you in the morning what it did.',
  actions: [link(booking.label, booking.url)],
})

const nightCall = block.conversation({
  heading: 'What happens at 2:14 in the morning',
  call: {
    startedAt: '2:14 a.m.',
    lines: [
      block.caller(
        'Hi, our heat is out. It’s forty‑nine in here and we have a baby.',
        'Problem',
        'No heat · 49 °F inside · infant',
      ),
      block.assistant(
        'I’m the company’s automated assistant, and I can send someone. First: do you smell gas, or is a carbon monoxide alarm sounding?',
      ),
      block.caller(
        'No smell, no alarm. The furnace clicks but it won’t light.',
        'Safety',
        'No gas, no alarm · clicks, no flame',
      ),
      block.assistant('Thank you. Do you know roughly how old the furnace is, and do you own the house?'),
      block.caller(
        'It came with the house, so maybe fifteen years. Yes, it’s ours.',
        'System',
        'About 15 years old · owner',
      ),
      block.assistant('What is the address, and is this the right number for the technician?'),
      block.caller(
        'Eighteen Alder Court, the upper unit. This number is fine.',
        'Address',
        '18 Alder Court, upper unit',
      ),
      block.assistant(
        'The on-call technician can be there at 6:30 for the after-hours fee I just texted you, or at 8:00 without it. Which would you like?',
      ),
      block.caller('Six-thirty, please.', 'Fee', 'Accepts the after-hours fee'),
      block.assistant('Booked for 6:30. If anyone feels unwell or an alarm sounds, leave the house and call 911.'),
    ],
    outcome: '6:30 a.m., 18 Alder Court, upper unit: no heat, infant, on-call technician',
  },
})

const features = block.features({
  layout: 'list',
  heading: 'What it does while you work',
  features: [
    {
      icon: 'phone',
      title: 'Picks up when nobody can',
      text: 'Nights, weekends, lunch, and the hour when the whole street calls. You keep your number and decide when it takes over.',
    },
    {
      icon: 'filter',
      title: 'Asks what a dispatcher asks',
      text: 'System, symptom, age, address, owner or tenant. A dripping ceiling gets other questions than a dead furnace.',
    },
    {
      icon: 'calendar',
      title: 'Books into your own calendar',
      text: 'It offers only the windows you opened, leaves time for the drive, and sends the caller a text with the details.',
    },
    {
      icon: 'shield',
      title: 'Knows what is an emergency',
      text: 'Gas smell or a carbon monoxide alarm: get out and call 911. It pages you and does not sell a visit first.',
    },
  ],
})

const steps = block.steps({
  heading: 'From your number to a booked job',
  text: 'Nothing to install in the office, and nothing goes live before you have heard it.',
  steps: [
    {
      title: 'Forward your calls',
      text: 'When you close, when no one picks up, or always. It is one setting at your phone company.',
    },
    {
      title: 'Tell it how you work',
      text: 'Service area, hours, fees, jobs you take and jobs you refuse: what you would tell a new dispatcher.',
    },
    {
      title: 'Call it yourself',
      text: 'Play the worst caller you remember. Change the answers you do not like and call again.',
    },
    {
      title: 'Read the morning list',
      text: 'Every call with its words, what was understood, what was booked, and what still needs you.',
    },
  ],
})

const missedCalls = block.calculator({
  heading: 'Do the sum with your own numbers',
  text: 'Made-up figures to begin with; your phone log and invoices know yours. If the last line is small, you do not need us.',
  missedCallsPerWeek: 8,
  bookedShare: 25,
  averageTicket: 350,
})

const cityGrid = block.cityGrid(
  'The weather decides why they call',
  'A Chicago January and a Phoenix July need different questions. Each page says what it asks there, and why.',
)

const questions = block.faqs('What owners ask before they try', [
  'faq-says-it-is-ai',
  'faq-emergency',
  'faq-own-number',
  'faq-pricing',
])

const ending = block.callToAction({
  heading: 'Call it before your customers do',
  text: 'In the demo you ring the assistant yourself, as a caller without heat. Bring the question you think it cannot answer.',
  actions: [link(booking.label, booking.url), link('Write to us', 'page-contact')],
})

export const home: SeedDocument = {
  _id: 'page-home',
  _type: 'page',
  title: 'Home',
  path: '/',
  seo: seo(
    'Ductwise: the HVAC phone assistant that books jobs',
    'When your office is closed or every line is busy, Ductwise answers, asks what a dispatcher asks, and books the visit into your calendar.',
  ),
  blocks: keyed(
    [hero, nightCall, features, steps, missedCalls, cityGrid, questions, customerQuote, trustBand, ending],
    'block',
  ),
}
