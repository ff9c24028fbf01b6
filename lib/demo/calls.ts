import type { AlertRecord } from '../alerts/alert.ts'
import type { CallSummary, CallRecord } from '../calls/record.ts'
import { at, idOf, TODAY } from './company.ts'
import { durationOf, transcriptOf } from './conversation.ts'
import {
  BLANK_THERMOSTAT,
  BLOWER_MOTOR,
  BOILER_PRESSURE,
  FILTER_SIZE,
  FURNACE_TUNE_UP,
  HUMIDIFIER,
  IN_SPANISH,
  MOVE_A_VISIT,
  NO_HEAT,
  NOT_OUR_AREA,
  SHORT_CYCLING,
  SMELL_OF_GAS,
  TUNE_UP,
  WANTS_A_PERSON,
  WATER_HEATER,
} from './conversations.ts'
import { RECORDING } from './recording.ts'

type Sample = Pick<CallSummary, 'startedAt' | 'outcome' | 'callerName' | 'callerPhone' | 'summary'> &
  Partial<
    Pick<
      CallSummary,
      | 'intent'
      | 'safetyKind'
      | 'appointmentId'
      | 'callerWords'
      | 'language'
      | 'attention'
      | 'attentionEndedAt'
      | 'rule'
      | 'handedToId'
      | 'handedOverAt'
    >
  > & {
    lines?: Parameters<typeof transcriptOf>[0]
  }

const YESTERDAY = '2026-01-12'

/** Calls by the name in their address, latest first. */
const SAMPLES = {
  'wants-a-person': {
    startedAt: at(TODAY, '06:52'),
    outcome: 'message',
    intent: 'billing',
    callerName: 'Olga Price',
    callerPhone: '+13125550131',
    callerWords: 'I was charged twice for the same filter, I think.',
    summary: 'Wants a person about a bill: she thinks one filter was charged twice.',
    attention: 'After 8 AM, call Olga Price back about her bill.',
    rule: 'Asks for a person: call back when the office opens.',
    lines: WANTS_A_PERSON,
  },
  'water-heater': {
    startedAt: at(TODAY, '05:20'),
    outcome: 'requested',
    intent: 'estimate',
    callerName: 'Tara Stone',
    callerPhone: '+13125550142',
    callerWords: 'Our water heater is leaking. It is old, so I want a price for a new one.',
    summary: 'Old water heater leaks, valve is shut. Wants a price for a new one; asked for Thursday, 10 to 12.',
    attention: 'Confirm Tara Stone, Thu 10–12: no tech yet',
    rule: 'Replacements: the office confirms the visit.',
    lines: WATER_HEATER,
  },
  'no-heat-at-2-am': {
    startedAt: at(TODAY, '02:14'),
    outcome: 'booked',
    safetyKind: 'cold',
    callerName: 'Ben Keller',
    callerPhone: '+13125550118',
    callerWords: 'Our heat is out. It is forty-nine degrees in here, and we have a baby.',
    summary:
      'No heat, 49 °F inside, an infant in the house. No gas, no alarm. Booked 6:30 to 7:30 for the after-hours fee.',
    rule: 'No heat with an infant: offer the on-call tech.',
    lines: NO_HEAT,
  },
  'blank-thermostat': {
    startedAt: at(YESTERDAY, '22:15'),
    outcome: 'booked',
    callerName: 'Maya Reyes',
    callerPhone: '+13125550126',
    callerWords: 'The thermostat is blank. The heat still comes on now and then.',
    summary: 'Thermostat stays blank with new batteries. Heat comes on now and then.',
    lines: BLANK_THERMOSTAT,
  },
  'smell-of-gas': {
    startedAt: at(YESTERDAY, '21:41'),
    outcome: 'emergency',
    safetyKind: 'gas',
    callerName: 'Frank Dunn',
    callerPhone: '+13125550109',
    callerWords: 'I think I smell gas. It is by the furnace, in the basement.',
    summary: 'Smell of gas by the furnace. Told to leave and to call 911 and the gas company. Nothing was booked.',
    attention: 'Smell of gas: make sure everyone is out.',
    attentionEndedAt: at(YESTERDAY, '21:58'),
    rule: 'Smell of gas: get out, call 911, page the on-call tech.',
    lines: SMELL_OF_GAS,
  },
  'en-espanol': {
    startedAt: at(YESTERDAY, '20:03'),
    outcome: 'booked',
    callerName: 'Luis Ortiz',
    callerPhone: '+13125550137',
    language: 'es',
    callerWords: 'La bomba de calor está cubierta de hielo y sale aire frío.',
    summary: 'Heat pump covered in ice, blows cold air. Other heat works. Spoke Spanish.',
    lines: IN_SPANISH,
  },
  'not-our-area': {
    startedAt: at(YESTERDAY, '18:37'),
    outcome: 'declined',
    callerName: null,
    callerPhone: '+13125550164',
    callerWords: 'My furnace is loud. I am out in Rockford, 61101.',
    summary: 'Loud furnace in Rockford, outside the service area.',
    rule: 'ZIP code 61101 is not served.',
    lines: NOT_OUR_AREA,
  },
  'move-a-visit': {
    startedAt: at(YESTERDAY, '12:40'),
    outcome: 'rescheduled',
    intent: 'reschedule',
    // The visit of Kim Evans; a test compares the names.
    appointmentId: idOf('visit', 10),
    callerName: 'Kim Evans',
    callerPhone: '+13125550183',
    callerWords: 'I have a visit on Thursday morning, and I have to work. Can you move it to Friday?',
    summary: 'Moved the maintenance visit from Thursday to Friday, 8 to 10. All lines of the office were busy.',
    lines: MOVE_A_VISIT,
  },
  'tune-up': {
    startedAt: at(YESTERDAY, '11:20'),
    outcome: 'booked',
    intent: 'maintenance',
    callerName: 'Pete Hale',
    callerPhone: '+13125550173',
    callerWords: 'I need the yearly tune-up on two furnaces.',
    summary: 'Yearly tune-up on two furnaces. All lines of the office were busy.',
    lines: TUNE_UP,
  },
  'short-cycling': {
    startedAt: at('2026-01-11', '16:45'),
    outcome: 'booked',
    callerName: 'Rosa Tran',
    callerPhone: '+13125550155',
    callerWords: 'The furnace runs for two minutes, stops, and starts again. All day.',
    summary: 'Furnace starts and stops every two minutes. The filter has not been changed for a long time.',
    lines: SHORT_CYCLING,
  },
  'blower-motor': {
    startedAt: at('2026-01-10', '18:20'),
    outcome: 'booked',
    callerName: 'Noah Brook',
    callerPhone: '+13125550112',
    callerWords: 'The blower howls when it starts. It still heats, so Friday is soon enough.',
    summary: 'Blower howls when it starts. Still heats.',
    lines: BLOWER_MOTOR,
  },
  'nobody-answered': {
    startedAt: at('2026-01-10', '15:02'),
    outcome: 'missed',
    intent: null,
    callerName: null,
    callerPhone: '+13125550147',
    summary: 'Nobody answered: forwarding was off.',
    attention: 'Call (312) 555-0147 back.',
    attentionEndedAt: at('2026-01-10', '15:20'),
    handedToId: 'sample_alex',
    handedOverAt: at('2026-01-10', '15:06'),
  },
  'boiler-pressure': {
    startedAt: at('2026-01-09', '17:40'),
    outcome: 'booked',
    callerName: 'Hugo Marsh',
    callerPhone: '+13125550121',
    callerWords: 'The boiler gauge keeps dropping. I top it up every other day.',
    summary: 'Boiler loses pressure. No water seen.',
    lines: BOILER_PRESSURE,
  },
  humidifier: {
    startedAt: at('2026-01-08', '19:05'),
    outcome: 'booked',
    callerName: 'Dev Quinn',
    callerPhone: '+13125550168',
    callerWords: 'Our humidifier quit, and the air is bone dry. Any afternoon works.',
    summary: 'Humidifier quit.',
    lines: HUMIDIFIER,
  },
  'filter-size': {
    startedAt: at('2026-01-07', '19:30'),
    outcome: 'message',
    intent: 'warranty',
    callerName: 'Nina Cole',
    callerPhone: '+13125550194',
    callerWords: 'Which filter size does my furnace take?',
    summary: 'Asks for the filter size of the furnace that was put in last fall.',
    attention: 'Look up the filter size and call Nina Cole back.',
    attentionEndedAt: at('2026-01-08', '08:20'),
    lines: FILTER_SIZE,
  },
  'furnace-tune-up': {
    startedAt: at('2026-01-07', '18:10'),
    outcome: 'booked',
    intent: 'maintenance',
    callerName: 'Ella Foster',
    callerPhone: '+13125550179',
    callerWords: 'I would like a furnace tune-up, first thing on a Monday.',
    summary: 'Furnace tune-up, early on a Monday.',
    lines: FURNACE_TUNE_UP,
  },
} as const satisfies Record<string, Sample>

