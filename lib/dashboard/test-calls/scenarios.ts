import { CALL_FACTS, CALL_FACT_NAMES } from '../model/call.ts'
import { INTENTS } from '../model/intent.ts'
import { URGENCIES } from '../model/lead.ts'
import { formatPhone } from '../../values/phone.ts'
import { formatDay, formatTime } from '../../platform/time/zone.ts'
import { type Conversation, playConversation } from '../assistant/conversation.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions, type Language } from '../model/instructions.ts'
import type { BookedVisit, Decision, RuleSettings } from '../assistant/rules.ts'
import * as results from './results.ts'

/* The page runs the rules on these calls when it renders, and tests use the same calls. All results are computed. */

const WEEKDAY_HOURS = { from: '08:00', to: '17:00' }

/** Settings of the fictional company, which is on the Front desk plan. */
const SETTINGS: RuleSettings = {
  timeZone: 'America/Chicago',
  closedDays: [],
  closedOnHolidays: false,
  hours: { mon: WEEKDAY_HOURS, tue: WEEKDAY_HOURS, wed: WEEKDAY_HOURS, thu: WEEKDAY_HOURS, fri: WEEKDAY_HOURS },
  serviceArea: [
    { zip: '60614', crew: 'North' },
    { zip: '60601', crew: 'Loop' },
  ],
  greeting: null,
  onCall: [
    { name: 'Alex', phone: '+13125550190', hours: { from: '17:00', to: '08:00' } },
    { name: 'Sam', phone: '+13125550192', hours: null },
  ],
  pagingMinutes: 10,
}

const INSTRUCTIONS: Instructions = {
  ...DEFAULT_INSTRUCTIONS,
  fees: { visit: 'A visit is $89, credited to the repair.', afterHours: 'After hours a visit is $149.' },
  jobs: {
    taken: [],
    refused: [{ job: 'window unit', words: 'I am sorry: we do not repair window units.' }],
  },
  brands: { served: [], refused: [] },
  answers: [
    {
      question: 'Do you honor the manufacturer’s warranty?',
      answer: 'Yes, with the model and serial number at hand.',
    },
  ],
}

const FEES = [INSTRUCTIONS.fees.visit ?? '', INSTRUCTIONS.fees.afterHours ?? '']

/** Times of the calls in Chicago: Sunday 2 AM, Tuesday 10 AM, Friday 6:30 PM. */
const NIGHT = '2026-03-01T08:00:00Z'
const MORNING = '2026-03-03T16:00:00Z'
const EVENING = '2026-03-07T00:30:00Z'

const VISITS: readonly BookedVisit[] = [
  {
    id: 'sample-visit',
    phone: '+12125550143',
    startsAt: new Date('2026-03-05T16:00:00Z'),
    endsAt: new Date('2026-03-05T18:00:00Z'),
  },
]

type Scenario = {
  id: string
  title: string
  at: string
  lines: readonly string[]
  /** Expected result. `results` compute the actual one, and `isMet` checks it. */
  wish: string
  results: readonly results.ResultCheck[]
  isMet: (decision: Decision, conversation: Conversation) => boolean
}

const CALLER_LINES = ['Ada Example', '(646) 555-0119'] as const
const HOME_ADDRESS = '12 Maple Street, 60614'

const hasAssistantLine = ({ lines }: Conversation, pattern: RegExp) =>
  lines.some(({ speaker, text }) => speaker === 'assistant' && pattern.test(text))

const isEmergency = ({ outcome, paged }: Decision) => outcome === 'emergency' && (paged?.length ?? 0) > 0

