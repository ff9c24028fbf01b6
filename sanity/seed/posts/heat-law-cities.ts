import { article, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const heatLawCities: Post = {
  title: 'No-heat calls where heat is the law',
  slug: 'no-heat-calls-and-heat-laws',
  excerpt:
    'In some cities a cold apartment is a violation with a clock on it. Four sets of rules side by side, and what they change about the way you take the call.',
  publishedAt: '2026-10-01T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-emergencies',
  coverAlt: 'Drawing: fins of a long heating season in ember, a short ice-blue summer hanging below them.',
  body: article(
    'A homeowner without heat is uncomfortable. A landlord without heat is uncomfortable and, in some cities, in breach of a rule with dates and temperatures in it. That changes who calls you, how soon they need you, and what they need in writing afterwards. It does not change the first question, which is always whether everyone is safe.',
    '## Four rules side by side',
    'We read these on public pages in the fall of 2026. Rules change, exceptions are long, and nothing here is legal advice: follow the links before you rely on a number.',
    table(
      'Minimum indoor temperature in rented homes',
      ['Where', 'Season', 'By day', 'By night'],
      [
        'New York City',
        'October 1 to May 31',
        '68 °F, 6 a.m. to 10 p.m., when it is below 55 °F outside',
        '62 °F, 10 p.m. to 6 a.m.',
      ],
      ['Chicago', 'September 15 to June 1', '68 °F, 8:30 a.m. to 10:30 p.m.', '66 °F, 10:30 p.m. to 8:30 a.m.'],
      ['Massachusetts', 'September 15 to May 31', '68 °F, 7 a.m. to 11 p.m.', '64 °F, 11:01 p.m. to 6:59 a.m.'],
      ['Philadelphia', 'October 1 to April 30, and cold days in May and September', '68 °F', '68 °F'],
    ),
    'Sources: the [New York State courts](https://nycourts.gov/COURTS/nyc/housing/heatrequirements.shtml) for New York City; Chicago’s [Department of Buildings](https://www.chicago.gov/city/en/depts/bldgs/supp_info/chicago-heat-ordinance.html); the text of 105 CMR 410.180 as the [City of Malden](https://www.cityofmalden.org/186/Residential-Temperature-Requirements) quotes it; and the [Philadelphia Inquirer](https://www.inquirer.com/philly-tips/how-to-report-rental-unit-apartment-heat-heating-issue-philadelphia.html) for Philadelphia.',
    'Two details are easy to miss. In Massachusetts a board of health may move the ends of the season within limits. In Chicago, buildings heated and cooled by one shared system have milder numbers at the two ends of the season.',
    '## What changes on the phone',
    '### The caller may not be the customer',
    'A tenant reports, an owner pays, and between them stands a super or an agent. Take the tenant’s report in full, because it is the freshest you will get, and book nothing that costs money until someone who may agree to it has agreed.',
    '### Temperatures belong in the note',
    'If the matter is ever argued about, three facts will be asked for: the indoor temperature, the time it was read, and where in the room. Ask for them on the first call. Malden’s page shows how exact it can get: five feet above the floor, more than five feet from the exterior wall.',
    '### The owner is on a clock',
    'Chicago’s ordinance knows fines for each day and violation. An owner who calls on Friday at five is not being difficult. Offer the real first window, and say honestly when it is not tonight.',
    '- Address, and the number of units without heat',
    '- One boiler for all, or a furnace for each apartment',
    '- Indoor temperature, time of reading, room',
    '- Who lets you in, and who may agree to a price',
    '- Whether the city has been called, and the complaint number if there is one',
    '## What not to say',
    'Do not tell a tenant what their rights are, and do not tell an owner what they can get away with. In New York and Chicago, 311 is the public number for that; elsewhere, look up the one of your city. A heating company that gives legal opinions on the phone collects trouble from both sides.',
    note(
      'Our assistant knows the dates and temperatures for the cities we have written pages for. It marks such calls so that you can put them first. It does not explain the law; a caller who asks is pointed to 311.',
    ),
    '## Get ready before the first cold night',
    'A system nobody has started since spring is better tried before it is needed. Two weeks before the season opens in your city, write to every building you look after.',
    '1. Ask the super to start the boiler for an hour on a named day.',
    '1. Ask for three readings: supply pressure, one near radiator, one far radiator.',
    '1. Book whatever does not come up while you still have windows.',
    '1. Update the list of keys, codes and night numbers.',
    tip(
      'Keep the letter as a template with the dates of your own city in it. The work is done once; each fall you only change the year.',
    ),
    '## A page for the wall',
    'Cut the table down to your own city, add the number of your complaint line, and hang it beside the phone. Anyone who answers, human or not, should be able to see at a glance whether tonight’s call falls inside the season. For New York and Chicago we keep the facts on the [New York](city-new-york) and [Chicago](city-chicago) pages.',
  ),
  seo: {
    title: 'No-heat calls and heat laws: NYC, Chicago, Philly, Mass.',
    description:
      'Minimum temperatures and seasons in four places with sources, and what they change about taking a no-heat call from a tenant, a super or an owner.',
  },
}
