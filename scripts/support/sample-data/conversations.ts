import type { CallFact, CallOutcome } from '../../../lib/calls/call.ts'
import type { Urgency } from '../../../lib/leads/lead.ts'

/** A line of a sample call: who speaks, what they say, and the facts in it as `[field, value, words that say it]`. */
type Line = [
  speaker: 'caller' | 'assistant',
  text: string,
  ...facts: [field: CallFact, value: string, quote?: string][],
]

/**
 * A call as it could be. In its texts `{name}`, `{first}`, `{address}`, `{zip}`, `{phone}` and `{window}` stand for what
 * differs from caller to caller.
 */
export type Conversation = {
  outcome: CallOutcome
  urgency: Urgency
  /** What the visit is for; a call without one is no lead. */
  job?: string
  /** Whether a window was agreed. */
  hasWindow: boolean
  problem: string
  safety?: string
  system?: string
  fee?: string
  /** Why a person has to look at it. */
  attention?: string
  rule?: string
  language?: string
  summary: string
  lines: Line[]
}

const GREETING = 'Sample Heating and Air, this is the automated assistant. What is going on?'
const WHO = 'Who am I speaking with, and what is the address?'

const noHeat: Conversation = {
  outcome: 'booked',
  urgency: 'now',
  job: 'No heat',
  hasWindow: true,
  problem: 'The furnace clicks but no flame, 58 inside',
  safety: 'Infant in the house, no gas smell',
  system: 'Gas furnace, about 15 years',
  fee: 'After-hours diagnostic fee told',
  rule: 'No heat below 60 °F with an infant: first window',
  summary:
    'Furnace clicks and does not light. 58 °F inside, infant in the house, no smell of gas. First window agreed, fee told.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'Our furnace keeps clicking but it does not light. It is 58 in here and we have a baby.',
      ['problem', 'The furnace clicks but no flame, 58 inside', 'keeps clicking but it does not light'],
      ['safety', 'Infant in the house, no gas smell', 'we have a baby'],
    ],
    ['assistant', 'Do you smell gas, or does a carbon monoxide alarm sound?'],
    ['caller', 'No, nothing like that.', ['urgency', 'Now', 'nothing like that']],
    ['assistant', WHO],
    [
      'caller',
      '{name}, {address}. It is a gas furnace, maybe fifteen years old.',
      ['name', '{name}', '{name}'],
      ['address', '{address}', '{address}'],
      ['system', 'Gas furnace, about 15 years', 'gas furnace, maybe fifteen years old'],
    ],
    ['assistant', 'I can send somebody {window}. The after-hours diagnostic fee is 149 dollars. Shall I book it?'],
    ['caller', 'Yes please.', ['fee', 'After-hours diagnostic fee told'], ['window', '{window}']],
    ['assistant', 'Booked, {first}. Keep the interior doors closed and the baby in the smallest room until then.'],
  ],
}

const gasSmell: Conversation = {
  outcome: 'emergency',
  urgency: 'now',
  job: 'Check after a gas smell',
  hasWindow: false,
  problem: 'Smell of gas beside the furnace',
  safety: 'Smell of gas: told to leave and call 911',
  attention: 'Smell of gas. The caller was told to leave and to call 911; call them back.',
  rule: 'Smell of gas: page the person on call',
  summary:
    'Smell of gas in the basement. Told to leave the house, touch no switches and call 911 from outside. You were paged.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'There is a strong smell of gas in my basement, right by the furnace.',
      ['problem', 'Smell of gas beside the furnace', 'strong smell of gas in my basement'],
      ['safety', 'Smell of gas: told to leave and call 911', 'smell of gas'],
    ],
    [
      'assistant',
      'Please leave the house now, do not touch any switches, and call 911 and the gas utility from outside. I am waking the person on call.',
    ],
    ['caller', 'OK, we are going. This is {name}.', ['name', '{name}', '{name}'], ['urgency', 'Now', 'we are going']],
  ],
}

const coAlarm: Conversation = {
  outcome: 'emergency',
  urgency: 'now',
  job: 'Check after a carbon monoxide alarm',
  hasWindow: false,
  problem: 'The carbon monoxide alarm went off',
  safety: 'Carbon monoxide alarm: told to leave and call 911',
  attention: 'Carbon monoxide alarm. The caller was told to leave and to call 911; call them back.',
  rule: 'Carbon monoxide alarm: page the person on call',
  summary: 'Carbon monoxide alarm beside the bedrooms. Told to leave and call 911. You were paged.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'My carbon monoxide alarm upstairs just went off and will not stop.',
      ['problem', 'The carbon monoxide alarm went off', 'carbon monoxide alarm upstairs just went off'],
      ['safety', 'Carbon monoxide alarm: told to leave and call 911', 'will not stop'],
    ],
    [
      'assistant',
      'Get everybody outside now and call 911 from there. Do not go back in. I am waking the person on call.',
    ],
    [
      'caller',
      'We are outside. {name}, {address}.',
      ['name', '{name}', '{name}'],
      ['address', '{address}', '{address}'],
    ],
  ],
}

