import type { AlertRecord } from '../model/alert.ts'
import type { CallFact } from '../model/call.ts'
import type { CallSummary, CallRecord } from '../model/call-record.ts'
import { toTimestamp, buildId, TODAY } from './company.ts'
import { estimateDuration, type Line, buildTranscript } from './conversation.ts'
import { CONVERSATIONS } from './conversations.ts'
import { RECORDING } from './recording.ts'

/** A sample call. If the name or the words are omitted, they come from its conversation. */
type Sample = Pick<CallSummary, 'startedAt' | 'callerPhone' | 'summary'> &
  Partial<
    Pick<
      CallSummary,
      | 'outcome'
      | 'intent'
      | 'safetyKind'
      | 'appointmentId'
      | 'callerName'
      | 'callerWords'
      | 'language'
      | 'attention'
      | 'attentionEndedAt'
      | 'rule'
      | 'handedToId'
      | 'handedOverAt'
    >
  >

const YESTERDAY = '2026-01-12'

/** Sample calls by URL name, newest first. */
const SAMPLES = {
  'wants-a-person': {
    startedAt: toTimestamp(TODAY, '06:52'),
    outcome: 'message',
    intent: 'billing',
    callerPhone: '+13125550131',
    callerWords: 'I was charged twice for the same filter, I think.',
    summary: 'Wants to talk to someone about a bill: she thinks one filter was charged twice.',
    attention: 'After 8 AM, call Olga Price back about her bill.',
    rule: 'Asks for a person: call back when the office opens.',
  },
  'water-heater': {
    startedAt: toTimestamp(TODAY, '05:20'),
    outcome: 'requested',
    intent: 'estimate',
    callerPhone: '+13125550142',
    summary: 'Old water heater leaks, valve is shut. Wants a price for a new one; asked for Thursday, 10 to 12.',
    attention: 'Confirm Tara Stone, Thu 10–12: no tech yet',
    rule: 'Replacements: the office confirms the visit.',
  },
  'no-heat-at-2-am': {
    startedAt: toTimestamp(TODAY, '02:14'),
    safetyKind: 'cold',
    callerPhone: '+13125550118',
    callerWords: 'Our heat is out. It is forty-nine degrees in here, and we have a baby.',
    summary:
      'No heat, 49 °F inside, an infant in the house. No gas, no alarm. Booked 6:30 to 7:30 for the after-hours fee.',
    rule: 'No heat with an infant: offer the on-call tech.',
  },
  'blank-thermostat': {
    startedAt: toTimestamp(YESTERDAY, '22:15'),
    callerPhone: '+13125550126',
    summary: 'Thermostat stays blank with new batteries. Heat comes on now and then.',
  },
  'smell-of-gas': {
    startedAt: toTimestamp(YESTERDAY, '21:41'),
    outcome: 'emergency',
    safetyKind: 'gas',
    callerPhone: '+13125550109',
    summary: 'Smell of gas by the furnace. Told to leave and to call 911 and the gas company. Nothing was booked.',
    attention: 'Smell of gas: make sure everyone is out.',
    attentionEndedAt: toTimestamp(YESTERDAY, '21:58'),
    rule: 'Smell of gas: get out, call 911, page the on-call tech.',
  },
  'en-espanol': {
    startedAt: toTimestamp(YESTERDAY, '20:03'),
    callerPhone: '+13125550137',
    language: 'es',
    callerWords: 'La bomba de calor está cubierta de hielo y sale aire frío.',
    summary: 'Heat pump covered in ice, blows cold air. Other heat works. Spoke Spanish.',
  },
  'not-our-area': {
    startedAt: toTimestamp(YESTERDAY, '18:37'),
    outcome: 'declined',
    callerPhone: '+13125550164',
    summary: 'Loud furnace in Rockford, outside the service area.',
    rule: 'ZIP code 61101 is not served.',
  },
  'move-a-visit': {
    startedAt: toTimestamp(YESTERDAY, '12:40'),
    outcome: 'rescheduled',
    intent: 'reschedule',
    // Visit 10 belongs to Kim Evans. A test checks that the names match.
    appointmentId: buildId('visit', 10),
    callerName: 'Kim Evans',
    callerPhone: '+13125550183',
    summary: 'Moved the maintenance visit from Thursday to Friday, 8 to 10. All lines of the office were busy.',
  },
  'tune-up': {
    startedAt: toTimestamp(YESTERDAY, '11:20'),
    intent: 'maintenance',
    callerPhone: '+13125550173',
    summary: 'Yearly tune-up on two furnaces. All lines of the office were busy.',
  },
  'short-cycling': {
    startedAt: toTimestamp('2026-01-11', '16:45'),
    callerPhone: '+13125550155',
    summary: 'Furnace starts and stops every two minutes. The filter has not been changed for a long time.',
  },
  'blower-motor': {
    startedAt: toTimestamp('2026-01-10', '18:20'),
    callerPhone: '+13125550112',
    summary: 'Blower howls when it starts. Still heats.',
  },
  'nobody-answered': {
    startedAt: toTimestamp('2026-01-10', '15:02'),
    outcome: 'missed',
    intent: null,
    callerPhone: '+13125550147',
    summary: 'No answer: forwarding was off.',
    attention: 'Call (312) 555-0147 back.',
    attentionEndedAt: toTimestamp('2026-01-10', '15:20'),
    handedToId: 'sample_alex',
    handedOverAt: toTimestamp('2026-01-10', '15:06'),
  },
  'boiler-pressure': {
    startedAt: toTimestamp('2026-01-09', '17:40'),
    callerPhone: '+13125550121',
    summary: 'Boiler loses pressure. No water seen.',
  },
  humidifier: {
    startedAt: toTimestamp('2026-01-08', '19:05'),
    callerPhone: '+13125550168',
    summary: 'Humidifier quit.',
  },
  'filter-size': {
    startedAt: toTimestamp('2026-01-07', '19:30'),
    outcome: 'message',
    intent: 'warranty',
    callerPhone: '+13125550194',
    callerWords: 'Which filter size does my furnace take?',
    summary: 'Asks for the filter size of the furnace that was put in last fall.',
    attention: 'Look up the filter size and call Nina Cole back.',
    attentionEndedAt: toTimestamp('2026-01-08', '08:20'),
  },
  'furnace-tune-up': {
    startedAt: toTimestamp('2026-01-07', '18:10'),
    intent: 'maintenance',
    callerPhone: '+13125550179',
    summary: 'Furnace tune-up, early on a Monday.',
  },
} as const satisfies Record<string, Sample>

