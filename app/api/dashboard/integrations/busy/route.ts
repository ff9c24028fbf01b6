import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { invalid, problemsOf } from '@/lib/http/json-input.ts'
import { busyTimes } from '@/lib/integrations/calendars.ts'
import { integrationsOf } from '@/lib/integrations/context.ts'

const DAY = 24 * 60 * 60_000

/** Days of the longest period: a month and the days around it that a calendar shows. */
const MAX_DAYS = 45

const period = z
  .object({ from: z.iso.datetime().pipe(z.coerce.date()), to: z.iso.datetime().pipe(z.coerce.date()) })
  .refine(({ from, to }) => from < to && to.getTime() - from.getTime() <= MAX_DAYS * DAY, {
    error: `Ask for a period of up to ${MAX_DAYS} days.`,
  })

/**
 * When the connected calendars are busy, `?from=…&to=…` in ISO 8601: `{ busy: [{ startsAt, endsAt }], failed: [provider] }`.
 * Each reading is in the log of its connection.
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
