import type { LeadRecord } from '../leads/record.ts'
import { type CallName, callOf } from './calls.ts'
import { at, idOf } from './company.ts'

type Sample = Pick<LeadRecord, 'problem' | 'urgency' | 'stage'> &
  Partial<Pick<LeadRecord, 'safety' | 'system' | 'address' | 'zip' | 'assigneeId'>> &
  ({ call: CallName } | Pick<LeadRecord, 'name' | 'phone' | 'createdAt'>)

/** Leads by the name in their address, latest first. */
const SAMPLES = {
  'tara-stone': {
    call: 'water-heater',
    problem: 'Water heater leaks, wants a price for a new one',
    system: 'Water heater',
    address: '9 Lake Drive',
    zip: '60614',
    urgency: 'soon',
    stage: 'new',
  },
  'ben-keller': {
    call: 'no-heat-at-2-am',
    problem: 'No heat, 49 °F inside',
    safety: 'Infant in the house',
    system: 'Furnace, clicks but does not light',
    address: '18 Alder Court',
    zip: '60622',
    urgency: 'now',
    stage: 'booked',
    assigneeId: 'sample_alex',
  },
  'maya-reyes': {
    call: 'blank-thermostat',
    problem: 'Thermostat is blank, heat comes on now and then',
    system: 'Thermostat',
    address: '305 Oak Avenue',
    zip: '60647',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_alex',
  },
  'frank-dunn': {
    call: 'smell-of-gas',
    problem: 'Smell of gas by the furnace',
    safety: 'Told to leave and call 911',
    system: 'Furnace',
    address: '212 Cedar Lane',
    zip: '60616',
    urgency: 'now',
    stage: 'qualified',
    assigneeId: 'sample_alex',
  },
  'luis-ortiz': {
    call: 'en-espanol',
    problem: 'Heat pump covered in ice, blows cold air',
    system: 'Heat pump',
    address: '44 River Road',
    zip: '60608',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_jordan',
  },
  'pete-hale': {
    call: 'tune-up',
    problem: 'Yearly tune-up, two furnaces',
    system: 'Two furnaces',
    address: '71 Hill Street',
    zip: '60632',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_sasha',
  },
  'iris-castle': {
    name: 'Iris Castle',
    phone: '+13125550182',
    createdAt: at('2026-01-12', '09:10'),
    problem: 'Wants a price for a second air conditioner before summer',
    system: 'Air conditioner',
    zip: '60607',
    urgency: 'later',
    stage: 'new',
    assigneeId: 'sample_sam',
  },
  'rosa-tran': {
    call: 'short-cycling',
    problem: 'Furnace starts and stops every two minutes',
    system: 'Furnace',
    address: '12 Birch Road',
    zip: '60614',
    urgency: 'soon',
    stage: 'won',
    assigneeId: 'sample_jordan',
  },
  'noah-brook': {
    call: 'blower-motor',
    problem: 'Blower howls when it starts, still heats',
    system: 'Furnace blower',
    address: '27 Park Street',
    zip: '60618',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_jordan',
  },
  'hugo-marsh': {
    call: 'boiler-pressure',
    problem: 'Boiler loses pressure, topped up every other day',
    system: 'Boiler',
    address: '5 Elm Street',
    zip: '60610',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_jordan',
  },
  'dev-quinn': {
    call: 'humidifier',
    problem: 'Humidifier quit, air is dry',
    system: 'Humidifier',
    address: '140 Mill Road',
    zip: '60625',
    urgency: 'soon',
    stage: 'booked',
    assigneeId: 'sample_sasha',
  },
  'will-irving': {
    name: 'Will Irving',
    phone: '+13125550190',
    createdAt: at('2026-01-08', '14:25'),
    problem: 'Asked for a second price on a boiler, and went with the first',
    system: 'Boiler',
    zip: '60601',
    urgency: 'soon',
    stage: 'lost',
    assigneeId: 'sample_sam',
  },
  'ella-foster': {
    call: 'furnace-tune-up',
    problem: 'Furnace tune-up',
    system: 'Furnace',
    address: '63 Grove Avenue',
    zip: '60613',
    urgency: 'later',
    stage: 'won',
    assigneeId: 'sample_sasha',
  },
} as const satisfies Record<string, Sample>

export type LeadName = keyof typeof SAMPLES

/** Names of the leads, latest first. */
export const LEAD_NAMES = Object.keys(SAMPLES) as LeadName[]

export const leadId = (name: LeadName): string => idOf('lead', LEAD_NAMES.indexOf(name) + 1)

const nameOfCall = (call: CallName): LeadName | undefined =>
  LEAD_NAMES.find((name) => {
    const sample: Sample = SAMPLES[name]
    return 'call' in sample && sample.call === call
  })

/** The id of the lead that came of a call; null where none did. */
export function leadIdOf(call: CallName): string | null {
  const name = nameOfCall(call)
  return name ? leadId(name) : null
}

/** A lead as the API gives it. */
export function leadOf(name: LeadName): LeadRecord {
  const sample: Sample = SAMPLES[name]
  const call = 'call' in sample ? callOf(sample.call) : undefined
  const own = 'call' in sample ? undefined : sample
  const createdAt = own?.createdAt ?? call?.startedAt ?? ''
  const { problem, urgency, stage, safety = null, system = null, address = null, zip = null } = sample
  return {
    id: leadId(name),
    callId: call?.id ?? null,
    name: own?.name ?? call?.callerName ?? '',
    phone: own?.phone ?? call?.callerPhone ?? null,
    email: null,
    address,
    zip,
    problem,
    safety,
    system,
    urgency,
    stage,
    source: call ? 'call' : 'form',
    assigneeId: sample.assigneeId ?? null,
    isTest: false,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
}
