import { z } from 'zod'
import { addDays, type DayKey } from '../../platform/time/zone.ts'
import { AREAS, type Permission } from '../../platform/auth/access-table.ts'
import { calendarQuery } from '../appointments/calendar.ts'
import { callerListState } from '../callers/input.ts'
import { callListState } from '../calls/list-state.ts'
import { leadListState } from '../leads/list-state.ts'
import type { ViewedList } from '../model/saved-view.ts'
import { readSearchParams, type SearchParamsSchema, writeSearchParams } from '../query/search-params.ts'
import type { ViewRecord } from './input.ts'

/**
 * The part of a list's URL that a view saves: filters and sort order. Excludes the page, and the search, because it can
 * contain personal data.
 */
const VIEW_STATES = {
  calls: callListState.omit({ search: true, page: true }),
  leads: leadListState.omit({ search: true, page: true }),
  callers: callerListState,
  appointments: calendarQuery.pick({ view: true, state: true, technician: true, when: true }),
} as const satisfies Record<ViewedList, SearchParamsSchema>

export const getViewPermission = (list: ViewedList): Permission => AREAS[list].permission

/** Days before today of the periods that a view saves by name, so that they do not become outdated. */
const RECENT_PERIODS = { today: 0, week: 6, month: 29 } as const

const PERIOD_PARAMETER = 'period'

const getState = (list: ViewedList, params: URLSearchParams) => {
  const schema: SearchParamsSchema = VIEW_STATES[list]
  return {
    schema,
    state: readSearchParams(schema, params) as z.output<typeof schema> & { from?: unknown; to?: unknown },
  }
}

/**
 * Returns the query string of a view, without unknown or invalid values and in a fixed order.
 * @param today current day in the business's time zone; if it is known, recent periods are saved by name
 */
export function toViewQuery(list: ViewedList, params: URLSearchParams, today?: DayKey): string {
  const { schema, state } = getState(list, params)
  const storedPeriod = Object.keys(RECENT_PERIODS).find((name) => name === params.get(PERIOD_PARAMETER))
  const period =
    today && !state.to
      ? Object.entries(RECENT_PERIODS).find(([, days]) => state.from === addDays(today, -days))?.[0]
      : undefined
  const name = 'from' in schema.shape ? (period ?? (state.from || state.to ? undefined : storedPeriod)) : undefined
  const query = new URLSearchParams(writeSearchParams(schema, name ? { ...state, from: undefined } : state))
  if (name) query.set(PERIOD_PARAMETER, name)
  query.sort()
  return query.toString()
}

/** Present in the URL of a list after a view was opened, to detect changed filters. */
export const openedView = z.object({ saved: z.guid().optional() })

/** Returns the URL of a list with the filters of a view. Ignores values that no longer exist. */
export function buildViewHref({ id, list, query }: Pick<ViewRecord, 'id' | 'list' | 'query'>, today: DayKey): string {
  const params = new URLSearchParams(query)
  const { schema, state } = getState(list, params)
  const period = Object.entries(RECENT_PERIODS).find(([name]) => name === params.get(PERIOD_PARAMETER))
  const from = period && 'from' in schema.shape ? { from: addDays(today, -period[1]), to: undefined } : {}
  return AREAS[list].path + writeSearchParams(schema, { ...state, ...from }, new URLSearchParams({ saved: id }))
}
