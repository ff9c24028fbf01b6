import type { Intent } from '../model/intent.ts'

export const QUESTIONS = ['problem', 'safety', 'address', 'zip', 'name', 'phone', 'window'] as const

export type Question = (typeof QUESTIONS)[number]

/** Reasons to offer no visit windows. `unwanted`: the call is not about a new or moved visit. */
export const NO_WINDOW_REASONS = ['refused', 'emergency', 'unwanted', 'visit-unknown', 'none-free'] as const

export type NoWindowReason = (typeof NO_WINDOW_REASONS)[number]

type IntentGuide = {
  /** Description for the vendor's prompt. It completes a sentence that starts with "the caller". */
  means: string
  /** Questions in order. Questions about known facts are skipped. */
  asks: readonly Question[]
  /** Note that explains why a person must review the call; null if no review is needed. */
  attention: string | null
  /** Whether the call becomes a lead. */
  isLead: boolean
}

const VISIT = ['address', 'zip', 'name', 'phone', 'window'] as const
const CALLBACK = ['name', 'phone'] as const

/** Handling of each call reason. Replies are in `sentences.ts`, examples in `tests/corpus`. */
export const INTENT_GUIDE: Record<Intent, IntentGuide> = {
  repair: {
    means: 'has equipment that does not work as it should',
    asks: ['problem', 'safety', ...VISIT],
    attention: null,
    isLead: true,
  },
  maintenance: { means: 'wants a tune-up, a cleaning or a check', asks: VISIT, attention: null, isLead: true },
  estimate: { means: 'wants a price for equipment or a larger job', asks: VISIT, attention: null, isLead: true },
  cancel: { means: 'wants to cancel a visit', asks: ['phone'], attention: 'Cancel a visit', isLead: false },
  reschedule: {
    means: 'wants to move a visit to another time',
    asks: ['phone', 'window'],
    attention: 'Move a visit',
    isLead: false,
  },
  status: {
    means: 'asks where the technician is, or whether a visit is still on',
    asks: ['phone'],
    attention: 'Waiting for a technician: call back now',
    isLead: false,
  },
  billing: {
    means: 'asks about a bill, a charge, a payment or a receipt',
    asks: CALLBACK,
    attention: 'Question about a bill: call back',
    isLead: false,
  },
  warranty: {
    means: 'asks about a warranty or parts',
    asks: CALLBACK,
    attention: 'Question about warranty or parts: call back',
    isLead: true,
  },
  complaint: {
    means: 'is unhappy with work, damage or treatment',
    asks: CALLBACK,
    attention: 'Complaint: the manager calls back',
    isLead: false,
  },
  person: {
    means: 'wants to talk to a person',
    asks: ['problem', ...CALLBACK],
    attention: 'Wanted to talk to a person: call back',
    isLead: true,
  },
  hiring: {
    means: 'looks for a job',
    asks: CALLBACK,
    attention: 'Asks about a job: call back',
    isLead: false,
  },
  sales: { means: 'sells something to the company', asks: [], attention: null, isLead: false },
  'wrong-number': {
    means: 'has reached the wrong number or wants another kind of business',
    asks: [],
    attention: null,
    isLead: false,
  },
}