const noCooling: Conversation = {
  outcome: 'booked',
  urgency: 'today',
  job: 'No cooling',
  hasWindow: true,
  problem: 'Blows warm air, 84 inside',
  system: 'Heat pump, the outdoor unit runs',
  summary: 'Heat pump blows warm, outdoor unit runs, 84 °F inside. Nobody at risk. Window agreed.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'The air is running but it only blows warm. It says 84 in the living room.',
      ['problem', 'Blows warm air, 84 inside', 'only blows warm'],
      ['urgency', 'Today', '84 in the living room'],
    ],
    ['assistant', 'Is there anybody in the house who does badly in the heat, an infant or somebody ill?'],
    ['caller', 'No, just us two.', ['safety', 'Nobody at risk', 'just us two']],
    ['assistant', 'What system is it, and does the unit outside run?'],
    ['caller', 'A heat pump. The fan outside turns.', ['system', 'Heat pump, the outdoor unit runs', 'A heat pump']],
    ['assistant', WHO],
    ['caller', '{name}, {address}.', ['name', '{name}', '{name}'], ['address', '{address}', '{address}']],
    ['assistant', 'The first window that is open is {window}. Would that do?'],
    ['caller', 'That works.', ['window', '{window}']],
  ],
}

const water: Conversation = {
  outcome: 'booked',
  urgency: 'today',
  job: 'Water at the air handler',
  hasWindow: true,
  problem: 'Water drips from the air handler in the attic',
  safety: 'Water near wiring: switched off at the thermostat',
  system: 'Air handler in the attic',
  rule: 'Water near wiring: earliest visit',
  summary:
    'Water through the ceiling below the air handler. System switched off at the thermostat. Earliest window agreed.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'Water is dripping through the ceiling, right under the unit in the attic.',
      ['problem', 'Water drips from the air handler in the attic', 'Water is dripping through the ceiling'],
      ['system', 'Air handler in the attic', 'the unit in the attic'],
    ],
    [
      'assistant',
      'Switch the system off at the thermostat, put something under the drip, and keep away from wet wiring.',
    ],
    ['caller', 'Done, it is off.', ['safety', 'Water near wiring: switched off at the thermostat', 'it is off']],
    ['assistant', WHO],
    ['caller', '{name}, {address}.', ['name', '{name}', '{name}'], ['address', '{address}', '{address}']],
    ['assistant', 'The earliest visit is {window}. Is somebody at home?'],
    ['caller', 'Yes, I am.', ['window', '{window}'], ['urgency', 'Today']],
  ],
}

const tuneUp: Conversation = {
  outcome: 'booked',
  urgency: 'later',
  job: 'Tune-up',
  hasWindow: true,
  problem: 'Wants the fall tune-up',
  system: 'Gas furnace and air conditioner',
  summary: 'Tune-up for furnace and air conditioner, no complaints. Window agreed.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'Nothing is broken. I would like the fall tune-up before it gets cold.',
      ['problem', 'Wants the fall tune-up', 'the fall tune-up'],
    ],
    ['assistant', 'Which systems should we look at?'],
    [
      'caller',
      'The furnace and the air conditioner.',
      ['system', 'Gas furnace and air conditioner', 'The furnace and the air conditioner'],
    ],
    ['assistant', WHO],
    ['caller', '{name}, {address}.', ['name', '{name}', '{name}'], ['address', '{address}', '{address}']],
    ['assistant', 'I have {window}. The tune-up is 119 dollars.'],
    ['caller', 'Good, put me down.', ['window', '{window}'], ['fee', 'Tune-up fee told'], ['urgency', 'No hurry']],
  ],
}

const priceQuestion: Conversation = {
  outcome: 'message',
  urgency: 'soon',
  job: 'Replacement estimate',
  hasWindow: false,
  problem: 'Asks what a new furnace costs',
  system: 'Gas furnace, more than 20 years',
  attention: 'Asked for a price that is not published. Call back.',
  summary:
    'Wants a price for a new furnace. Told that a person will call with an answer. House of about 1,800 square feet.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'What does a new furnace cost, roughly? Ours is over twenty years old.',
      ['problem', 'Asks what a new furnace costs', 'What does a new furnace cost'],
      ['system', 'Gas furnace, more than 20 years', 'over twenty years old'],
    ],
    [
      'assistant',
      'I do not know a price for that, and I will not guess. I take it down, and somebody from the office calls you back. How large is the house?',
    ],
    ['caller', 'About 1,800 square feet. {name} is my name.', ['name', '{name}', '{name}'], ['urgency', 'This week']],
  ],
}

