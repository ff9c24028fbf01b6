import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { invalid, problemsOf } from '@/lib/platform/http/json-input.ts'
import { busyTimes } from '@/lib/dashboard/integrations/calendars.ts'
import { integrationsOf } from '@/lib/dashboard/integrations/context.ts'

/** Longest period of a request: a calendar month plus the days of the adjacent months that the calendar shows. */
const MAX_DAYS = 45

const period = z
  .object({ from: z.iso.datetime().pipe(z.coerce.date()), to: z.iso.datetime().pipe(z.coerce.date()) })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_DAYS * millisecondsInDay, {
    error: `Choose a period of up to ${MAX_DAYS} days.`,
  })

/**
 * Returns busy times for `?from=…&to=…` (ISO 8601): `{ busy: [{ startsAt, endsAt }], failed: [provider] }`. Records the
 * access in the connection's log.
 */
export const GET = withAccess(
  { permission: 'org:appointments:read', feature: 'integrations' },
  async (member, request) => {
    const asked = period.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!asked.success) return invalid(problemsOf(asked.error))
    const context = integrationsOf(member.organization.id)
    return Response.json(await busyTimes(context, { kind: 'person', id: member.userId }, asked.data))
  },
)
