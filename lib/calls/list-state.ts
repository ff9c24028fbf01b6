import { z } from 'zod'
import { CALL_OUTCOME_NAMES } from './call.ts'
import type { CallFilter, CallSort } from './input.ts'
import { INTENT_NAMES } from './intent.ts'
import { callSummary } from './record.ts'

/** Which of the calls are shown: all, those that wait for a person, or those among them that were handed to oneself. */
export const SHOWN_CALLS = { all: 'All calls', waiting: 'Needs you', mine: 'Handed to you' } as const

export type ShownCalls = keyof typeof SHOWN_CALLS

const SORTS = ['-startedAt', 'startedAt', '-duration', 'duration'] as const satisfies CallSort[]

/** A day in the zone of the business, or a moment, as in the link from a count to its calls. */
const dayOrMoment = z.union([z.iso.date(), z.iso.datetime()]).optional()

/** What the address of the list holds; see `AddressSchema`. */
export const callListState = z.object({
  show: z.enum(Object.keys(SHOWN_CALLS) as ShownCalls[]).default('all'),
  search: z.string().trim().max(200).default(''),
  outcome: z.array(z.enum(CALL_OUTCOME_NAMES)).default([]),
  intent: z.array(z.enum(INTENT_NAMES)).default([]),
  /** From this day or moment on. */
  from: dayOrMoment,
  /** Until this day, which is included, or before this moment. */
  to: dayOrMoment,
  /** Whether only those are shown that count for the plan; see `isCounted`. */
  counted: z.stringbool().default(false),
  sort: z.enum(SORTS).default('-startedAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

export type CallListState = z.infer<typeof callListState>

/** A page of calls, how many wait for anybody and for oneself, and the zone in which the business reads times. */
export const callList = z.object({
  rows: z.array(callSummary),
  total: z.int(),
  waiting: z.int(),
  mine: z.int(),
  timeZone: z.string(),
  /** The day that it is there. */
  today: z.iso.date(),
})

export type CallList = z.infer<typeof callList>

const isReal = (day: string | undefined) => day !== undefined && day >= '1970-01-01' && day < '3000-01-01'

/** A filter of the API, or for the calls that count for the plan. */
export type CallListFilter = CallFilter & { counted?: boolean }

/** What the state means for the person who looks. */
export const filterOf = (state: CallListState, personId: string): CallListFilter => ({
  ...(state.search && { search: state.search }),
  ...(state.outcome.length > 0 && { outcome: state.outcome }),
  ...(state.intent.length > 0 && { intent: state.intent }),
  ...(state.show !== 'all' && { needsAttention: true }),
  ...(state.show === 'mine' && { handedToId: personId }),
  ...(isReal(state.from) && { from: state.from }),
  ...(isReal(state.to) && { to: state.to }),
  ...(state.counted && { counted: true }),
})

/** Whether the state narrows the list, so that an empty one says nothing about how many calls there are. */
export const isNarrowed = ({ show, search, outcome, intent, from, to, counted }: CallListState): boolean =>
  show !== 'all' ||
  search !== '' ||
  outcome.length > 0 ||
  intent.length > 0 ||
  from !== undefined ||
  to !== undefined ||
  counted
