import { article, note, table, tip, warning } from '../build/article.ts'
import type { Post } from '../types.ts'

export const monsoonSurge: Post = {
  title: 'Before the monsoon: storm calls in the desert',
  slug: 'monsoon-storm-calls',
  excerpt:
    'Dust, a power cut, then forty calls from six streets. How to ask the right things after a storm, and work down a neighborhood instead of across a county.',
  publishedAt: '2026-05-14T13:00:00Z',
  author: 'author-dispatch-desk',
  category: 'category-dispatch',
  coverAlt: 'Drawing: a duct over a roofline under a swirl of pressure lines, mostly ice-blue with one ember front.',
  body: article(
    'In the desert the cooling season has a second act. The National Weather Service in Phoenix [counts the monsoon](http://www.wrh.noaa.gov/psr/pns/2012/June/MonsoonAwarenessWeek.php?day=thu) from June 15 to September 30. For a cooling company that means evenings of dust and wind, power that goes and comes back, and a phone that rings from one part of town at a time.',
    '## The calls come in clumps',
    'A storm hits some streets and spares others. The calls that follow are not forty different problems. They are three or four, repeated along the path of the storm. If the person on the phone notices that, the crew drives one loop instead of a star.',
    '- Ask for the **cross street**, not only the address.',
    '- Ask whether **the neighbors** have cooling.',
    '- Ask whether the power went out, and whether it came back **at once or flickered**.',
    'Three calls from the same six blocks within an hour are a route. Mark them with one name, “Tuesday storm, north side”, and let one truck have them.',
    '## Four questions after a storm',
    table(
      'Ask, and write down the answer as it was said',
      ['Question', 'Why'],
      ['What does the unit do now: nothing, hum, run warm, ice?', 'Decides what goes on the truck'],
      ['Did the breaker trip, and did it trip again after one reset?', 'A second trip means it stays off'],
      ['When was the filter changed, and is there dust at the grilles?', 'A blocked filter looks like many things'],
      ['Roof or ground, tile or flat, ladder or hatch?', 'Who may go, with what, at what hour'],
    ),
    'Do not name a part on the phone. “It hums and does not start” has several causes, and a customer who was told “capacitor” at seven will hold you to the price of one at nine.',
    warning(
      'Nobody goes onto a roof for you. Not to look, not to take a photo. Wet tile, wind and a hot cabinet can hurt people, and none of it is worth a model number.',
    ),
    '## Heat changes the order',
    'No cooling in July is a matter of health before it is one of comfort. The Centers for Disease Control list what [heat stroke looks like](https://webharvest.gov/congress115th/20190108214725/https://www.cdc.gov/disasters/extremeheat/warning.html): high body temperature, hot skin, a fast strong pulse, headache, dizziness, nausea, confusion, losing consciousness. Their advice for it begins with calling 911 right away and moving the person to a cooler place. So ask how everyone is before you ask how the unit is.',
    '1. Anyone confused, faint or very hot: 911, and you get off the line.',
    '1. Infants, older people, pregnancy, illness: your next visit, and a cool place until then.',
    '1. Everyone else: by indoor temperature, then by route.',
    'For rented homes Phoenix has numbers in its [city code](https://phoenix.municipal.codes/CC/39-5): the cooling must be able to bring rooms down to 82 °F with air conditioning, 86 °F with an evaporative cooler. A property manager who calls about four units wants one conversation and one job.',
    '## In the weeks before June 15',
    'If May is quiet with you, use it:',
    '- Offer filter and coil visits to members in the dustiest parts of your map first.',
    '- Note roof access on every job while someone is up there anyway.',
    '- Stock for hums and flickers: capacitors, contactors, fuses, condenser fan motors.',
    '- Agree on what counts as a storm day, and who stays until nine.',
    '## Work the street',
    'An example. Eleven calls come from one neighborhood between six and eight in the evening. Spread over four trucks by order of call, with 25 minutes between stops, the driving is 11 × 25 = 275 minutes. Given to two trucks as loops, with the first drive 25 minutes each and 6 between neighbors, it is 2 × 25 + 9 × 6 = **104 minutes**. The 275 − 104 = 171 minutes saved are two visits of 85 minutes: 2 × 85 = 170. The figures are made up; measure your own town.',
    '### Tell people about the loop',
    '“We have a truck on your street from seven” is a promise people understand and pass over the fence. It brings the twelfth call too, so keep a slot.',
    note(
      'Our assistant asks about the storm and the power, and offers the windows you opened for that area. It leaves the cause to your technician.',
    ),
    '## When the dust has settled',
    'Two days later, ring the members along the path who did not call. A filter that looked fine before the storm may not be. It is a five-minute conversation, it is useful, and it comes from a company that remembered which street the storm was on. More on the city is on our [Phoenix page](city-phoenix).',
    tip('Keep a map with a pin for every storm call. After two seasons you know which streets to visit in May.'),
  ),
  seo: {
    title: 'Monsoon storm calls for cooling companies: how to sort',
    description:
      'How to ask after a dust storm or power cut, put people before units in the heat, group calls by street, and prepare in the weeks before June 15.',
  },
}
