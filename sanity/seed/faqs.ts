import { orderRank } from './build/order-rank.ts'
import { prose } from './build/prose.ts'
import type { SeedDocument, TextBlock } from './types.ts'

function faq(id: string, question: string, answer: TextBlock[]): SeedDocument {
  return { _id: id, _type: 'faqItem', question, answer }
}

/** How customers' data is kept: shown in the trust section of every page. */
export const trustFaqs = [
  faq(
    'faq-data-security',
    'How is my customers’ data kept safe?',
    prose(
      'It is encrypted on the way and where it is stored, and each company’s calls, transcripts and contacts are kept apart from every other’s: the database itself answers nothing to a question that forgets whose data it is about. Only the people you invite can open them, and the log says who opened which call, transcript, recording or lead.',
    ),
  ),
  faq(
    'faq-access',
    'How does it connect to my other software?',
    prose(
      'Through OAuth 2.0 or an API key, with **read-only access by default**. It can see free windows in your calendar without being able to change anything. Writing, such as entering a visit, is a permission you switch on yourself, one system at a time.',
    ),
  ),
  faq(
    'faq-revoke',
    'Can I take that access back?',
    prose(
      'Yes, at any time, under Integrations in your dashboard. Removing a connection ends its access at once, and at the provider too where that can be done from outside; jobs already booked stay in your calendar. You can also revoke it on the other side, where you granted it.',
    ),
  ),
  faq(
    'faq-retention',
    'How long do you keep calls?',
    prose(
      'Only as long as your retention policy says. You set how many days recordings, transcripts, calls and leads stay, separately, and they are deleted in the night after the time is up. What we store is limited to what a booking needs.',
    ),
  ),
]

const generalFaqs = [
  faq(
    'faq-says-it-is-ai',
    'Does it tell callers it is not a person?',
    prose(
      'Yes. It introduces itself as your company’s automated assistant, and it says so again to anyone who asks. We would not want to be fooled on the phone either.',
    ),
  ),
  faq(
    'faq-emergency',
    'What if someone smells gas?',
    prose(
      'It stops asking questions. It tells the caller to leave the house, not to touch switches, and to call 911 and the gas utility from outside, as [public safety bodies say](post-gas-smell-and-carbon-monoxide-calls). For a carbon monoxide alarm it says to get out and call 911. Then it pages the person you named. It does not sell a visit first.',
    ),
  ),
  faq(
    'faq-languages',
    'Which languages does it speak?',
    prose(
      'English and Spanish, and it switches when the caller does. For any other language it takes a name and a number, says that a person will call back, and marks the language for you.',
    ),
  ),
  faq(
    'faq-after-hours',
    'What happens to calls after hours?',
    prose(
      'You decide. It can book the first morning window, offer an after-hours visit at the fee you set, or wake the technician on call for the cases you choose. The fee is told to the caller before anything is booked.',
    ),
  ),
  faq(
    'faq-does-not-know',
    'What if it does not know the answer?',
    prose(
      'It says so, takes the question down word for word, and gives it to the person you named, with the caller’s number. It does not guess at a repair, a price you have not published, or a warranty.',
    ),
  ),
  faq(
    'faq-own-number',
    'Do I have to change my phone number?',
    prose(
      'No. You keep your number and forward calls when you want to: when you close, when nobody picks up, when every line is busy, or always. Turning it off is the same setting at your phone company.',
    ),
  ),
  faq(
    'faq-pricing',
    'How is it priced?',
    prose(
      'By the month, according to how many calls it answers, agreed in writing before anything is switched on. There is no fee per booked job, so it gains nothing from booking a bad one.',
    ),
  ),
  faq(
    'faq-service-area',
    'Does it know where we work?',
    prose(
      'It knows the ZIP codes you enter, which crew covers which, and which jobs you take only nearby. A caller outside the area hears that straight away, without answering ten questions first.',
    ),
  ),
]

