import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildInvalidResponse, toInputProblems } from '@/lib/platform/http/json-input.ts'
import { findBusyTimes } from '@/lib/dashboard/integrations/calendars.ts'
import { createIntegrationContext } from '@/lib/dashboard/integrations/context.ts'

/** Longest period of a request: a calendar month plus the days of the adjacent months that the calendar shows. */
const MAX_PERIOD_DAYS = 45

const periodSchema = z
  .object({ from: z.iso.datetime().pipe(z.coerce.date()), to: z.iso.datetime().pipe(z.coerce.date()) })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_PERIOD_DAYS * millisecondsInDay, {
    error: `Choose a period of up to ${MAX_PERIOD_DAYS} days.`,
  })

/**
 * Returns busy times for `?from=…&to=…` (ISO 8601): `{ busy: [{ startsAt, endsAt }], failed: [provider] }`. Records the
 * access in the connection's log.
 */
export const GET = withAccess(
  { permission: 'org:appointments:read', feature: 'integrations' },
  async (member, request) => {
    const parsed = periodSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!parsed.success) return buildInvalidResponse(toInputProblems(parsed.error))
    const context = createIntegrationContext(member.organization.id)
    return Response.json(await findBusyTimes(context, { kind: 'person', id: member.userId }, parsed.data))
  },
)
