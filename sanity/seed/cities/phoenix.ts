import { prose } from '../build/prose.ts'
import { climateNormals } from '../sources.ts'
import type { City } from '../types.ts'

const cityCode = { name: 'Phoenix City Code, section 39-5', url: 'https://phoenix.municipal.codes/CC/39-5' }

export const phoenix: City = {
  name: 'Phoenix',
  slug: 'phoenix',
  state: 'Arizona',
  headline: 'When the air stops, the clock starts',
  intro:
    'In July a dead air conditioner is not a comfort call. Ductwise asks who is in the house and how warm it is, sends the urgent ones to your on-call technician, and gives everyone else an honest time.',
  summary: 'No cooling is the emergency here: it asks how warm, how long, and who is inside.',
  imageAlt:
    'Drawing: a heavy duct rises over a roof and comes down again, above a year of Phoenix: one long, deep summer in ice-blue.',
  monthlyMeanF: [57, 60, 66, 73, 82, 91, 96, 94, 89, 77, 65, 56],
  climateSource: climateNormals('Sky Harbor'),
  sections: [
    {
      heading: 'No cooling is the emergency here',
      body: prose(
        'The first questions are about people. How warm is it inside? Is anyone very young, old, pregnant or ill? Is anyone confused, faint or very hot? For the last one the assistant says to call 911 and to move the person somewhere cool, as [public advice on heat stroke](post-monsoon-storm-calls) has it, and it stays out of the way.',
        'Then it offers the earliest visit you have. If that is tomorrow, it says tomorrow, so the family can plan a night elsewhere.',
      ),
    },
    {
      heading: 'The unit is up on the roof',
      body: prose(
        'Where the package unit is on the roof, access decides what goes on the truck. Ductwise asks:',
        '- Flat roof or tile, and how many floors?',
        '- Is there a fixed ladder or a hatch?',
        '- Heat pump or gas pack, if the caller knows?',
        '- Has the breaker tripped, and did it trip again?',
        'A second trip is a reason to leave the breaker off, and the assistant says so.',
      ),
    },
    {
      heading: 'Monsoon storms leave dust and hums',
      body: prose(
        'After a dust storm the calls sound alike: it hums, it does not spin, it blows warm. The assistant does not name a part over the phone. It asks whether there was a storm or a power cut, what the unit does now, and when the filter was last changed. Calls after one storm are grouped by neighborhood, so a crew can work down a street.',
      ),
    },
    {
      heading: 'A rented home has a legal limit',
      body: prose(
        'The city code sets how cool a rental must be able to get: 82 °F with air conditioning, 86 °F with an evaporative cooler. A property manager with four complaints on a Saturday wants one call, not four. Ductwise takes all the units in one conversation, notes which have which system, and books them as one job.',
      ),
    },
  ],
  localFacts: [
    { label: 'Air conditioning of a rented home', value: 'Able to cool to 82 °F', source: cityCode },
    { label: 'Evaporative cooling of a rented home', value: 'Able to cool to 86 °F', source: cityCode },
    {
      label: 'Monsoon season',
      value: 'June 15 to September 30',
      source: { name: 'National Weather Service, Phoenix', url: 'https://www.weather.gov/psr/' },
    },
    { label: 'July, day and night together', value: '96 °F on average', source: climateNormals('Sky Harbor') },
  ],
  faqs: ['faq-no-cooling', 'faq-property-managers', 'faq-emergency', 'faq-after-hours'],
  seo: {
    title: 'AI phone assistant for HVAC companies in Phoenix',
    description:
      'How Ductwise answers Phoenix no-cooling calls: who is in the house, rooftop package units, monsoon dust, and the cooling rule for rentals.',
  },
}
