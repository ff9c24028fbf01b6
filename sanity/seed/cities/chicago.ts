import { prose } from '../build/prose.ts'
import { climateNormals } from '../sources.ts'
import type { City } from '../types.ts'

const heatOrdinance = {
  name: 'City of Chicago, Department of Buildings, Chicago Heat Ordinance',
  url: 'https://www.chicago.gov/city/en/depts/bldgs/supp_info/chicago-heat-ordinance.html',
}

export const chicago: City = {
  name: 'Chicago',
  slug: 'chicago',
  state: 'Illinois',
  headline: 'The furnace quits on the coldest night',
  intro:
    'A cold snap does not send calls one at a time. When every line is busy, Ductwise answers the rest, sorts the houses with infants and freezing pipes from the ones with a spare heater, and fills your morning in that order.',
  summary: 'Cold snaps, two-flats and boilers: it sorts no-heat calls by who is in the house.',
  imageAlt:
    'Drawing: two ducts part ways as for an upper and a lower flat, above a year of Chicago: a long, tall winter in ember.',
  monthlyMeanF: [25, 29, 39, 50, 61, 71, 75, 74, 66, 54, 41, 31],
  climateSource: climateNormals('O’Hare'),
  sections: [
    {
      heading: 'What it asks when there is no heat',
      body: prose(
        'Safety comes first: gas smell, a carbon monoxide alarm, anyone who feels ill. If one of those is a yes, the caller is told to leave and call 911, for gas the utility too, and you are paged. Then it asks:',
        '- How warm is it inside now, and since when?',
        '- Who is in the house: infants, anyone old or ill?',
        '- Is the thermostat blank, and does the furnace try to start?',
        '- If the furnace vents through the side wall, is the pipe clear of snow and ice? Only look if it is safe.',
        '- Is there water in rooms that are going cold?',
        'The answers set the order of the morning. You can change it with one tap.',
      ),
    },
    {
      heading: 'In a two-flat, which furnace is it?',
      body: prose(
        'A two-flat may hold two furnaces in one basement, or one boiler for both floors, and the caller may own all of it or rent the upper half. Ductwise asks for the floor, whether the other flat has heat, where the equipment stands, and who has the basement key. If the caller rents, it asks for the owner’s number before it books anything that costs money.',
      ),
    },
    {
      heading: 'From September 15, heat is law',
      body: prose(
        'Chicago’s Heat Ordinance asks for 68 °F by day and 66 °F overnight in rented homes from September 15 to June 1, and an owner can be fined for each day without it. An owner who calls in January is working against that clock. The assistant marks rented buildings, counts the units without heat, and puts them where you told it to: beside the emergencies or right behind them.',
      ),
    },
    {
      heading: 'Boiler homes still want summer air',
      body: prose(
        'Radiators have no ducts, so the first warm week brings calls from people who want cooling in a house that was never built for it. Those are estimates, not repairs. Ductwise asks how many rooms, whether there is an attic to run small ducts through, and what the electric panel has left, then books the person who sells ductless and high-velocity systems.',
      ),
    },
  ],
  localFacts: [
    { label: 'Heat Ordinance', value: 'September 15 to June 1', source: heatOrdinance },
    {
      label: 'Rented homes, indoors',
      value: 'At least 68 °F from 8:30 a.m., 66 °F from 10:30 p.m.',
      source: heatOrdinance,
    },
    { label: 'Fine for an owner', value: 'Up to $1,000 a day for each violation', source: heatOrdinance },
    {
      label: 'Homes in two- to four-unit buildings',
      value: 'A quarter of the city’s housing units',
      source: {
        name: 'National Neighborhood Indicators Partnership, 2023',
        url: 'https://www.neighborhoodindicators.org/library/stories/new-policies-preserve-two-four-unit-housing-chicago',
      },
    },
  ],
  faqs: ['faq-cold-snap', 'faq-heat-law', 'faq-tenant-or-owner', 'faq-emergency', 'faq-after-hours'],
  seo: {
    title: 'AI phone assistant for HVAC companies in Chicago',
    description:
      'How Ductwise answers Chicago no-heat calls: cold snaps, two-flats, boilers, the Heat Ordinance, and which house goes first in the morning.',
  },
}
