import type { Today, TodayCall } from '../../lib/dashboard/today/today.ts'

export const buildTodayCall = (parts: Partial<TodayCall> = {}): TodayCall => ({
  id: '00000000-0000-4000-8000-000000000001',
  startedAt: '2026-03-04T03:41:00.000Z',
  duration: 60,
  words: null,
  caller: null,
  phone: null,
  outcome: 'booked',
  intent: null,
  safetyKind: null,
  attention: null,
  rule: null,
  isTest: false,
  facts: [],
  urgency: null,
  leadId: null,
  alerts: [],
  version: 1,
  visit: null,
  ...parts,
})

export const buildSteps = (isDone: boolean): Today['steps'] => ({
  hoursAndArea: isDone,
  instructions: isDone,
  testCall: isDone,
  onCall: isDone,
  forwarded: isDone,
  firstCall: isDone,
})

/** Returns the Today data of a company in Chicago without calls. */
export const buildToday = (
  now: string,
  { night, ...parts }: Partial<Omit<Today, 'night'>> & { night?: Partial<Today['night']> },
): Today => ({
  timeZone: 'America/Chicago',
  now,
  night: { from: now, to: now, closedOn: null, answered: 0, booked: 0, missed: 0, ...night },
  waiting: [],
  waitingCount: 0,
  done: [],
  calls: [],
  steps: buildSteps(true),
  line: null,
  trial: null,
  forwardingNumber: null,
  ...parts,
})
