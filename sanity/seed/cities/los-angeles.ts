import { prose } from '../build/prose.ts'
import { climateNormals } from '../sources.ts'
import type { City } from '../types.ts'

const coolingRule = {
  name: 'Cool Healthy Homes, Los Angeles County cooling ordinance',
  url: 'https://coolhealthyhomes.org/renter/enforcement',
}

export const losAngeles: City = {
  name: 'Los Angeles',
  slug: 'los-angeles',
  state: 'California',
  headline: 'Two climates on one freeway, then smoke',
  intro:
    'Near the water a house may have no cooling at all; over the hill it runs for months. Ductwise asks where the house stands before it asks what is wrong, and sends the job to the crew that works that side.',
  summary: 'Coast or Valley, wall furnace or heat pump, clear air or smoke: it asks in that order.',
  imageAlt:
    'Drawing: one wide duct runs from low on the left to high on the right, above a year of Los Angeles temperatures that hardly leave the comfort line.',
  monthlyMeanF: [58, 59, 61, 64, 66, 69, 73, 75, 74, 69, 63, 58],
  climateSource: climateNormals('Downtown Los Angeles'),
  sections: [
    {
      heading: 'The coast and the Valley are two territories',
      body: prose(
        'On the same afternoon a caller in Venice asks whether a heater can wait, and a caller in Woodland Hills has a compressor that cannot keep up. Ductwise takes the ZIP code first. You draw the lines: which crew takes which side, how far apart two jobs may lie, and when the 405 makes a four o’clock visit a promise nobody can keep.',
      ),
    },
    {
      heading: 'An old wall furnace becomes an estimate',
      body: prose(
        'When an old wall or floor furnace will not light, the caller may want to talk about replacing it, and that is a different visit from a repair. The assistant asks:',
        '- Are there ducts, and where do they run?',
        '- How many amps does the main breaker say?',
        '- Is there a side yard or a roof where an outdoor unit may stand?',
        '- Do you own the house, and will everyone who decides be there?',
        'With those answers it books the person who sells heat pumps, for long enough, and not the one who cleans pilots.',
      ),
    },
    {
      heading: 'When the smoke comes, so do calls',
      body: prose(
        'Wildfire smoke can make a quiet day loud. Callers may ask for a better filter and whether to run the fan. Ductwise asks for the filter’s size and thickness and whether the system draws air from outside. How fine a filter may be depends on what the blower can pull through, so it books a check of the blower and does not promise a filter by phone.',
        'Anyone who reports trouble breathing is told to hang up and call 911.',
      ),
    },
    {
      heading: 'Rental homes get an upper limit',
      body: prose(
        'Los Angeles County has set a maximum indoor temperature for rental homes in its unincorporated areas, enforced from January 2027, and cities may adopt it. Landlords will call to ask what it means for a building without cooling. The assistant notes the address, the number of units and what cools them today, and leaves what the law requires to you and to the county.',
      ),
    },
  ],
  localFacts: [
    {
      label: 'Rental homes, unincorporated county',
      value: 'No more than 82 °F in habitable rooms',
      source: coolingRule,
    },
    {
      label: 'The county’s limit applies from',
      value: 'January 1, 2027 (small landlords: in steps to 2032)',
      source: coolingRule,
    },
    {
      label: 'Coolest and warmest month',
      value: '58 °F and 75 °F on average: 17 degrees apart',
      source: climateNormals('Downtown Los Angeles'),
    },
  ],
  faqs: ['faq-service-area', 'faq-smoke', 'faq-languages', 'faq-does-not-know'],
  seo: {
    title: 'AI phone assistant for HVAC companies in Los Angeles',
    description:
      'How Ductwise answers Los Angeles calls: coast or Valley, wall furnaces and heat pumps, wildfire smoke, and the county’s limit for rentals.',
  },
}
