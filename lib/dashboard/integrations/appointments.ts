import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { z } from 'zod'
import { toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import type { Actor } from '../model/event.ts'
import { type Api, hasStatus } from './api.ts'
import type { Period } from './calendars.ts'
import type { IntegrationContext } from './context.ts'
import { type ProviderName, getProvider } from './providers.ts'
import { updateSecret } from './repository.ts'
import { type UseResult, runWithConnection } from './use.ts'

/** Name of the calendar for visits. The site never writes to another calendar. */
const CALENDAR_NAME = 'Bookings by phone'

/** Name under which the connection's secret stores the id of the calendar for visits. */
const CALENDAR_ID_KEY = 'visitsCalendar'

export type ConfirmedAppointment = { id: string; job: string; startsAt: string; endsAt: string }

type AppointmentRow = typeof appointments.$inferSelect

const isConfirmed = ({ organizationId }: OrganizationTransaction) =>
  and(
    eq(appointments.organizationId, organizationId),
    eq(appointments.state, 'confirmed'),
    eq(appointments.isTest, false),
  )

/** Returns confirmed visits, earliest first. Excludes test visits. */
export async function listConfirmedAppointments(
  tx: OrganizationTransaction,
  { from, to }: Period,
  limit: number,
): Promise<ConfirmedAppointment[]> {
  const rows = await tx.db
    .select()
    .from(appointments)
    .where(and(isConfirmed(tx), gte(appointments.startsAt, from), lt(appointments.startsAt, to)))
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(limit)
  return rows.map(({ id, job, startsAt, endsAt }) => toJson({ id, job, startsAt, endsAt }))
}

function buildEventText({ customer, phone, callId }: AppointmentRow, siteUrl: string): string {
  const call = callId ? `Call: ${siteUrl}/dashboard/calls/${callId}` : undefined
  return [customer, phone, 'Added by phone assistant', call].filter(Boolean).join('\n')
}

const idResponse = z.object({ id: z.string() })

type AppointmentApi = {
  createCalendar: (api: Api) => Promise<string>
  /** Creates an event for the visit. Idempotent. */
  createEvent: (api: Api, calendar: string, visit: AppointmentRow, text: string) => Promise<unknown>
}

const APPOINTMENT_APIS: Partial<Record<ProviderName, AppointmentApi>> = {
  'google-workspace': {
    createCalendar: async (api) =>
      (await api.post('/calendar/v3/calendars', idResponse, { summary: CALENDAR_NAME })).id,
    createEvent: (api, calendar, { id, job, address, startsAt, endsAt }, text) =>
      api.post(`/calendar/v3/calendars/${encodeURIComponent(calendar)}/events`, idResponse, {
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
    createCalendar: async (api) => (await api.post('/v1.0/me/calendars', idResponse, { name: CALENDAR_NAME })).id,
    createEvent: (api, calendar, { id, job, address, startsAt, endsAt }, text) =>
      api.post(`/v1.0/me/calendars/${encodeURIComponent(calendar)}/events`, idResponse, {
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

async function writeToCalendar(
  api: Api,
  appointmentApi: AppointmentApi,
  visit: AppointmentRow,
  text: string,
): Promise<string> {
  const knownCalendarId = api.details[CALENDAR_ID_KEY]
  const createEvent = async (calendar: string) => {
    try {
      await appointmentApi.createEvent(api, calendar, visit, text)
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
    }
    return calendar
  }
  try {
    if (knownCalendarId) return await createEvent(knownCalendarId)
  } catch (error) {
    if (!hasStatus(error, 404, 410)) throw error
  }
  return createEvent(await appointmentApi.createCalendar(api))
}

/**
 * Writes a confirmed visit to the calendar. Idempotent.
 * @returns undefined if the visit does not exist or is not confirmed; a failure if writing is off
 */
export async function syncAppointment(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  appointmentId: string,
): Promise<UseResult<'entered'> | undefined> {
  const [appointmentApi, { write }] = [APPOINTMENT_APIS[provider], getProvider(provider)]
  if (!appointmentApi || !write) return { failure: 'writing_off' }
  const [visit] = await context.transaction((tx) =>
    tx.db
      .select()
      .from(appointments)
      .where(and(isConfirmed(tx), eq(appointments.id, appointmentId))),
  )
  if (!visit) return undefined
  const { id, callId } = visit
  const usage = { writes: write.name, entry: 'a visit', visit: id, ...(callId && { call: callId }) }
  const text = buildEventText(visit, context.settings.siteUrl)
  const outcome = await runWithConnection(context, provider, actor, usage, (api) =>
    writeToCalendar(api, appointmentApi, visit, text),
  )
  if (!('result' in outcome)) return outcome
  await updateSecret(context, provider, (secret) => ({
    ...secret,
    details: { ...secret.details, [CALENDAR_ID_KEY]: outcome.result },
  }))
  return { result: 'entered' }
}
