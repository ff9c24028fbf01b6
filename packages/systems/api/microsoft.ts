import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Times } from '../data/sample-data.ts'
import {
  listBusyTimes,
  listCalendars,
  parseCount,
  defineApi,
  formatIso,
  momentSchema,
  type ErrorResponder,
  createScopeGuard,
} from './access.ts'

/* Microsoft Graph v1.0: profile, calendars and events. Source: learn.microsoft.com/graph/api/resources/calendar. */

const NAME = 'microsoft-365'

const CODES = {
  400: 'ErrorInvalidRequest',
  401: 'InvalidAuthenticationToken',
  403: 'ErrorAccessDenied',
  404: 'ErrorItemNotFound',
  409: 'ErrorDuplicateTransactionId',
  503: 'ServiceNotAvailable',
}

const respondError: ErrorResponder = (c, status) =>
  c.json({ error: { code: CODES[status], message: 'Rejected by the local server.' } }, status)

/** Returns an id in the style of Graph, which is opaque and needs URL encoding. */
const toGraphId = (calendarId: string) => Buffer.from(`calendar/${calendarId}`).toString('base64')

/** Formats a time for Graph, which has a separate field for the time zone. */
const toGraphTime = (milliseconds: number) => ({
  dateTime: formatIso(milliseconds).replace('Z', '0000'),
  timeZone: 'UTC',
})

const toGraphEvent = ({ from, to }: Times) => ({
  showAs: 'busy',
  isCancelled: false,
  start: toGraphTime(from),
  end: toGraphTime(to),
})

const periodSchema = z.object({ startDateTime: momentSchema, endDateTime: momentSchema })

const newCalendarSchema = z.object({ name: z.string().min(1) })

const time = z.object({
  dateTime: z.iso
    .datetime({ local: true })
    .transform((text) => formatIso(Date.parse(text.endsWith('Z') ? text : `${text}Z`))),
  timeZone: z.literal('UTC'),
})

const newEventSchema = z.object({
  transactionId: z.string().nullable().default(null),
  subject: z.string().default(''),
  location: z.object({ displayName: z.string() }).default({ displayName: '' }),
  body: z.object({ content: z.string() }).default({ content: '' }),
  start: time,
  end: time,
})

export const microsoftApi = defineApi(NAME, '/v1.0', respondError, (api, { store }) => {
  const requireRead = createScopeGuard(respondError, 'Calendars.ReadBasic', 'Calendars.ReadWrite')
  const requireWrite = createScopeGuard(respondError, 'Calendars.ReadWrite')
  const listGraphCalendars = (account: string) =>
    listCalendars(store, NAME, account).map(({ isMain, ...calendar }) => ({
      ...calendar,
      isMain,
      name: isMain ? 'Calendar' : calendar.name,
      graphId: toGraphId(calendar.id),
    }))

  api.get('/me', createScopeGuard(respondError, 'User.Read'), (c) => {
    const { account } = c.var.access
    const address = `${account}@example.com`
    return c.json({ displayName: account, mail: address, userPrincipalName: address })
  })

  api.get('/me/calendars', requireRead, (c) => {
    const value = listGraphCalendars(c.var.access.account).map(({ graphId, name, isMain }) => ({
      id: graphId,
      name,
      isDefaultCalendar: isMain,
    }))
    return c.json({ value: value.slice(0, parseCount(c, '$top', 100)) })
  })

  api.get('/me/calendars/:calendar/calendarView', requireRead, (c) => {
    const { data } = periodSchema.safeParse(c.req.query())
    const calendar = listGraphCalendars(c.var.access.account).find(({ graphId }) => graphId === c.req.param('calendar'))
    if (!calendar) return respondError(c, 404)
    if (!data) return respondError(c, 400)
    const events = listBusyTimes(store, calendar, { from: data.startDateTime, to: data.endDateTime })
    const [skip, top] = [parseCount(c, '$skip', events.length, 0), parseCount(c, '$top', 1000)]
    const next = new URL(c.req.url)
    next.searchParams.set('$skip', String(skip + top))
    const hasMore = events.length > skip + top
    return c.json({
      value: events.slice(skip, skip + top).map(toGraphEvent),
      ...(hasMore && { '@odata.nextLink': next.href }),
    })
  })

  api.post('/me/calendars', requireWrite, async (c) => {
    const { data } = newCalendarSchema.safeParse(await c.req.json())
    if (!data) return respondError(c, 400)
    const { id, name } = store.calendars.make(NAME, c.var.access.account, data.name)
    return c.json({ id: toGraphId(id), name }, 201)
  })

  api.post('/me/calendars/:calendar/events', requireWrite, async (c) => {
    const appCalendar = store.calendars
      .list(NAME, c.var.access.account)
      .find(({ id }) => toGraphId(id) === c.req.param('calendar'))
    if (!appCalendar) return respondError(c, 404)
    const { data: event } = newEventSchema.safeParse(await c.req.json())
    if (!event) return respondError(c, 400)
    const id = randomUUID()
    const wasInserted = store.entries.add(appCalendar.id, {
      id,
      onceKey: event.transactionId,
      title: event.subject,
      place: event.location.displayName,
      text: event.body.content,
      startsAt: event.start.dateTime,
      endsAt: event.end.dateTime,
    })
    return wasInserted ? c.json({ id, subject: event.subject }, 201) : respondError(c, 409)
  })
})