const localFaqs = [
  faq(
    'faq-tenant-or-owner',
    'Can it tell a tenant from an owner?',
    prose(
      'It asks. A tenant’s call is written down in full, with the room temperature and the apartment, but nothing that costs money is booked before the owner, agent or super has agreed. You choose who that is for each building you look after.',
    ),
  ),
  faq(
    'faq-heat-law',
    'Does it know the city’s heat rules?',
    prose(
      'It knows the dates and the temperatures and notes when a call falls under them, so you can put it first. It gives no legal advice: a caller who asks about rights is pointed to 311.',
    ),
  ),
  faq(
    'faq-cold-snap',
    'What if forty people call at once?',
    prose(
      'Each one is answered; nobody waits for a line. It asks everyone the same safety questions, sorts the calls by who is in the house and how cold it is, and offers windows only while you still have some. After that it says so, and keeps a waiting list in order.',
    ),
  ),
  faq(
    'faq-no-cooling',
    'How does it decide which house goes first?',
    prose(
      'By your rules. For example: infants, older people and illness first, then the indoor temperature, then how long it has been. The list shows how urgent each call is, its card the rule that was followed, and you can change either the urgency or the window.',
    ),
  ),
  faq(
    'faq-property-managers',
    'Can a property manager report several units?',
    prose(
      'Yes, in one call. It takes the units one after the other, asks which system each has and who will open the door, and books them as one job with one contact.',
    ),
  ),
  faq(
    'faq-smoke',
    'What does it say when there is smoke?',
    prose(
      'It asks about the filter and the outside air intake, and books a check. Health questions go elsewhere: for trouble breathing it says to call 911, and for air quality it points to [AirNow](https://www.airnow.gov/), the federal air quality site.',
    ),
  ),
  faq(
    'faq-heat-pump',
    'Does it understand heat pumps?',
    prose(
      'It knows the words callers read off the thermostat, such as AUX and EM HEAT, and the difference between frost and a block of ice. It writes those down. Finding the cause stays with your technician.',
    ),
  ),
  faq(
    'faq-water-dripping',
    'Water is dripping now. What does it say?',
    prose(
      'To switch the system off at the thermostat, put something under the drip, and keep away from wet wiring. Then it books the earliest visit and notes where the air handler stands.',
    ),
  ),
  faq(
    'faq-maintenance-plan',
    'Does it recognize maintenance customers?',
    prose(
      'If your customer list is connected, yes: by phone number, then by address. Plan members get the windows and the fees you promised them, and are asked fewer questions.',
    ),
  ),
]

const pricingFaqs = [
  faq(
    'faq-what-is-a-call',
    'What counts as an answered call?',
    prose(
      'A call in which someone spoke with the assistant. Calls that end in the first ten seconds, and those from the numbers of your people on call, are not counted. Your dashboard counts those of this month, and leads to the list of the month’s calls, so you can check it.',
    ),
  ),
  faq(
    'faq-over-the-plan',
    'What happens in the week of the cold snap?',
    prose(
      'It goes on answering. Nobody is cut off because a number was reached. Calls above the plan are charged one by one, at the price that stands on the plan and in your agreement, so you know it before the cold does.',
    ),
  ),
  faq(
    'faq-cancel',
    'How do I stop?',
    prose(
      'Turn off forwarding at your phone company, and calls ring with you again in the same minute. Then tell us that you want to stop. Monthly plans end with the month, yearly ones with the year.',
    ),
  ),
  faq(
    'faq-trial',
    'Can I try it beside my own people?',
    prose(
      'Yes. Forward only the calls nobody picks up, for two weeks. Your people stay first, and you hear what it does with the rest. Our article on [listening to ten calls](post-listen-to-ten-of-your-calls) has a score sheet for both.',
    ),
  ),
]

const searchFaqs = [
  faq(
    'faq-search-ranking',
    'Can you promise a place in the results?',
    prose(
      'No. The order is for the search engine to decide. We can promise the work: which pages are written, what is corrected in your profile, and a list of the calls that came from it.',
    ),
  ),
  faq(
    'faq-search-town-pages',
    'Should I have a page for every town?',
    prose(
      'Only for towns you serve and have something to say about. Google’s [spam policies](https://developers.google.com/search/docs/essentials/spam-policies) name pages made only to catch similar searches and send people elsewhere. We would rather write ten pages with you than copy a hundred.',
    ),
  ),
  faq(
    'faq-search-reviews',
    'Do you write reviews for us?',
    prose(
      'Never. We help you ask every customer the same way, once, after the visit, with a link and no reward. What they write is theirs.',
    ),
  ),
  faq(
    'faq-search-ownership',
    'Who owns the pages and the profile?',
    prose(
      'You do. Everything is made in your accounts, with access you gave us and can take back. When we part, the pages, the profile and the numbers stay with you.',
    ),
  ),
]

const groups: [group: string, documents: SeedDocument[]][] = [
  ['product', generalFaqs],
  ['pricing', pricingFaqs],
  ['trust', trustFaqs],
  ['local', localFaqs],
  ['search', searchFaqs],
]

/** Every question, with the list of the desk it is in and its place there. */
export const faqs: SeedDocument[] = groups
  .flatMap(([group, documents]) => documents.map((document) => ({ ...document, group })))
  .map((document, position) => ({ ...document, orderRank: orderRank(position) }))
