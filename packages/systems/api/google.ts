import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { SYSTEMS } from '../data/systems.ts'
import {
  listBusyTimes,
  listCalendars,
  defineApi,
  formatIso,
  momentSchema,
  type ErrorResponder,
  createScopeGuard,
} from './access.ts'

/*
 * Google Calendar v3: calendar list, busy times and app-created calendars. Source:
 * developers.google.com/workspace/calendar/api/v3/reference.
 */

const NAME = 'google-workspace'
const [BUSY_SCOPE, LIST_SCOPE, APP_CALENDAR_SCOPE] = SYSTEMS[NAME].scopes.map(({ scope }) => scope) as [
  string,
  string,
  string,
]

const MESSAGES = {
  400: 'Bad Request',
  401: 'Invalid Credentials',
  403: 'Request had insufficient authentication scopes.',
  404: 'Not Found',
  409: 'The requested identifier already exists.',
  503: 'Backend Error',
}

const respondError: ErrorResponder = (c, code) => c.json({ error: { code, message: MESSAGES[code] } }, code)

const freeBusySchema = z.object({
  timeMin: momentSchema,
  timeMax: momentSchema,
  items: z.array(z.object({ id: z.string() })).max(50),
})

const newCalendarSchema = z.object({ summary: z.string().min(1) })

const time = z.object({ dateTime: momentSchema.transform(formatIso) })

const newEventSchema = z.object({
  id: z
    .string()
    .regex(/^[a-v0-9]{5,1024}$/)
    .default(() => randomUUID().replaceAll('-', '')),
  summary: z.string().default(''),
  location: z.string().default(''),
  description: z.string().default(''),
  start: time,
  end: time,
})

export const googleApi = defineApi(NAME, '/calendar/v3', respondError, (api, { store }) => {
  const requireScope = (scope: string) => createScopeGuard(respondError, scope)

  api.get('/users/me/calendarList', requireScope(LIST_SCOPE), (c) =>
    c.json({
      kind: 'calendar#calendarList',
      items: listCalendars(store, NAME, c.var.access.account).map(({ id, name, isMain }) => ({
        id,
        summary: name,
        ...(isMain && { primary: true }),
      })),
    }),
  )

  api.post('/freeBusy', requireScope(BUSY_SCOPE), async (c) => {
    const { data } = freeBusySchema.safeParse(await c.req.json())
    if (!data) return respondError(c, 400)
    const calendars = listCalendars(store, NAME, c.var.access.account)
    const period = { from: data.timeMin, to: data.timeMax }
    const results = data.items.map(({ id }) => {
      const calendar = calendars.find((each) => each.id === id)
      if (!calendar) return [id, { busy: [], errors: [{ domain: 'global', reason: 'notFound' }] }]
      return [
        id,
        {
          busy: listBusyTimes(store, calendar, period).map(({ from, to }) => ({
            start: formatIso(from),
            end: formatIso(to),
          })),
        },
      ]
    })
    return c.json({
      kind: 'calendar#freeBusy',
      timeMin: formatIso(period.from),
      timeMax: formatIso(period.to),
      calendars: Object.fromEntries(results) as unknown,
    })
  })

  api.post('/calendars', requireScope(APP_CALENDAR_SCOPE), async (c) => {
    const { data } = newCalendarSchema.safeParse(await c.req.json())
    if (!data) return respondError(c, 400)
    const { id, name } = store.calendars.make(NAME, c.var.access.account, data.summary)
    return c.json({ kind: 'calendar#calendar', id, summary: name })
  })

  api.post('/calendars/:calendar/events', requireScope(APP_CALENDAR_SCOPE), async (c) => {
    const id = c.req.param('calendar')
    const appCalendar = store.calendars.list(NAME, c.var.access.account).find((each) => each.id === id)
    // The scope covers only calendars that the app created.
    if (!appCalendar) return respondError(c, 404)
    const { data: event } = newEventSchema.safeParse(await c.req.json())
    if (!event) return respondError(c, 400)
    const wasInserted = store.entries.add(appCalendar.id, {
      id: event.id,
      onceKey: null,
      title: event.summary,
      place: event.location,
      text: event.description,
      startsAt: event.start.dateTime,
      endsAt: event.end.dateTime,
    })
    return wasInserted ? c.json({ kind: 'calendar#event', status: 'confirmed', ...event }) : respondError(c, 409)
  })
})
