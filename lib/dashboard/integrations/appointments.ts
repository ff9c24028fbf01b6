import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { z } from 'zod'
import { asJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import type { Actor } from '../model/event.ts'
import { type Api, isStatus } from './api.ts'
import type { Period } from './calendars.ts'
import type { IntegrationContext } from './context.ts'
import { type ProviderName, providerOf } from './providers.ts'
import { changeSecret } from './repository.ts'
import { type Used, useConnection } from './use.ts'

/** Name of the calendar for visits. The site never writes to another calendar. */
const OWN_CALENDAR = 'Bookings by phone'

/** Name under which the connection's secret stores the id of the calendar for visits. */
const OWN_CALENDAR_ID = 'visitsCalendar'

export type ConfirmedAppointment = { id: string; job: string; startsAt: string; endsAt: string }

type AppointmentRow = typeof appointments.$inferSelect

const confirmed = ({ organizationId }: OrganizationTransaction) =>
  and(
    eq(appointments.organizationId, organizationId),
    eq(appointments.state, 'confirmed'),
    eq(appointments.isTest, false),
  )

/** Returns confirmed visits without test visits, earliest first. */
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
  return rows.map(({ id, job, startsAt, endsAt }) => asJson({ id, job, startsAt, endsAt }))
}

function textOf({ customer, phone, callId }: AppointmentRow, siteUrl: string): string {
  const call = callId ? `Call: ${siteUrl}/dashboard/calls/${callId}` : undefined
  return [customer, phone, 'Added by phone assistant', call].filter(Boolean).join('\n')
}

const withId = z.object({ id: z.string() })

type AppointmentApi = {
  makeCalendar: (api: Api) => Promise<string>
  /** Creates an event for the visit. Repeating it creates no second event. */
  enter: (api: Api, calendar: string, visit: AppointmentRow, text: string) => Promise<unknown>
}

const APPOINTMENTS: Partial<Record<ProviderName, AppointmentApi>> = {
  'google-workspace': {
    makeCalendar: async (api) => (await api.post('/calendar/v3/calendars', withId, { summary: OWN_CALENDAR })).id,
    enter: (api, calendar, { id, job, address, startsAt, endsAt }, text) =>
      api.post(`/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`, withId, {
        // Google rejects a second event with the same id. An id may contain hex digits but no hyphens.
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
        // Microsoft Graph ignores a second event with the same `transactionId`.
        transactionId: id,
        subject: job,
        location: { displayName: address ?? '' },
        body: { contentType: 'text', content: text },
        start: { dateTime: startsAt.toISOString().replace('Z', ''), timeZone: 'UTC' },
        end: { dateTime: endsAt.toISOString().replace('Z', ''), timeZone: 'UTC' },
      }),
  },
}

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
      if (!isStatus(error, 409)) throw error
    }
    return calendar
  }
  try {
    if (known) return await enter(known)
  } catch (error) {
    if (!isStatus(error, 404, 410)) throw error
  }
  return enter(await appointmentApi.makeCalendar(api))
}

/**
 * Writes a confirmed visit to the calendar. Idempotent.
 * @returns undefined if the visit does not exist or is not confirmed; a failure if writing is off
 */
export async function enterAppointment(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  appointmentId: string,
): Promise<Used<'entered'> | undefined> {
  const [appointmentApi, { write }] = [APPOINTMENTS[provider], providerOf(provider)]
  if (!appointmentApi || !write) return { failure: 'writing_off' }
  const [visit] = await context.transaction((tx) =>
    tx.db
      .select()
      .from(appointments)
      .where(and(confirmed(tx), eq(appointments.id, appointmentId))),
  )
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
