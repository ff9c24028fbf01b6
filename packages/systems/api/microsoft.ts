import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Times } from '../data/sample-data.ts'
import { busyIn, calendarsOf, countIn, defineApi, iso, moment, type Refuse, withScope } from './access.ts'

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

const refuse: Refuse = (c, status) =>
  c.json({ error: { code: CODES[status], message: 'Rejected by the local server.' } }, status)

/** Returns an id in the style of Graph, which is opaque and needs URL encoding. */
const idOf = (own: string) => Buffer.from(`calendar/${own}`).toString('base64')

/** Formats a time for Graph, which has a separate field for the time zone. */
const local = (milliseconds: number) => ({ dateTime: iso(milliseconds).replace('Z', '0000'), timeZone: 'UTC' })

const eventOf = ({ from, to }: Times) => ({ showAs: 'busy', isCancelled: false, start: local(from), end: local(to) })

const period = z.object({ startDateTime: moment, endDateTime: moment })

const newCalendar = z.object({ name: z.string().min(1) })

const time = z.object({
  dateTime: z.iso
    .datetime({ local: true })
    .transform((text) => iso(Date.parse(text.endsWith('Z') ? text : `${text}Z`))),
  timeZone: z.literal('UTC'),
})

const newEvent = z.object({
  transactionId: z.string().nullable().default(null),
  subject: z.string().default(''),
  location: z.object({ displayName: z.string() }).default({ displayName: '' }),
  body: z.object({ content: z.string() }).default({ content: '' }),
  start: time,
  end: time,
})

export const microsoftApi = defineApi(NAME, '/v1.0', refuse, (api, { store }) => {
  const reads = withScope(refuse, 'Calendars.ReadBasic', 'Calendars.ReadWrite')
  const writes = withScope(refuse, 'Calendars.ReadWrite')
  const known = (account: string) =>
    calendarsOf(store, NAME, account).map(({ isMain, ...calendar }) => ({
      ...calendar,
      isMain,
      name: isMain ? 'Calendar' : calendar.name,
      graphId: idOf(calendar.id),
    }))

  api.get('/me', withScope(refuse, 'User.Read'), (c) => {
    const { account } = c.var.access
    const address = `${account}@example.com`
    return c.json({ displayName: account, mail: address, userPrincipalName: address })
  })

  api.get('/me/calendars', reads, (c) => {
    const value = known(c.var.access.account).map(({ graphId, name, isMain }) => ({
      id: graphId,
      name,
      isDefaultCalendar: isMain,
    }))
    return c.json({ value: value.slice(0, countIn(c, '$top', 100)) })
  })

  api.get('/me/calendars/:calendar/calendarView', reads, (c) => {
    const { data } = period.safeParse(c.req.query())
    const calendar = known(c.var.access.account).find(({ graphId }) => graphId === c.req.param('calendar'))
    if (!calendar) return refuse(c, 404)
    if (!data) return refuse(c, 400)
    const events = busyIn(store, calendar, { from: data.startDateTime, to: data.endDateTime })
    const [skip, top] = [countIn(c, '$skip', events.length, 0), countIn(c, '$top', 1000)]
    const next = new URL(c.req.url)
    next.searchParams.set('$skip', String(skip + top))
    const hasMore = events.length > skip + top
    return c.json({
      value: events.slice(skip, skip + top).map(eventOf),
      ...(hasMore && { '@odata.nextLink': next.href }),
    })
  })

  api.post('/me/calendars', writes, async (c) => {
    const { data } = newCalendar.safeParse(await c.req.json())
    if (!data) return refuse(c, 400)
    const { id, name } = store.calendars.make(NAME, c.var.access.account, data.name)
    return c.json({ id: idOf(id), name }, 201)
  })

  api.post('/me/calendars/:calendar/events', writes, async (c) => {
    const own = store.calendars.list(NAME, c.var.access.account).find(({ id }) => idOf(id) === c.req.param('calendar'))
    if (!own) return refuse(c, 404)
    const { data: event } = newEvent.safeParse(await c.req.json())
    if (!event) return refuse(c, 400)
    const id = randomUUID()
    const isNew = store.entries.add(own.id, {
      id,
      onceKey: event.transactionId,
      title: event.subject,
      place: event.location.displayName,
      text: event.body.content,
      startsAt: event.start.dateTime,
      endsAt: event.end.dateTime,
    })
    return isNew ? c.json({ id, subject: event.subject }, 201) : refuse(c, 409)
  })
})
