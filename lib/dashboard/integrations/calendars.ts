import { z } from 'zod'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import type { Api } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import { CALENDAR_PROVIDERS, type ProviderName } from './providers.ts'
import type { CalendarsResponse } from './record.ts'
import { updateSecret, listConnections, type Secret } from './repository.ts'
import { type UseResult, runWithConnection } from './use.ts'

type BusyTime = CalendarsResponse['busy'][number]

type Calendar = Omit<CalendarsResponse['calendars'][number], 'isChosen'>

/** Time range; `to` is exclusive. */
export type Period = { from: Date; to: Date }

type CalendarApi = {
  list: (api: Api) => Promise<Calendar[]>
  busy: (api: Api, ids: string[], period: Period) => Promise<BusyTime[]>
}

export const googleCalendarList = z.object({
  items: z.array(z.object({ id: z.string(), summary: z.string(), primary: z.boolean().optional() })).default([]),
})

const googleFreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
      errors: z.array(z.unknown()).optional(),
    }),
  ),
})

/** Google's maximum number of calendars per request. */
const GOOGLE_BATCH_SIZE = 50

const toUtcTime = (text: string): string => {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new ProviderError('unexpected_answer')
  return date.toISOString()
}

const googleApi: CalendarApi = {
  list: async (api) => {
    const { items } = await api.get('/calendar/v3/users/me/calendarList', googleCalendarList, { maxResults: '250' })
    return items.map(({ id, summary, primary }) => ({ id, name: summary, isMain: primary ?? false }))
  },
  busy: async (api, ids, { from, to }) => {
    const busyTimes: BusyTime[] = []
    for (let start = 0; start < ids.length; start += GOOGLE_BATCH_SIZE) {
      const { calendars } = await api.post('/calendar/v3/freeBusy', googleFreeBusy, {
        timeMin: from.toISOString(),
        timeMax: to.toISOString(),
        items: ids.slice(start, start + GOOGLE_BATCH_SIZE).map((id) => ({ id })),
      })
      for (const { busy, errors } of Object.values(calendars)) {
        // Fail on an unreadable calendar. Otherwise its times would count as free.
        if (errors?.length) throw new ProviderError('insufficient_scope')
        busyTimes.push(...busy.map(({ start, end }) => ({ startsAt: toUtcTime(start), endsAt: toUtcTime(end) })))
      }
    }
    return busyTimes
  },
}

const microsoftCalendarList = z.object({
  value: z.array(z.object({ id: z.string(), name: z.string(), isDefaultCalendar: z.boolean().optional() })),
})

const utcDateTime = z.object({ dateTime: z.string() })

const microsoftEvents = z.object({
  value: z.array(
    z.object({ showAs: z.string(), isCancelled: z.boolean().optional(), start: utcDateTime, end: utcDateTime }),
  ),
  '@odata.nextLink': z.string().optional(),
})

/** Outlook event statuses that count as busy. */
const BUSY_STATUSES = new Set(['busy', 'tentative', 'oof'])

const MICROSOFT_PAGE_SIZE = 500

const microsoftApi: CalendarApi = {
  list: async (api) => {
    const query = { $select: 'id,name,isDefaultCalendar', $top: '100' }
    const { value } = await api.get('/v1.0/me/calendars', microsoftCalendarList, query)
    return value.map(({ id, name, isDefaultCalendar }) => ({ id, name, isMain: isDefaultCalendar ?? false }))
  },
  busy: async (api, ids, { from, to }) => {
    const times: BusyTime[] = []
    for (const id of ids) {
      const path = `/v1.0/me/calendars/${encodeURIComponent(id)}/calendarView`
      let hasMore = true
      for (let skip = 0; hasMore; skip += MICROSOFT_PAGE_SIZE) {
        const response = await api.get(path, microsoftEvents, {
          startDateTime: from.toISOString(),
          endDateTime: to.toISOString(),
          $select: 'start,end,showAs,isCancelled',
          $top: String(MICROSOFT_PAGE_SIZE),
          $skip: String(skip),
        })
        const busyEvents = response.value.filter(({ showAs, isCancelled }) => BUSY_STATUSES.has(showAs) && !isCancelled)
        // Graph returns UTC times by default, without a `Z`.
        times.push(
          ...busyEvents.map(({ start, end }) => ({
            startsAt: toUtcTime(`${start.dateTime}Z`),
            endsAt: toUtcTime(`${end.dateTime}Z`),
          })),
        )
        hasMore = response['@odata.nextLink'] !== undefined
      }
    }
    return times
  },
}

const CALENDAR_APIS: Partial<Record<ProviderName, CalendarApi>> = {
  'google-workspace': googleApi,
  'microsoft-365': microsoftApi,
}

export function mergeBusyTimes(times: BusyTime[]): BusyTime[] {
  const mergedTimes: BusyTime[] = []
  for (const time of times.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const last = mergedTimes.at(-1)
    if (!last || time.startsAt > last.endsAt) mergedTimes.push({ ...time })
    else if (time.endsAt > last.endsAt) last.endsAt = time.endsAt
  }
  return mergedTimes
}

/** Returns the ids of the calendars that count as busy: the selected ones that still exist, or the primary calendar. */
const listBusyCalendarIds = ({ calendars: chosenIds }: Secret, calendars: Calendar[]): string[] =>
  calendars.filter(({ id, isMain }) => (chosenIds ? chosenIds.includes(id) : isMain)).map(({ id }) => id)

export async function fetchCalendars(
  provider: ProviderName,
  api: Api,
  secret: Secret,
  period: Period,
): Promise<CalendarsResponse> {
  const calendarApi = CALENDAR_APIS[provider]
  if (!calendarApi) throw new ProviderError('insufficient_scope')
  const calendars = await calendarApi.list(api)
  const ids = listBusyCalendarIds(secret, calendars)
  return {
    calendars: calendars.map((calendar) => ({ ...calendar, isChosen: ids.includes(calendar.id) })),
    busy: mergeBusyTimes(await calendarApi.busy(api, ids, period)),
  }
}

export const readCalendars = (
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  period: Period,
): Promise<UseResult<CalendarsResponse>> =>
  runWithConnection(context, provider, actor, { reads: 'calendar names and busy times' }, (api, { secret }) =>
    fetchCalendars(provider, api, secret, period),
  )

/**
 * Selects the calendars that count as busy.
 * @returns false if the provider is not connected
 */
export const chooseCalendars = (
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  ids: string[],
): Promise<boolean> =>
  updateSecret(
    context,
    provider,
    (secret) => ({ ...secret, calendars: ids }),
    (tx, { id }) =>
      recordEvent(tx, actor, {
        action: 'connection.changed',
        subjectId: id,
        details: { provider, calendars: ids.length },
      }),
  )

export async function findBusyTimes(
  context: IntegrationContext,
  actor: Actor,
  period: Period,
): Promise<{ busy: BusyTime[]; failed: ProviderName[] }> {
  const connectedProviders = new Set((await context.transaction(listConnections)).map(({ provider }) => provider))
  const calendarProviders = CALENDAR_PROVIDERS.filter((provider) => connectedProviders.has(provider))
  const calendarResults = await Promise.all(
    calendarProviders.map(async (provider) => ({
      provider,
      answer: await readCalendars(context, provider, actor, period),
    })),
  )
  return {
    busy: mergeBusyTimes(calendarResults.flatMap(({ answer }) => ('result' in answer ? answer.result.busy : []))),
    failed: calendarResults.flatMap(({ provider, answer }) => ('result' in answer ? [] : [provider])),
  }
}
