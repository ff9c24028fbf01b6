import { prose } from '../build/prose.ts'
import { climateNormals } from '../sources.ts'
import type { City } from '../types.ts'

export const atlanta: City = {
  name: 'Atlanta',
  slug: 'atlanta',
  state: 'Georgia',
  headline: 'Heat pumps, crawl spaces and yellow pollen',
  intro:
    'With a heat pump one machine heats and cools, and the trouble can be water: in the air, in the pan, under the floor. Ductwise asks what the thermostat shows and where the air handler stands, and books by what it hears.',
  summary: 'Heat pumps, damp air and crawl spaces: it asks what the thermostat shows and where it drips.',
  imageAlt:
    'Drawing: a duct dips low as if under a floor, above a year of Atlanta temperatures balanced between heating and cooling.',
  monthlyMeanF: [45, 49, 56, 63, 71, 78, 81, 80, 75, 65, 54, 47],
  climateSource: climateNormals('Hartsfield–Jackson'),
  sections: [
    {
      heading: 'When auxiliary heat will not go off',
      body: prose(
        'On a cold morning a heat pump leans on its electric strips, and the caller sees it on the thermostat or on the bill. Ductwise asks which words are on the display, AUX or EM HEAT, whether the outdoor unit is iced over or just frosted, and whether the air from the vents is cool. A house that still warms can wait for the day. One that does not goes to the top.',
      ),
    },
    {
      heading: 'It says seventy-two and feels damp',
      body: prose(
        'A house can be cool and wet at once. Those callers do not say humidity; they say the sheets feel damp or the closet smells. The assistant asks about musty rooms, sweating vents, a full drain pan, and whether the system runs in short bursts. If water is dripping now, it tells the caller to switch the system off at the thermostat, and books that day.',
      ),
    },
    {
      heading: 'Yellow weeks fill filters and coils',
      body: prose(
        'When the pines and oaks let go, the outdoor unit turns yellow with everything else. Calls about weak air and sneezing come in the same weeks as your spring tune-ups. Ductwise asks when the filter was changed, what size it is, and whether the caller is on a maintenance plan, then offers a tune-up window before a repair slot.',
      ),
    },
    {
      heading: 'Somebody has to go under the house',
      body: prose(
        'In a crawl space, getting there is half the visit. The assistant asks where the hatch is and how high it is inside, whether there is standing water, a liner or a dog, and whether upstairs has a system of its own. Your technician knows before leaving the shop whether to bring coveralls.',
      ),
    },
  ],
  localFacts: [
    {
      label: 'New homes with a heat pump, South Atlantic, 2019',
      value: '75 percent of those started',
      source: {
        name: 'NAHB, Eye on Housing, from the Census Survey of Construction',
        url: 'https://eyeonhousing.org/2020/11/air-conditioning-and-heating-systems-in-new-homes-5/',
      },
    },
    {
      label: 'Highest pollen count measured, as of 2025',
      value: '14,801 on March 29, 2025',
      source: {
        name: 'Atlanta Allergy & Asthma',
        url: 'https://www.atlantaallergy.com/articles/view/582-atlanta-allergy--asthmas-pollen-count-cited-in-the-new-york-times',
      },
    },
    {
      label: 'January and July',
      value: '45 °F and 81 °F on average',
      source: climateNormals('Hartsfield–Jackson'),
    },
  ],
  faqs: ['faq-heat-pump', 'faq-water-dripping', 'faq-maintenance-plan', 'faq-does-not-know'],
  seo: {
    title: 'AI phone assistant for HVAC companies in Atlanta',
    description:
      'How Ductwise answers Atlanta calls: heat pumps on auxiliary heat, damp houses, pollen season, crawl spaces, and water where it should not be.',
  },
}