const SCENARIOS: readonly Scenario[] = [
  {
    id: 'gas-smell',
    title: 'Smells gas at night',
    at: NIGHT,
    lines: ['I smell gas in the basement, near the furnace.', HOME_ADDRESS, ...CALLER_LINES],
    wish: 'The caller is told to leave the house, then call 911 and the gas utility. The on-call tech is paged.',
    results: [
      results.quoteAssistant(/Leave the house now/, /Call 911 from outside/, /your gas utility as well/),
      results.describePaging,
    ],
    isMet: (decision, call) => isEmergency(decision) && hasAssistantLine(call, /^Leave the house/),
  },
  {
    id: 'carbon-monoxide',
    title: 'Carbon monoxide alarm',
    at: NIGHT,
    lines: ['The carbon monoxide alarm keeps going off.', HOME_ADDRESS, ...CALLER_LINES],
    wish: 'The caller is told to leave the house. The on-call tech is paged.',
    results: [results.quoteAssistant(/Leave the house now/), results.describePaging],
    isMet: (decision, call) => isEmergency(decision) && hasAssistantLine(call, /^Leave the house/),
  },
  {
    id: 'sparks',
    title: 'Furnace is sparking',
    at: MORNING,
    lines: ['There are sparks coming out of the furnace.', HOME_ADDRESS, ...CALLER_LINES],
    wish: 'An emergency, at any hour.',
    results: [results.describeOutcome, results.describeHours],
    isMet: isEmergency,
  },
  {
    id: 'detector-battery',
    title: 'Smoke detector with a low battery',
    at: NIGHT,
    lines: ['The smoke detector chirps once a minute, I think it needs a new battery.'],
    wish: 'Not an emergency. A low battery pages no one.',
    results: [results.describeUrgency, results.describePaging],
    isMet: ({ urgency, paged }) => urgency.name !== 'now' && paged === null,
  },
  {
    id: 'baby',
    title: 'No heat, baby in the house',
    at: NIGHT,
    lines: [
      'We have no heat, it is 58 degrees in here.',
      'No, nothing like that. But we have a baby.',
      HOME_ADDRESS,
      ...CALLER_LINES,
    ],
    wish: 'No heat with a baby is an emergency, even if mentioned one line apart.',
    results: [results.describeOutcome, results.quoteCaller(/no heat/, /a baby/)],
    isMet: isEmergency,
  },
  {
    id: 'elderly',
    title: 'No heat, 91-year-old mother',
    at: NIGHT,
    lines: ['There is no heat, and my mother is 91.', 'No.', HOME_ADDRESS, ...CALLER_LINES],
    wish: 'No heat with a 91-year-old is an emergency.',
    results: [results.describeOutcome, results.describeRule],
    isMet: isEmergency,
  },
  {
    id: 'no-heat',
    title: 'No heat on a weekday',
    at: MORNING,
    lines: ['Our heat is out since last night.', 'No.', HOME_ADDRESS, ...CALLER_LINES, 'The first one works.'],
    wish: 'Urgency Today. The visit is booked into the window the caller picks.',
    results: [results.describeUrgency, results.describeBooking, results.describeChoice],
    isMet: ({ urgency, outcome, chosen }) => urgency.name === 'today' && outcome === 'booked' && chosen !== null,
  },
  {
    id: 'no-cooling',
    title: 'Weak AC',
    at: MORNING,
    lines: ['The air conditioner is not cooling well.', 'No.', HOME_ADDRESS, ...CALLER_LINES, 'The second, please.'],
    wish: 'Urgency This week. The visit is booked into the second window.',
    results: [results.describeUrgency, results.describeBooking, results.describeChoice],
    isMet: ({ urgency, outcome, windows, chosen }) =>
      urgency.name === 'soon' && outcome === 'booked' && chosen?.startsAt.getTime() === windows[1]?.startsAt.getTime(),
  },
  {
    id: 'leak',
    title: 'Water through the ceiling',
    at: MORNING,
    lines: [
      'It is dripping through the ceiling under the air handler.',
      'No.',
      HOME_ADDRESS,
      ...CALLER_LINES,
      'The first one.',
    ],
    wish: 'Urgency Today. The visit is booked.',
    results: [results.describeUrgency, results.describeBooking],
    isMet: ({ urgency, outcome }) => urgency.name === 'today' && outcome === 'booked',
  },
  {
    id: 'spanish',
    title: 'Speaks Spanish',
    at: MORNING,
    lines: [
      'Hola, mi calefacción no funciona.',
      'No.',
      HOME_ADDRESS,
      'Me llamo Ana Ejemplo',
      '(212) 555-0143',
      'La primera.',
    ],
    wish: 'Answered in Spanish. Urgency Today, and the visit is booked.',
    results: [results.describeLanguage, results.describeUrgency, results.describeBooking],
    isMet: ({ language, urgency, outcome }) => language === 'es' && urgency.name === 'today' && outcome === 'booked',
  },
  {
    id: 'a-person',
    title: 'Asks for a person',
    at: MORNING,
    lines: ['I do not talk to machines. Put me through to a person.'],
    wish: 'Transferred to the office, which is open.',
    results: [results.quoteAssistant(/I am putting you through to the office/), results.describeHours],
    isMet: ({ outcome, next }, call) =>
      outcome === 'transferred' && next === null && hasAssistantLine(call, /putting you through/),
  },
  {
    id: 'out-of-area',
    title: 'Outside the service area',
    at: MORNING,
    lines: ['The furnace makes a strange noise.', 'No.', '7 Elm Street, 00501'],
    wish: 'The caller hears it right after giving the ZIP code, with no further questions.',
    results: [results.quoteAssistant(/we do not serve 00501/), results.describeNoFurtherQuestions],
    isMet: ({ outcome, next }, call) =>
      outcome === 'declined' && next === null && hasAssistantLine(call, /do not serve 00501/),
  },
  {
    id: 'tenant',
    title: 'Tenant without the owner’s OK',
    at: MORNING,
    lines: [
      'I rent here, and the heater is not heating well.',
      'No.',
      '31 Pine Road, 60601',
      'Kim Example',
      '(212) 555-0144',
      'My landlord has to agree first.',
    ],
    wish: 'No visit is booked; the request goes to the office.',
    results: [
      results.describeNoVisit,
      results.describeOutcome,
      results.quoteAssistant(/The office will confirm the visit with you/),
    ],
    isMet: ({ outcome, chosen }) => outcome === 'requested' && chosen === null,
  },
  {
    id: 'price',
    title: 'Asks only about the price',
    at: MORNING,
    lines: ['How much is a visit?'],
    wish: 'The caller hears the company’s published price, and no other.',
    results: [results.quoteAssistant(/A visit is \$89, credited to the repair/), results.describePublishedPrices],
    isMet: (_, call) => hasAssistantLine(call, /\$89, credited/),
  },
  {
    id: 'night-fee',
    title: 'Won’t pay the after-hours fee',
    at: NIGHT,
    lines: [
      'The heat is out. How much is it to come now?',
      'No. That is too much, I can wait until Monday.',
      HOME_ADDRESS,
      ...CALLER_LINES,
      'The first one.',
    ],
    wish: 'The caller hears the after-hours fee, then books a weekday.',
    results: [results.quoteAssistant(/After hours a visit is \$149/), results.describeBooking],
    isMet: ({ outcome, note }, call) =>
      outcome === 'booked' && hasAssistantLine(call, /\$149/) && /heat/.test(note.problem ?? ''),
  },
  {
    id: 'warranty',
    title: 'Asks about the warranty',
    at: MORNING,
    lines: ['Do you honor the manufacturer’s warranty?'],
    wish: 'The caller hears the company’s own answer.',
    results: [results.quoteAssistant(/Yes, with the model and serial number at hand/)],
    isMet: ({ answer }) => answer !== null,
  },
  {
    id: 'wrong-number',
    title: 'Wrong number',
    at: EVENING,
    lines: ['Oh, sorry, wrong number.'],
    wish: 'No lead, no request, and no one is paged.',
    results: [results.describeOutcome, results.describeNoLead, results.describePaging],
    isMet: ({ outcome, paged, intent, next }) =>
      outcome === 'declined' && paged === null && intent === 'wrong-number' && next === null,
  },
  {
    id: 'angry',
    title: 'Angry customer',
    at: MORNING,
    lines: ['Your man was here yesterday and it still does not work! I want my money back.', ...CALLER_LINES],
    wish: 'No visit is offered. The call is flagged for the office.',
    results: [results.describeNoVisit, results.describePersonRequest],
    isMet: ({ chosen, attention, windows }) => chosen === null && attention !== null && windows.length === 0,
  },
  {
    id: 'cancel',
    title: 'Cancels a visit',
    at: MORNING,
    lines: ['I need to cancel my appointment.', 'two one two five five five oh one four three'],
    wish: 'The visit is found by its number, spoken digit by digit, and canceled.',
    results: [results.describeOutcome, results.quoteAssistant(/Call us any time if you need us/)],
    isMet: ({ outcome, visit }) => outcome === 'canceled' && visit !== null,
  },
  {
    id: 'reschedule',
    title: 'Moves a visit',
    at: MORNING,
    lines: ['Something came up, I need to move my appointment to another day.', '(212) 555-0143', 'The second one.'],
    wish: 'The visit is found, other windows are offered, and it is moved to the one the caller picks.',
    results: [results.describeOutcome, results.quoteAssistant(/I see your visit on [^.]*/), results.describeChoice],
    isMet: ({ outcome, chosen }) => outcome === 'rescheduled' && chosen !== null,
  },
  {
    id: 'status',
    title: 'Where is the technician?',
    at: MORNING,
    lines: ['Where is my technician?', '(212) 555-0143'],
    wish: 'The arrival window is repeated, no new visit is offered, and the office calls back.',
    results: [results.quoteAssistant(/You are on the schedule for [^.]*/), results.describePersonRequest],
    isMet: ({ attention, windows, intent }) => intent === 'status' && attention !== null && windows.length === 0,
  },
  {
    id: 'billing',
    title: 'Question about a bill',
    at: EVENING,
    lines: ['I have a question about my bill.', ...CALLER_LINES],
    wish: 'No gas question and no visit. The office calls back.',
    results: [results.describeNoVisit, results.describePersonRequest],
    isMet: ({ intent, attention }, call) =>
      intent === 'billing' && attention !== null && !hasAssistantLine(call, /gas/),
  },
  {
    id: 'refused-job',
    title: 'A job you don’t do',
    at: MORNING,
    lines: ['Can you fix my window unit?'],
    wish: 'Declined in the company’s own words.',
    results: [results.describeOutcome, results.quoteAssistant(/we do not repair window units/)],
    isMet: ({ outcome }, call) => outcome === 'declined' && hasAssistantLine(call, /do not repair window units/),
  },
  {
    id: 'maintenance',
    title: 'Spring tune-up',
    at: EVENING,
    lines: [
      'I would like a tune-up for the air conditioner.',
      'No.',
      HOME_ADDRESS,
      ...CALLER_LINES,
      'The third one is fine.',
    ],
    wish: 'Booked on a later day, so the next days stay open for emergencies.',
    results: [results.describeBooking, results.describeDaysAhead],
    isMet: ({ urgency, outcome }) => urgency.name === 'later' && outcome === 'booked',
  },
  {
    id: 'silence',
    title: 'Says nothing',
    at: EVENING,
    lines: ['…'],
    wish: 'Asked again. Nothing is made up.',
    results: [results.describeOutcome, results.describeNoFacts],
    isMet: ({ facts, next }) => Object.keys(facts).length === 0 && next === 'problem',
  },
]

