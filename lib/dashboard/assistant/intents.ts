import type { Intent } from '../model/intent.ts'

export const QUESTIONS = ['problem', 'safety', 'address', 'zip', 'name', 'phone', 'window'] as const

export type Question = (typeof QUESTIONS)[number]

/** Reasons to offer no visit windows. `unwanted`: the call is not about a new or moved visit. */
export const NO_WINDOW_REASONS = ['refused', 'emergency', 'unwanted', 'visit-unknown', 'none-free'] as const

export type NoWindowReason = (typeof NO_WINDOW_REASONS)[number]

type IntentGuide = {
  /** Description for the vendor's prompt. It completes a sentence that starts with "the caller". */
  description: string
  /** Questions in order. Questions about known facts are skipped. */
  questions: readonly Question[]
  /** Note that explains why the office must review the call; null if no review is needed. */
  attention: string | null
  /** Whether the call becomes a lead. */
  isLead: boolean
}

const VISIT_QUESTIONS = ['address', 'zip', 'name', 'phone', 'window'] as const
const CALLBACK_QUESTIONS = ['name', 'phone'] as const

/** Handling of each call reason. Replies are in `sentences.ts`, examples in `tests/corpus`. */
export const INTENT_GUIDE: Record<Intent, IntentGuide> = {
  repair: {
    description: 'has equipment that does not work as it should',
    questions: ['problem', 'safety', ...VISIT_QUESTIONS],
    attention: null,
    isLead: true,
  },
  maintenance: {
    description: 'wants a tune-up, a cleaning or a check',
    questions: VISIT_QUESTIONS,
    attention: null,
    isLead: true,
  },
  estimate: {
    description: 'wants a price for equipment or a larger job',
    questions: VISIT_QUESTIONS,
    attention: null,
    isLead: true,
  },
  cancel: { description: 'wants to cancel a visit', questions: ['phone'], attention: 'Cancel a visit', isLead: false },
  reschedule: {
    description: 'wants to move a visit to another time',
    questions: ['phone', 'window'],
    attention: 'Move a visit',
    isLead: false,
  },
  status: {
    description: 'asks where the technician is, or whether a visit is still on',
    questions: ['phone'],
    attention: 'Waiting for a technician: call back now',
    isLead: false,
  },
  billing: {
    description: 'asks about a bill, a charge, a payment or a receipt',
    questions: CALLBACK_QUESTIONS,
    attention: 'Question about a bill: call back',
    isLead: false,
  },
  warranty: {
    description: 'asks about a warranty or parts',
    questions: CALLBACK_QUESTIONS,
    attention: 'Question about warranty or parts: call back',
    isLead: true,
  },
  complaint: {
    description: 'is unhappy with work, damage or treatment',
    questions: CALLBACK_QUESTIONS,
    attention: 'Complaint: have the manager call back',
    isLead: false,
  },
  person: {
    description: 'wants to talk to a person',
    questions: ['problem', ...CALLBACK_QUESTIONS],
    attention: 'Wanted to talk to a person: call back',
    isLead: true,
  },
  hiring: {
    description: 'looks for a job',
    questions: CALLBACK_QUESTIONS,
    attention: 'Job applicant: call back',
    isLead: false,
  },
  sales: { description: 'sells something to the company', questions: [], attention: null, isLead: false },
  'wrong-number': {
    description: 'has reached the wrong number or wants another kind of business',
    questions: [],
    attention: null,
    isLead: false,
  },
}
