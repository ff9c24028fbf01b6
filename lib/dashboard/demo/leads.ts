import type { LeadRecord } from '../leads/record.ts'
import { URGENCIES, URGENCY_NAMES } from '../model/lead.ts'
import { type CallName, getCall, collectUnderstoodFacts } from './calls.ts'
import { toTimestamp, buildId } from './company.ts'

type Sample = Pick<LeadRecord, 'stage'> &
  Partial<Pick<LeadRecord, 'safety' | 'system' | 'zip' | 'assigneeId'>> &
  ({ call: CallName } | Pick<LeadRecord, 'name' | 'phone' | 'createdAt' | 'problem' | 'urgency'>)

/** Sample leads by URL name, newest first. */
const SAMPLES = {
  'tara-stone': { call: 'water-heater', zip: '60614', stage: 'new' },
  'ben-keller': {
    call: 'no-heat-at-2-am',
    safety: 'Infant in the house',
    zip: '60622',
    stage: 'booked',
    assigneeId: 'sample_alex',
  },
  'maya-reyes': { call: 'blank-thermostat', zip: '60647', stage: 'booked', assigneeId: 'sample_alex' },
  'frank-dunn': {
    call: 'smell-of-gas',
    safety: 'Told to leave and call 911',
    system: 'Furnace',
    zip: '60616',
    stage: 'qualified',
    assigneeId: 'sample_alex',
  },
  'luis-ortiz': { call: 'en-espanol', zip: '60608', stage: 'booked', assigneeId: 'sample_jordan' },
  'pete-hale': { call: 'tune-up', zip: '60632', stage: 'booked', assigneeId: 'sample_sasha' },
  'iris-castle': {
    name: 'Iris Castle',
    phone: '+13125550182',
    createdAt: toTimestamp('2026-01-12', '09:10'),
    problem: 'Wants a price for a second air conditioner before summer',
    system: 'Air conditioner',
    zip: '60607',
    urgency: 'later',
    stage: 'new',
    assigneeId: 'sample_sam',
  },
  'rosa-tran': { call: 'short-cycling', zip: '60614', stage: 'won', assigneeId: 'sample_jordan' },
  'noah-brook': { call: 'blower-motor', zip: '60618', stage: 'booked', assigneeId: 'sample_jordan' },
  'hugo-marsh': { call: 'boiler-pressure', zip: '60610', stage: 'booked', assigneeId: 'sample_jordan' },
  'dev-quinn': { call: 'humidifier', zip: '60625', stage: 'booked', assigneeId: 'sample_sasha' },
  'will-irving': {
    name: 'Will Irving',
    phone: '+13125550190',
    createdAt: toTimestamp('2026-01-08', '14:25'),
    problem: 'Asked for a second price on a boiler, and went with the first',
    system: 'Boiler',
    zip: '60601',
    urgency: 'soon',
    stage: 'lost',
    assigneeId: 'sample_sam',
  },
  'ella-foster': { call: 'furnace-tune-up', zip: '60613', stage: 'won', assigneeId: 'sample_sasha' },
} as const satisfies Record<string, Sample>

export type LeadName = keyof typeof SAMPLES

/** URL names of the leads, newest first. */
export const LEAD_NAMES = Object.keys(SAMPLES) as LeadName[]

export const toLeadId = (name: LeadName): string => buildId('lead', LEAD_NAMES.indexOf(name) + 1)

function buildLeadFields(sample: Sample) {
  if (!('call' in sample)) return { callId: null, source: 'form' as const, ...sample }
  const { call, ...sampleFields } = sample
  const { id: callId, callerName, callerPhone: phone, startedAt: createdAt } = getCall(call)
  const { problem = '', system = null, address = null, urgency: label } = collectUnderstoodFacts(call)
  const urgency = URGENCY_NAMES.find((name) => URGENCIES[name] === label) ?? 'soon'
  const caller = { name: callerName ?? '', phone, createdAt }
  return { callId, source: 'call' as const, ...caller, problem, system, address, urgency, ...sampleFields }
}

export function getLead(name: LeadName): LeadRecord {
  const fields = buildLeadFields(SAMPLES[name])
  return {
    id: toLeadId(name),
    email: null,
    address: null,
    zip: null,
    safety: null,
    system: null,
    assigneeId: null,
    isTest: false,
    version: 1,
    updatedAt: fields.createdAt,
    ...fields,
  }
}

export function findLeadOfCall(call: CallName): LeadRecord | undefined {
  const name = LEAD_NAMES.find((leadName) => {
    const sample: Sample = SAMPLES[leadName]
    return 'call' in sample && sample.call === call
  })
  return name && getLead(name)
}
