import { z } from 'zod'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import type { Api } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import { CALENDAR_PROVIDERS, type ProviderName } from './providers.ts'
import type { CalendarsAnswer } from './record.ts'
import { changeSecret, listConnections, type Secret } from './repository.ts'
import { type Used, useConnection } from './use.ts'

type BusyTime = CalendarsAnswer['busy'][number]

type Calendar = Omit<CalendarsAnswer['calendars'][number], 'isChosen'>

/** Time range; `to` is exclusive. */
export type Period = { from: Date; to: Date }

type CalendarApi = {
  list: (api: Api) => Promise<Calendar[]>
  busy: (api: Api, ids: string[], period: Period) => Promise<BusyTime[]>
}

export const googleList = z.object({
  items: z.array(z.object({ id: z.string(), summary: z.string(), primary: z.boolean().optional() })).default([]),
})

const googleBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
      errors: z.array(z.unknown()).optional(),
    }),
  ),
})

/** Google's maximum number of calendars per request. */
const GOOGLE_AT_ONCE = 50

const utc = (text: string): string => {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new ProviderError('unexpected_answer')
  return moment.toISOString()
}

const google: CalendarApi = {
  list: async (api) => {
    const { items } = await api.get('/calendar/v3/users/me/calendarList', googleList, { maxResults: '250' })
    return items.map(({ id, summary, primary }) => ({ id, name: summary, isMain: primary ?? false }))
  },
  busy: async (api, ids, { from, to }) => {
    const times: BusyTime[] = []
    for (let start = 0; start < ids.length; start += GOOGLE_AT_ONCE) {
      const { calendars } = await api.post('/calendar/v3/freeBusy', googleBusy, {
        timeMin: from.toISOString(),
        timeMax: to.toISOString(),
        items: ids.slice(start, start + GOOGLE_AT_ONCE).map((id) => ({ id })),
      })
      for (const { busy, errors } of Object.values(calendars)) {
        // Fail on an unreadable calendar. Otherwise its times would count as free.
        if (errors?.length) throw new ProviderError('insufficient_scope')
        times.push(...busy.map(({ start, end }) => ({ startsAt: utc(start), endsAt: utc(end) })))
      }
    }
    return times
  },
}

const microsoftList = z.object({
  value: z.array(z.object({ id: z.string(), name: z.string(), isDefaultCalendar: z.boolean().optional() })),
})

const inUtc = z.object({ dateTime: z.string() })

const microsoftEvents = z.object({
  value: z.array(z.object({ showAs: z.string(), isCancelled: z.boolean().optional(), start: inUtc, end: inUtc })),
  '@odata.nextLink': z.string().optional(),
})

/** Outlook event statuses that count as busy. */
const SHOWN_BUSY = new Set(['busy', 'tentative', 'oof'])

const MICROSOFT_AT_ONCE = 500

const microsoft: CalendarApi = {
  list: async (api) => {
    const query = { $select: 'id,name,isDefaultCalendar', $top: '100' }
    const { value } = await api.get('/v1.0/me/calendars', microsoftList, query)
    return value.map(({ id, name, isDefaultCalendar }) => ({ id, name, isMain: isDefaultCalendar ?? false }))
  },
  busy: async (api, ids, { from, to }) => {
    const times: BusyTime[] = []
    for (const id of ids) {
      const path = `/v1.0/me/calendars/${encodeURIComponent(id)}/calendarView`
      let more = true
      for (let skip = 0; more; skip += MICROSOFT_AT_ONCE) {
        const answer = await api.get(path, microsoftEvents, {
          startDateTime: from.toISOString(),
          endDateTime: to.toISOString(),
          $select: 'start,end,showAs,isCancelled',
          $top: String(MICROSOFT_AT_ONCE),
          $skip: String(skip),
        })
        const busy = answer.value.filter(({ showAs, isCancelled }) => SHOWN_BUSY.has(showAs) && !isCancelled)
        // Graph returns UTC times by default, without a `Z`.
        times.push(
          ...busy.map(({ start, end }) => ({ startsAt: utc(`${start.dateTime}Z`), endsAt: utc(`${end.dateTime}Z`) })),
        )
        more = answer['@odata.nextLink'] !== undefined
      }
    }
    return times
  },
}

const CALENDARS: Partial<Record<ProviderName, CalendarApi>> = { 'google-workspace': google, 'microsoft-365': microsoft }

export function merged(times: BusyTime[]): BusyTime[] {
  const whole: BusyTime[] = []
  for (const time of times.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))) {
    const last = whole.at(-1)
    if (!last || time.startsAt > last.endsAt) whole.push({ ...time })
    else if (time.endsAt > last.endsAt) last.endsAt = time.endsAt
  }
  return whole
}

/** Returns the ids of the calendars that count as busy: the selected ones that still exist, or the primary calendar. */
const counting = ({ calendars: chosen }: Secret, calendars: Calendar[]): string[] =>
  calendars.filter(({ id, isMain }) => (chosen ? chosen.includes(id) : isMain)).map(({ id }) => id)

export async function readCalendarsOf(
  provider: ProviderName,
  api: Api,
  secret: Secret,
  period: Period,
): Promise<CalendarsAnswer> {
  const calendarApi = CALENDARS[provider]
  if (!calendarApi) throw new ProviderError('insufficient_scope')
  const calendars = await calendarApi.list(api)
  const ids = counting(secret, calendars)
  return {
    calendars: calendars.map((calendar) => ({ ...calendar, isChosen: ids.includes(calendar.id) })),
    busy: merged(await calendarApi.busy(api, ids, period)),
  }
}

export const readCalendars = (
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  period: Period,
): Promise<Used<CalendarsAnswer>> =>
  useConnection(context, provider, actor, { reads: 'calendar names and busy times' }, (api, { secret }) =>
    readCalendarsOf(provider, api, secret, period),
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
  changeSecret(
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

export async function busyTimes(
  context: IntegrationContext,
  actor: Actor,
  period: Period,
): Promise<{ busy: BusyTime[]; failed: ProviderName[] }> {
  const connected = new Set((await context.transaction(listConnections)).map(({ provider }) => provider))
  const asked = CALENDAR_PROVIDERS.filter((provider) => connected.has(provider))
  const answers = await Promise.all(
    asked.map(async (provider) => ({ provider, answer: await readCalendars(context, provider, actor, period) })),
  )
  return {
    busy: merged(answers.flatMap(({ answer }) => ('result' in answer ? answer.result.busy : []))),
    failed: answers.flatMap(({ provider, answer }) => ('result' in answer ? [] : [provider])),
  }
}