export type CallName = keyof typeof SAMPLES

/** Name of the only call with a recording. */
export const RECORDED_CALL = 'no-heat-at-2-am' satisfies CallName

/** URL names of the calls, newest first. */
export const CALL_NAMES = Object.keys(SAMPLES) as CallName[]

export const toCallId = (name: CallName): string => buildId('call', CALL_NAMES.indexOf(name) + 1)

function findLines(name: CallName): readonly Line[] | undefined {
  const conversations: { [Name in CallName]?: readonly Line[] } = CONVERSATIONS
  return conversations[name]
}

export const collectUnderstoodFacts = (name: CallName): { [Field in CallFact]?: string } =>
  Object.fromEntries(
    (findLines(name) ?? []).flatMap(({ understood = [] }) => understood.map(({ field, value }) => [field, value])),
  )

export function getCall(name: CallName): CallRecord {
  const sample: Sample = SAMPLES[name]
  const lines = findLines(name)
  const isRecorded = name === RECORDED_CALL
  const { startedAt } = sample
  return {
    language: 'en',
    outcome: 'booked',
    intent: 'repair',
    safetyKind: null,
    appointmentId: null,
    callerName: collectUnderstoodFacts(name).name ?? null,
    callerWords: lines?.find(({ speaker }) => speaker === 'caller')?.text ?? null,
    attention: null,
    attentionEndedAt: null,
    rule: null,
    handedToId: null,
    handedOverAt: null,
    ...sample,
    id: toCallId(name),
    externalId: null,
    duration: isRecorded ? RECORDING.seconds : lines ? estimateDuration(lines) : 0,
    hasTranscript: lines !== undefined,
    transcriptDeletedAt: null,
    hasRecording: isRecorded,
    recordingDeletedAt: null,
    isTest: false,
    version: 1,
    createdAt: startedAt,
    updatedAt: startedAt,
    transcript: lines ? buildTranscript(lines, isRecorded ? RECORDING.starts : undefined) : null,
  }
}

export function getCallSummary(name: CallName): CallSummary {
  const { transcript: _transcript, ...summary } = getCall(name)
  return summary
}

/** Times when Alex was notified of an urgent call and when Alex took it. */
const ALERT_TIMES: { [Name in CallName]?: { notifiedAt: string; takenAt: string } } = {
  'no-heat-at-2-am': { notifiedAt: toTimestamp(TODAY, '02:17'), takenAt: toTimestamp(TODAY, '02:18') },
  'smell-of-gas': { notifiedAt: toTimestamp(YESTERDAY, '21:42'), takenAt: toTimestamp(YESTERDAY, '21:44') },
}

export function listAlerts(name: CallName): AlertRecord[] {
  const alert = ALERT_TIMES[name]
  if (!alert) return []
  return [
    {
      id: buildId('alert', CALL_NAMES.indexOf(name) + 1),
      kind: 'urgent',
      createdAt: alert.notifiedAt,
      told: [{ userId: 'sample_alex', at: alert.notifiedAt }],
      takenAt: alert.takenAt,
      takenById: 'sample_alex',
    },
  ]
}
