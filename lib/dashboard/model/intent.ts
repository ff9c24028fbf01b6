/** Labels of call reasons. Handling of each reason: `lib/dashboard/assistant/intents.ts`. */
export const INTENTS = {
  repair: 'Repair',
  maintenance: 'Maintenance',
  estimate: 'Estimate',
  cancel: 'Cancellation',
  reschedule: 'Reschedule',
  status: 'Visit status',
  billing: 'Billing',
  warranty: 'Warranty or parts',
  complaint: 'Complaint',
  person: 'Asked for a person',
  hiring: 'Job inquiry',
  sales: 'Sales call',
  'wrong-number': 'Wrong number',
} as const

export type Intent = keyof typeof INTENTS

export const INTENT_NAMES = Object.keys(INTENTS) as Intent[]
