import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { type Api, StatusError } from './api.ts'
import type { Period } from './calendars.ts'
import type { IntegrationContext } from './context.ts'
import { type ProviderName, providerOf } from './providers.ts'
import { changeSecret } from './store.ts'
import { type Used, useConnection } from './use.ts'

/** The calendar that visits are written into; no other is ever written to. */
const OWN_CALENDAR = 'Bookings by phone'

/** Where the id of that calendar is kept, with what else only its connection can use. */
const OWN_CALENDAR_ID = 'visitsCalendar'

/** A confirmed visit that lies ahead. */
export type ConfirmedAppointment = { id: string; job: string; startsAt: string; endsAt: string }

type AppointmentRow = typeof appointments.$inferSelect

const confirmed = ({ organizationId }: OrganizationTransaction) =>
  and(
    eq(appointments.organizationId, organizationId),
    eq(appointments.state, 'confirmed'),
    eq(appointments.isTest, false),
  )

/** Confirmed visits of a period, the first ones first. */
export async function confirmedAppointments(
  tx: OrganizationTransaction,
  { from, to }: Period,
  limit: number,
): Promise<ConfirmedAppointment[]> {
  const rows = await tx.db
    .select()
    .from(appointments)
    .where(and(confirmed(tx), gte(appointments.startsAt, from), lt(appointments.startsAt, to)))
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(limit)
  return rows.map(({ id, job, startsAt, endsAt }) => ({
    id,
    job,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

async function confirmedAppointment(tx: OrganizationTransaction, id: string): Promise<AppointmentRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(appointments)
    .where(and(confirmed(tx), eq(appointments.id, id)))
  return row
}

/** What is written: who and where, and the mark that says who entered it. */
function textOf({ customer, phone, callId }: AppointmentRow, siteUrl: string): string {
  const call = callId ? `Call: ${siteUrl}/dashboard/calls/${callId}` : undefined
  return [customer, phone, 'Entered by phone assistant', call].filter(Boolean).join('\n')
}

const withId = z.object({ id: z.string() })

const CONFLICT = 409
const NOT_FOUND = new Set([404, 410])

const isStatus = (error: unknown, matches: (status: number) => boolean) =>
  error instanceof StatusError && matches(error.status)

type AppointmentApi = {
  makeCalendar: (api: Api) => Promise<string>
  /** Enters a visit; one that is there already stays as it is. */
  enter: (api: Api, calendar: string, visit: AppointmentRow, text: string) => Promise<unknown>
}

const APPOINTMENTS: Partial<Record<ProviderName, AppointmentApi>> = {
  'google-workspace': {
    makeCalendar: async (api) => (await api.post('/calendar/v3/calendars', withId, { summary: OWN_CALENDAR })).id,
    enter: (api, calendar, { id, job, address, startsAt, endsAt }, text) =>
      api.post(`/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`, withId, {
        // An id of ours, which Google takes once: hexadecimal digits are among those that it allows.
        id: id.replaceAll('-', ''),
        summary: job,
        location: address ?? '',
        description: text,
        start: { dateTime: startsAt.toISOString() },
        end: { dateTime: endsAt.toISOString() },
      }),
  },
  'microsoft-365': {
    makeCalendar: async (api) => (await api.post('/v1.0/me/calendars', withId, { name: OWN_CALENDAR })).id,
    enter: (api, calendar, { id, job, address, startsAt, endsAt }, text) =>
      api.post(`/v1.0/me/calendars/${encodeURIComponent(calendar)}/events`, withId, {
        // Graph takes one event for each of these.
        transactionId: id,
        subject: job,
        location: { displayName: address ?? '' },
        body: { contentType: 'text', content: text },
        start: { dateTime: startsAt.toISOString().replace('Z', ''), timeZone: 'UTC' },
        end: { dateTime: endsAt.toISOString().replace('Z', ''), timeZone: 'UTC' },
      }),
  },
}

/** Enters a visit into the connection's own calendar, which is made when there is none (any more). */
async function enterInto(
  api: Api,
  appointmentApi: AppointmentApi,
  visit: AppointmentRow,
  text: string,
): Promise<string> {
  const known = api.details[OWN_CALENDAR_ID]
  const enter = async (calendar: string) => {
    try {
      await appointmentApi.enter(api, calendar, visit, text)
    } catch (error) {
      if (!isStatus(error, (status) => status === CONFLICT)) throw error
    }
    return calendar
  }
  try {
    if (known) return await enter(known)
  } catch (error) {
    if (!isStatus(error, (status) => NOT_FOUND.has(status))) throw error
  }
  return enter(await appointmentApi.makeCalendar(api))
}

/**
 * Enters a confirmed visit into a calendar, where writing is on. Entering one twice changes nothing.
 * @returns undefined when there is no such visit
 */
export async function enterAppointment(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  appointmentId: string,
): Promise<Used<'entered'> | undefined> {
  const [appointmentApi, { write }] = [APPOINTMENTS[provider], providerOf(provider)]
  if (!appointmentApi || !write) return { failure: 'writing_off' }
  const visit = await context.transaction((tx) => confirmedAppointment(tx, appointmentId))
  if (!visit) return undefined
  const { id, callId } = visit
  const use = { writes: write.name, entry: 'a visit', visit: id, ...(callId && { call: callId }) }
  const text = textOf(visit, context.settings.siteUrl)
  const used = await useConnection(context, provider, actor, use, (api) => enterInto(api, appointmentApi, visit, text))
  if (!('result' in used)) return used
  await changeSecret(context, provider, (secret) => ({
    ...secret,
    details: { ...secret.details, [OWN_CALENDAR_ID]: used.result },
  }))
  return { result: 'entered' }
}
