import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { SYSTEMS } from '../data/systems.ts'
import { busyIn, calendarsOf, defineApi, iso, moment, type Refuse, withScope } from './access.ts'

/*
 * Google Calendar v3: calendar list, busy times and app-created calendars. Source:
 * developers.google.com/workspace/calendar/api/v3/reference.
 */

const NAME = 'google-workspace'
const [BUSY, LIST, OWN] = SYSTEMS[NAME].scopes.map(({ scope }) => scope) as [string, string, string]

const MESSAGES = {
  400: 'Bad Request',
  401: 'Invalid Credentials',
  403: 'Request had insufficient authentication scopes.',
  404: 'Not Found',
  409: 'The requested identifier already exists.',
  503: 'Backend Error',
}

const refuse: Refuse = (c, code) => c.json({ error: { code, message: MESSAGES[code] } }, code)

const busyQuestion = z.object({
  timeMin: moment,
  timeMax: moment,
  items: z.array(z.object({ id: z.string() })).max(50),
})

const newCalendar = z.object({ summary: z.string().min(1) })

const time = z.object({ dateTime: moment.transform(iso) })

const newEvent = z.object({
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

export const googleApi = defineApi(NAME, '/calendar/v3', refuse, (api, { store }) => {
  const may = (scope: string) => withScope(refuse, scope)

  api.get('/users/me/calendarList', may(LIST), (c) =>
    c.json({
      kind: 'calendar#calendarList',
      items: calendarsOf(store, NAME, c.var.access.account).map(({ id, name, isMain }) => ({
        id,
        summary: name,
        ...(isMain && { primary: true }),
      })),
    }),
  )

  api.post('/freeBusy', may(BUSY), async (c) => {
    const { data } = busyQuestion.safeParse(await c.req.json())
    if (!data) return refuse(c, 400)
    const known = calendarsOf(store, NAME, c.var.access.account)
    const period = { from: data.timeMin, to: data.timeMax }
    const answers = data.items.map(({ id }) => {
      const calendar = known.find((each) => each.id === id)
      if (!calendar) return [id, { busy: [], errors: [{ domain: 'global', reason: 'notFound' }] }]
      return [id, { busy: busyIn(store, calendar, period).map(({ from, to }) => ({ start: iso(from), end: iso(to) })) }]
    })
    return c.json({
      kind: 'calendar#freeBusy',
      timeMin: iso(period.from),
      timeMax: iso(period.to),
      calendars: Object.fromEntries(answers) as unknown,
    })
  })

  api.post('/calendars', may(OWN), async (c) => {
    const { data } = newCalendar.safeParse(await c.req.json())
    if (!data) return refuse(c, 400)
    const { id, name } = store.calendars.make(NAME, c.var.access.account, data.summary)
    return c.json({ kind: 'calendar#calendar', id, summary: name })
  })

  api.post('/calendars/:calendar/events', may(OWN), async (c) => {
    const id = c.req.param('calendar')
    const own = store.calendars.list(NAME, c.var.access.account).find((each) => each.id === id)
    // The scope covers only calendars that the app created.
    if (!own) return refuse(c, 404)
    const { data: event } = newEvent.safeParse(await c.req.json())
    if (!event) return refuse(c, 400)
    const isNew = store.entries.add(own.id, {
      id: event.id,
      onceKey: null,
      title: event.summary,
      place: event.location,
      text: event.description,
      startsAt: event.start.dateTime,
      endsAt: event.end.dateTime,
    })
    return isNew ? c.json({ kind: 'calendar#event', status: 'confirmed', ...event }) : refuse(c, 409)
  })
})