export type CallName = keyof typeof SAMPLES

/** The one call of which there is a recording. */
export const RECORDED: CallName = 'no-heat-at-2-am'

/** Names of the calls, latest first. */
export const CALL_NAMES = Object.keys(SAMPLES) as CallName[]

export const callId = (name: CallName): string => idOf('call', CALL_NAMES.indexOf(name) + 1)

/** A call as the API gives it. */
export function callOf(name: CallName): CallRecord {
  const { lines, ...sample }: Sample = SAMPLES[name]
  const isRecorded = name === RECORDED
  const { startedAt } = sample
  return {
    language: 'en',
    intent: 'repair',
    safetyKind: null,
    appointmentId: null,
    callerWords: null,
    attention: null,
    attentionEndedAt: null,
    rule: null,
    handedToId: null,
    handedOverAt: null,
    ...sample,
    id: callId(name),
    externalId: null,
    duration: isRecorded ? RECORDING.seconds : lines ? durationOf(lines) : 0,
    hasTranscript: lines !== undefined,
    transcriptDeletedAt: null,
    hasRecording: isRecorded,
    recordingDeletedAt: null,
    isTest: false,
    version: 1,
    createdAt: startedAt,
    updatedAt: startedAt,
    transcript: lines ? transcriptOf(lines, isRecorded ? RECORDING.starts : undefined) : null,
  }
}

/** A call as a list has it: without what was said. */
export function summaryOf(name: CallName): CallSummary {
  const { transcript: _said, ...summary } = callOf(name)
  return summary
}

/** When Alex was told of a call that could not wait, and took it. */
const ALERTS: { [Name in CallName]?: { told: string; taken: string } } = {
  'no-heat-at-2-am': { told: at(TODAY, '02:17'), taken: at(TODAY, '02:18') },
  'smell-of-gas': { told: at(YESTERDAY, '21:42'), taken: at(YESTERDAY, '21:44') },
}

/** Who was told of a call at once. */
export function alertsOf(name: CallName): AlertRecord[] {
  const alert = ALERTS[name]
  if (!alert) return []
  return [
    {
      id: idOf('alert', CALL_NAMES.indexOf(name) + 1),
      kind: 'urgent',
      createdAt: alert.told,
      told: [{ userId: 'sample_alex', at: alert.told }],
      takenAt: alert.taken,
      takenById: 'sample_alex',
    },
  ]
}
