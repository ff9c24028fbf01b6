import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { businessProfile, townPage } from '../pictures.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'SEO services for HVAC',
  heading: 'Be found by the streets you serve',
  text: 'Search work for heating and cooling companies, done in the open: pages that say something, a profile that is true, and a list of the calls that came from it. No promised rankings.',
  actions: [link(booking.label, booking.url), link('See a city page', 'city-chicago')],
  picture: businessProfile,
})

const work = block.features({
  layout: 'list',
  heading: 'Six pieces of work, all visible',
  text: 'Each ends with something you can look at. Nothing happens in a black box.',
  features: [
    {
      icon: 'filter',
      title: 'Pages for real places',
      text: 'One for each town you serve and know: the housing, the systems, the rules, the weather, with sources.',
    },
    {
      icon: 'wrench',
      title: 'Pages for real jobs',
      text: 'No heat, no cooling, heat pumps, boilers, replacements: what you ask, what it costs to come, what happens next.',
    },
    {
      icon: 'phone',
      title: 'A true business profile',
      text: 'Name, hours, service area and categories as they are. No rented addresses, no towns you will not drive to.',
    },
    {
      icon: 'message',
      title: 'Reviews, asked honestly',
      text: 'The same question to every customer, once, after the visit. No rewards, no filters, no ghostwriting.',
    },
    {
      icon: 'clock',
      title: 'A site that loads',
      text: 'Measured on a phone on a slow line, because that is where the cold house is.',
    },
    {
      icon: 'calendar',
      title: 'Ready before the season',
      text: 'Heating pages in August, cooling pages in March, so that they are known when the weather turns.',
    },
  ],
})

const steps = block.steps({
  heading: 'The first ninety days, in order',
  text: 'You see the list, and you can stop after any step.',
  steps: [
    {
      title: 'Look',
      text: 'What people in your towns search for, what they find, and what your phone log says they called about.',
    },
    {
      title: 'Correct',
      text: 'Wrong hours, dead pages, two profiles for one shop, a service area wider than the trucks go.',
    },
    {
      title: 'Write',
      text: 'Three pages a month with you: a person from your company reads each one before it goes out.',
    },
    {
      title: 'Count',
      text: 'Calls and forms from each page, and which became jobs. Not impressions.',
    },
  ],
})

const limits = block.comparison({
  heading: 'What we do, and what we leave',
  text: 'Some of the right-hand column may work for a while. It is your name that stays.',
  columns: ['We do', 'We do not'],
  rows: [
    ['Town pages', 'Where you work and know something', 'Copies with the name changed'],
    ['Profile', 'The address you have', 'Virtual offices'],
    ['Reviews', 'Ask everyone', 'Buy, write or filter'],
    ['Links', 'From people who know you', 'From lists and networks'],
    ['Reports', 'Calls and jobs', 'Rankings for words nobody types'],
  ],
})

const policy = block.mediaText({
  heading: 'Why not a hundred town pages',
  body: prose(
    'Because the search engine asks for the opposite. Google’s [spam policies](https://developers.google.com/search/docs/essentials/spam-policies) describe doorway abuse: sites or pages made to rank for similar searches that lead people to a less useful place. Pages aimed at one city after another that all send people to the same place are among its examples.',
    'Our own five [city pages](page-hvac-ai-sdr) follow the rule we would follow for you: a page exists when there is something to say about that place that is not true of the next one.',
  ),
  picture: townPage,
  imageSide: 'right',
})

const together = block.richText(
  'Found is not yet answered',
  prose(
    'Search brings a person to your number at nine in the evening. If it rings into the dark, the page did its job for the company below you in the list. That is why we do this work together with [the phone](page-features), and why we count answered calls and not visits.',
    'You can have one without the other. If your phone is well looked after, say so, and we leave it alone.',
  ),
)

const questions = block.faqs('What owners ask about search work', [
  'faq-search-ranking',
  'faq-search-town-pages',
  'faq-search-reviews',
  'faq-search-ownership',
])

const ending = block.callToAction({
  heading: 'Send us one town you serve',
  text: 'We tell you what people there find today when the heat goes out, and what we would change first.',
  actions: [link('Write to us', 'page-contact'), link(booking.label, booking.url)],
})

export const hvacSeoServices: SeedDocument = {
  _id: 'page-hvac-seo-services',
  _type: 'page',
  title: 'SEO services for HVAC companies',
  path: '/hvac-seo-services',
  seo: seo(
    'HVAC SEO services without promised rankings',
    'Search work for heating and cooling companies: pages for places you serve, a true business profile, honest reviews, and calls counted, not clicks.',
  ),
  blocks: keyed([hero, work, steps, limits, policy, together, questions, ending], 'block'),
}
