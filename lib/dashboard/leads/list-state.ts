import { z } from 'zod'
import type { LeadFilter, LeadPageSort } from './input.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from '../model/lead.ts'

export const LEAD_COLUMNS = {
  phone: 'Phone',
  stage: 'Stage',
  urgency: 'Next step',
  assignee: 'Assigned to',
  createdAt: 'Received',
} as const

export type LeadColumn = keyof typeof LEAD_COLUMNS

export const LEAD_COLUMN_NAMES = Object.keys(LEAD_COLUMNS) as LeadColumn[]

export const LEAD_PAGE_SORTS = [
  '-createdAt',
  'createdAt',
  'urgency',
  '-urgency',
  'name',
  '-name',
] as const satisfies LeadPageSort[]

/** Value of the URL parameter `assignee` for the current user. */
const CURRENT_USER = 'me'

/** Last page of the list. Later pages are slow; users can filter or reverse the order instead. */
const MAX_PAGE = 1_000

const day = z.iso.date().optional()

export const leadListState = z.object({
  search: z.string().trim().max(200).default(''),
  stage: z.enum(STAGE_NAMES).optional(),
  urgency: z.enum(URGENCY_NAMES).optional(),
  source: z.enum(SOURCE_NAMES).optional(),
  assignee: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
  from: day,
  to: day,
  without: z.array(z.enum(LEAD_COLUMN_NAMES)).default([]),
  sort: z.enum(LEAD_PAGE_SORTS).default('-createdAt'),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
})

export type LeadListState = z.infer<typeof leadListState>

export const toListQuery = ({ without: _without, ...listQuery }: LeadListState) => listQuery

const isValidDate = (date: string | undefined) => date !== undefined && date >= '1970-01-01' && date < '3000-01-01'

export const toLeadFilter = (state: Omit<LeadListState, 'without'>, personId: string): LeadFilter => ({
  ...(state.search && { search: state.search }),
  ...(state.stage && { stage: state.stage }),
  ...(state.urgency && { urgency: state.urgency }),
  ...(state.source && { source: state.source }),
  ...(state.assignee && { assignee: state.assignee === CURRENT_USER ? personId : state.assignee }),
  ...(isValidDate(state.from) && { from: state.from }),
  ...(isValidDate(state.to) && { to: state.to }),
})

/** Filters in the filter menu. The search field and the stages are always visible. */
export const FILTER_NAMES = ['urgency', 'source', 'assignee', 'from', 'to'] as const

/** Returns whether any filter applies. If so, an empty list does not mean that there are no leads. */
export const isFiltered = (state: LeadListState): boolean =>
  state.search !== '' || state.stage !== undefined || FILTER_NAMES.some((name) => state[name] !== undefined)
