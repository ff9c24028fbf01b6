import { prose } from '../build/prose.ts'
import { climateNormals } from '../sources.ts'
import type { City } from '../types.ts'

const heatRules = {
  name: 'NYC 311, Residential heat and hot water requirements',
  url: 'https://portal.311.nyc.gov/article/?kanumber=KA-01036',
}

export const newYork: City = {
  name: 'New York',
  slug: 'new-york',
  state: 'New York',
  headline: 'One boiler, sixty doors, one ringing phone',
  intro:
    'Much of a New York service call is finding out who may let you in. Ductwise asks for the building, the apartment, the super and the system, so the truck reaches the right door with the right part on board.',
  summary: 'Steam risers, window units and co-op boards: it asks who lets you in before it books.',
  imageAlt:
    'Drawing: a duct climbs and falls like risers through floors, above a year of New York: tall ember fins in winter, a short ice-blue summer.',
  monthlyMeanF: [34, 36, 43, 54, 63, 72, 78, 76, 69, 58, 48, 39],
  climateSource: climateNormals('Central Park'),
  sections: [
    {
      heading: 'Is it one radiator or the whole line?',
      body: prose(
        'When a riser goes cold, the first person to call may not be the one who pays. Ductwise asks three things before it offers a time, because the answers decide whose job it is:',
        '- Is it one radiator, one room, or every room on that line?',
        '- Do the neighbors above and below have heat?',
        '- Who looks after the boiler: a super, a managing agent, or the caller?',
        'A single banging radiator goes into your normal day. A cold line is marked as a building call, with the agent’s name and number beside it.',
      ),
    },
    {
      heading: 'From October to May, heat is law',
      body: prose(
        'During heat season the city expects at least 68 °F indoors by day when it is below 55 °F outside, and 62 °F at night whatever the weather. A tenant below those numbers may call 311, so the owner who calls you may be in a hurry.',
        'The assistant writes down the room temperature, when it was read, and whether a complaint has been filed. It does not give legal advice, and it says so when asked.',
      ),
    },
    {
      heading: 'Window units, sleeves and the co-op board',
      body: prose(
        'In June the questions change. A through-the-wall unit needs the sleeve’s size and the plug’s voltage. A split system needs a place for the condenser and, in many co-ops, a board’s yes.',
        'Ductwise asks whether the building wants a certificate of insurance, which hours it allows work, and whether an alteration agreement exists. If the caller does not know, it texts them the list to take to the managing agent, and books an estimate instead of an installation.',
      ),
    },
    {
      heading: 'Stairs, elevators and where to park',
      body: prose(
        'A fifth-floor walk-up and a doorman building with a freight elevator are different jobs, and the address does not say which. The assistant asks for the floor, the way up, the key to the roof or cellar, and a phone number that will be answered at the door. All of it stands on the job before the driver leaves the shop.',
      ),
    },
  ],
  localFacts: [
    { label: 'Heat season', value: 'October 1 to May 31', source: heatRules },
    {
      label: 'Indoors by day, when it is below 55 °F outside',
      value: 'At least 68 °F, 6 a.m. to 10 p.m.',
      source: heatRules,
    },
    { label: 'Indoors at night', value: 'At least 62 °F, 10 p.m. to 6 a.m.', source: heatRules },
    {
      label: 'Mid-size apartment houses heated by steam',
      value: '86 percent (estimate, 5,000 to 50,000 sq ft)',
      source: {
        name: 'Urban Green Council, Demystifying Steam: Smaller Buildings',
        url: 'https://www.urbangreencouncil.org/content/projects/demystifying-steam-smaller-buildings',
      },
    },
  ],
  faqs: ['faq-tenant-or-owner', 'faq-heat-law', 'faq-after-hours', 'faq-emergency', 'faq-languages'],
  seo: {
    title: 'AI phone assistant for HVAC companies in New York',
    description:
      'How Ductwise answers New York heating calls: steam risers, heat season rules, window units, co-op boards, and who has the key to the cellar.',
  },
}
