import { DOCUMENTATION_ROOT } from '../../../lib/routes.ts'
import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { filledWeek, waterHandover } from '../pictures.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'Features',
  heading: 'What it does between ring and visit',
  text: 'From the first word to the note in the driveway: answering, sorting, booking and paging, and how that compares with the other ways to answer.',
  actions: [link(booking.label, booking.url), link('Read the documentation', DOCUMENTATION_ROOT)],
  picture: filledWeek,
})

const answering = block.features({
  heading: 'On the call, it sounds like work',
  text: 'No menu, no music. It says what it is, asks what matters, and stops when it should.',
  features: [
    {
      icon: 'phone',
      title: 'Every call at once',
      text: 'Forty callers in a cold snap hear an answer, not a busy tone. Windows are offered only while you still have some.',
    },
    {
      icon: 'shield',
      title: 'Emergencies come first',
      text: 'Gas, carbon monoxide, illness, water near wiring: those callers hear what to do, and the person you named is paged.',
    },
    {
      icon: 'filter',
      title: 'Your area, your jobs',
      text: 'ZIP codes, crews, jobs you take only nearby. A caller you cannot serve hears a polite no in the first minute.',
    },
    {
      icon: 'message',
      title: 'English and Spanish',
      text: 'It switches when the caller does. For other languages it takes a number and marks the language for you.',
    },
    {
      icon: 'thermometer',
      title: 'Words of the trade',
      text: 'AUX, EM HEAT, package unit, riser, condensate. It writes down the caller’s words and leaves the cause to your technician.',
    },
    {
      icon: 'wrench',
      title: 'Repair or replacement',
      text: 'Age, earlier repairs and what the caller says decide whether a technician goes or the person who sells.',
    },
  ],
})

const note = block.mediaText({
  heading: 'A note someone can work from',
  body: prose(
    'Every call ends as one card: what is wrong, how urgent it is, who called, where to go, the fee and the window, the rule that was followed, and what was not found out.',
    'In the transcript each fact is marked where it was said. If it heard wrongly you see it, and correct it.',
    'A form for such a note is in [our article on handover notes](post-dispatch-handover-notes). It works without us, too.',
  ),
  picture: waterHandover,
  imageSide: 'left',
})

const rules = block.stats({
  heading: 'Public rules that sort a call',
  text: 'Four figures the assistant knows for the cities it has pages for. It notes when a call falls under them. It gives no legal advice.',
  stats: [
    {
      value: '68 °F',
      label: 'Indoors by day in New York’s heat season, when it is below 55 °F outside',
      source: {
        name: 'New York State Unified Court System',
        url: 'https://nycourts.gov/COURTS/nyc/housing/heatrequirements.shtml',
      },
    },
    {
      value: '66 °F',
      label: 'Indoors at night in rented homes under Chicago’s Heat Ordinance',
      source: {
        name: 'City of Chicago, Department of Buildings',
        url: 'https://www.chicago.gov/city/en/depts/bldgs/supp_info/chicago-heat-ordinance.html',
      },
    },
    {
      value: '82 °F',
      label: 'To which air conditioning in a rented home in Phoenix must be able to cool',
      source: { name: 'Phoenix City Code, section 39-5', url: 'https://phoenix.municipal.codes/CC/39-5' },
    },
    {
      value: '108 days',
      label: 'Monsoon season in Arizona, June 15 to September 30: 16 + 31 + 31 + 30',
      source: {
        name: 'National Weather Service, Phoenix',
        url: 'http://www.wrh.noaa.gov/psr/pns/2012/June/MonsoonAwarenessWeek.php?day=thu',
      },
    },
  ],
})

const comparison = block.comparison({
  heading: 'Beside the other ways to answer',
  text: 'Each has its place. A good answering service knows people; voicemail you may have. Services differ: ask.',
  columns: ['Voicemail', 'Answering service', 'Ductwise'],
  rows: [
    ['Answers at 2 a.m.', 'Records', 'If it works nights', 'Yes'],
    ['A human voice', 'No', 'Yes', 'No, and it says so'],
    ['Several calls at once', 'Records', 'Depends on staff', 'Yes'],
    ['Asks your questions in your order', 'No', 'From a script', 'Yes, by your rules'],
    ['Sees free windows in your calendar', 'No', 'Depends on the service', 'Yes, read-only'],
    ['Comforts someone in tears', 'No', 'Yes', 'Hands over to a person'],
    ['Words of the call to read', 'Sometimes', 'Depends on the service', 'Yes, with facts marked'],
  ],
})

const systems = block.logoCloud(
  'Reads from what you already use',
  'Connections start with read access. Writing is a switch, one system at a time. Names belong to their owners.',
)

const questions = block.faqs('What people ask about the details', [
  'faq-service-area',
  'faq-maintenance-plan',
  'faq-does-not-know',
])

const ending = block.callToAction({
  heading: 'Hear it with your own fees',
  text: 'Half an hour: your area, your rules, your hardest caller. You talk, we take notes.',
  actions: [link(booking.label, booking.url), link('See the prices', 'page-pricing')],
})

export const features: SeedDocument = {
  _id: 'page-features',
  _type: 'page',
  title: 'Features',
  path: '/features',
  seo: seo(
    'Features of Ductwise, the HVAC phone assistant',
    'Answering, sorting, booking, paging and following up for heating and cooling companies, compared with voicemail and answering services.',
  ),
  blocks: keyed([hero, answering, note, rules, comparison, systems, questions, ending], 'block'),
}
