import { z } from 'zod'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { notFound, readInput } from '@/lib/http/json-input.ts'
import { confirmedAppointments, enterAppointment } from '@/lib/integrations/appointments.ts'
import { connectionRequest, failureResponse, type ProviderParams } from '../../request.ts'

const DAYS_AHEAD = 14
const DAY = 24 * 60 * 60_000

/** Confirmed visits of the next two weeks that could be entered into a calendar, the first ten: `{ visits }`. */
export const GET = withAccess(
  { permission: 'org:appointments:read', feature: 'integrations' },
  async (member, _request, params: ProviderParams) => {
    const { context } = await connectionRequest(member, params)
    const from = context.now()
    const to = new Date(from.getTime() + DAYS_AHEAD * DAY)
    const visits = await context.transaction((tx) => confirmedAppointments(tx, { from, to }, PAGE_SIZE))
    return Response.json({ visits })
  },
)

const visit = z.strictObject({ visit: z.uuid('That is no visit.') })

/** Enters a confirmed visit, `{ visit: id }`, into the calendar of a connection that may write. */
export const POST = withAccess(
  { permission: 'org:appointments:manage', feature: 'integrations' },
  async (member, request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const input = await readInput(request, visit)
    const entered = await enterAppointment(context, provider, actor, input.visit)
    if (!entered) return notFound('This visit')
    return 'failure' in entered ? failureResponse(provider, entered.failure) : Response.json({ done: true })
  },
)