const estimate: Conversation = {
  outcome: 'requested',
  urgency: 'soon',
  job: 'Replacement estimate',
  hasWindow: true,
  problem: 'Wants an estimate for a heat pump',
  system: 'Oil boiler, to be replaced',
  summary: 'Wants to replace an oil boiler by a heat pump. Asked for a visit in the afternoon; the office confirms.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'We want to get rid of the oil boiler and put in a heat pump. Can somebody come and look?',
      ['problem', 'Wants an estimate for a heat pump', 'put in a heat pump'],
      ['system', 'Oil boiler, to be replaced', 'the oil boiler'],
    ],
    ['assistant', WHO],
    [
      'caller',
      '{name}, {address}. Afternoons are best.',
      ['name', '{name}', '{name}'],
      ['address', '{address}', '{address}'],
    ],
    ['assistant', 'I ask the office for {window}. Somebody confirms it by tomorrow noon.'],
    ['caller', 'Fine.', ['window', '{window}'], ['urgency', 'This week']],
  ],
}

const outside: Conversation = {
  outcome: 'declined',
  urgency: 'soon',
  hasWindow: false,
  problem: 'No cooling, outside the area',
  summary: 'Caller from a ZIP code that is not served. Told so in the first minute.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'My air conditioner is dead. I am out in 99999.',
      ['problem', 'No cooling, outside the area', 'air conditioner is dead'],
      ['address', '99999', '99999'],
    ],
    ['assistant', 'We do not work in that area, so I do not want to take your time. I hope you find somebody soon.'],
  ],
}

const noise: Conversation = {
  outcome: 'booked',
  urgency: 'soon',
  job: 'Noise at the furnace',
  hasWindow: true,
  problem: 'The furnace rattles when it starts',
  system: 'Gas furnace, 8 years',
  summary: 'Rattling for about ten seconds at each start. Heats normally. Window agreed.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'It heats all right, but it rattles like a truck every time it starts.',
      ['problem', 'The furnace rattles when it starts', 'rattles like a truck every time it starts'],
    ],
    ['assistant', 'How old is the furnace, and since when does it do that?'],
    ['caller', 'Eight years. Since last week.', ['system', 'Gas furnace, 8 years', 'Eight years']],
    ['assistant', WHO],
    ['caller', '{name}, {address}.', ['name', '{name}', '{name}'], ['address', '{address}', '{address}']],
    ['assistant', 'I can offer {window}.'],
    ['caller', 'That suits me.', ['window', '{window}'], ['urgency', 'This week']],
  ],
}

const spanish: Conversation = {
  outcome: 'booked',
  urgency: 'today',
  job: 'No heat',
  hasWindow: true,
  problem: 'La calefacción no enciende desde anoche',
  safety: 'Grandmother of 81 in the house',
  system: 'Gas furnace',
  language: 'es',
  rule: 'No heat with an older person: first window',
  summary: 'Call in Spanish. No heat since last night, a woman of 81 in the house. First window agreed.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'Buenas, la calefacción no enciende desde anoche y mi abuela tiene 81 años.',
      ['problem', 'La calefacción no enciende desde anoche', 'la calefacción no enciende desde anoche'],
      ['safety', 'Grandmother of 81 in the house', 'mi abuela tiene 81 años'],
    ],
    ['assistant', '¿Huele a gas en la casa?'],
    ['caller', 'No, nada.', ['urgency', 'Today', 'nada']],
    ['assistant', '¿Cómo se llama y cuál es la dirección?'],
    ['caller', '{name}, {address}.', ['name', '{name}', '{name}'], ['address', '{address}', '{address}']],
    ['assistant', 'Puedo enviar a alguien: {window}.'],
    ['caller', 'Sí, gracias.', ['window', '{window}']],
  ],
}

const whenComing: Conversation = {
  outcome: 'message',
  urgency: 'today',
  hasWindow: false,
  problem: 'Asks when the technician comes',
  summary: 'Asked when the technician comes. Told the window that is in the calendar.',
  lines: [
    ['assistant', GREETING],
    [
      'caller',
      'I have somebody coming today. Can you tell me when?',
      ['problem', 'Asks when the technician comes', 'Can you tell me when'],
    ],
    [
      'assistant',
      'Your visit is in the calendar between one and four this afternoon. The technician calls when on the way.',
    ],
    ['caller', 'Perfect, thank you.'],
  ],
}

/** Sample calls, with how often each comes among a hundred. */
export const CONVERSATIONS: readonly { share: number; conversation: Conversation }[] = [
  { share: 20, conversation: noHeat },
  { share: 2, conversation: gasSmell },
  { share: 1, conversation: coAlarm },
  { share: 13, conversation: noCooling },
  { share: 7, conversation: water },
  { share: 14, conversation: tuneUp },
  { share: 8, conversation: priceQuestion },
  { share: 9, conversation: estimate },
  { share: 6, conversation: outside },
  { share: 9, conversation: noise },
  { share: 5, conversation: spanish },
  { share: 6, conversation: whenComing },
]

/** A night as the home page promises one: six answered, three booked, one that needs somebody. */
export const LAST_NIGHT: readonly Conversation[] = [noHeat, priceQuestion, spanish, outside, water, whenComing]