export type TestCall = Pick<Scenario, 'id' | 'title' | 'wish'> & {
  /** Local time of the call, such as "Sun, Mar 1, 2:00 AM". */
  moment: string
  isMet: boolean
  /** Full transcript. The greeting is in English, the rest in the caller's language. */
  lines: { speaker: 'caller' | 'assistant'; text: string }[]
  language: Language
  happened: string[]
  window: string | undefined
  record: { label: string; value: string }[]
}

function buildRecord(decision: Decision): TestCall['record'] {
  const { urgency, note, attention, intent } = decision
  const rows: [label: string, value: string | null | undefined][] = [
    ['Outcome', results.describeDecisionOutcome(decision)],
    ['Reason', intent && INTENTS[intent]],
    ['Urgency', [URGENCIES[urgency.name], urgency.rule].filter(Boolean).join(': ')],
    ['Paged', results.formatPagedPeople(decision)],
    ['Needs attention', attention],
    ...CALL_FACT_NAMES.filter((name) => name !== 'urgency').map(
      (name) => [CALL_FACTS[name], name === 'phone' ? note.phone && formatPhone(note.phone) : note[name]] as const,
    ),
  ].map(([label, value]) => [label ?? '', value])
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export const buildTestCalls = (): TestCall[] =>
  SCENARIOS.map(({ isMet, at, lines, results: parts, ...scenario }) => {
    const moment = new Date(at)
    const call = playConversation({ settings: SETTINGS, instructions: INSTRUCTIONS, at: moment, visits: VISITS }, lines)
    return {
      ...scenario,
      lines: call.lines.map(({ speaker, text }) => ({ speaker, text })),
      language: call.decision.language,
      moment: `${formatDay(moment, SETTINGS.timeZone)}, ${formatTime(moment, SETTINGS.timeZone)}`,
      isMet: isMet(call.decision, call),
      happened: parts.flatMap((part) => part({ ...call, at: moment, timeZone: SETTINGS.timeZone, fees: FEES }) ?? []),
      window: call.decision.note.window,
      record: buildRecord(call.decision),
    }
  })
