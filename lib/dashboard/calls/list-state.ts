import { z } from 'zod'
import { CALL_OUTCOME_NAMES } from '../model/call.ts'
import type { CallFilter, CallSort } from './input.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { callSummary } from '../model/call-record.ts'

/** Tabs of the call list. `waiting` shows calls that need attention; `mine` shows calls assigned to the user. */
export const CALL_VIEWS = { all: 'All calls', waiting: 'Needs attention', mine: 'Assigned to you' } as const

export type CallView = keyof typeof CALL_VIEWS

const SORT_VALUES = ['-startedAt', 'startedAt', '-duration', 'duration'] as const satisfies CallSort[]

/** A local day, or an exact time, as in links from the counts on Today. */
const dayOrMoment = z.union([z.iso.date(), z.iso.datetime()]).optional()

export const callListState = z.object({
  show: z.enum(Object.keys(CALL_VIEWS) as CallView[]).default('all'),
  search: z.string().trim().max(200).default(''),
  outcome: z.array(z.enum(CALL_OUTCOME_NAMES)).default([]),
  intent: z.array(z.enum(INTENT_NAMES)).default([]),
  from: dayOrMoment,
  /** A day is included; an exact time is exclusive. */
  to: dayOrMoment,
  /** Shows only billable calls; see `isBillable`. */
  counted: z.stringbool().default(false),
  sort: z.enum(SORT_VALUES).default('-startedAt'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

export type CallListState = z.infer<typeof callListState>

export const callList = z.object({
  rows: z.array(callSummary),
  total: z.int(),
  waiting: z.int(),
  mine: z.int(),
  timeZone: z.string(),
  today: z.iso.date(),
})

export type CallList = z.infer<typeof callList>

const isValidDay = (day: string | undefined) => day !== undefined && day >= '1970-01-01' && day < '3000-01-01'

export type CallListFilter = CallFilter & { counted?: boolean }

export const toCallFilter = (state: CallListState, personId: string): CallListFilter => ({
  ...(state.search && { search: state.search }),
  ...(state.outcome.length > 0 && { outcome: state.outcome }),
  ...(state.intent.length > 0 && { intent: state.intent }),
  ...(state.show !== 'all' && { needsAttention: true }),
  ...(state.show === 'mine' && { handedToId: personId }),
  ...(isValidDay(state.from) && { from: state.from }),
  ...(isValidDay(state.to) && { to: state.to }),
  ...(state.counted && { counted: true }),
})

/** Returns whether any filter applies. If so, an empty list does not mean that there are no calls. */
export const isFiltered = ({ show, search, outcome, intent, from, to, counted }: CallListState): boolean =>
  show !== 'all' ||
  search !== '' ||
  outcome.length > 0 ||
  intent.length > 0 ||
  from !== undefined ||
  to !== undefined ||
  counted
