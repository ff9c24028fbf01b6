import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { notFound, readInput } from '@/lib/platform/http/json-input.ts'
import { confirmedAppointments, enterAppointment } from '@/lib/dashboard/integrations/appointments.ts'
import { failureResponse, withConnection } from '../../request.ts'

const DAYS_AHEAD = 14
/** Returns `{ visits }`: the first ten confirmed visits of the next two weeks, which the user can add to a calendar. */
export const GET = withConnection(
  { permission: 'org:appointments:read', feature: 'integrations' },
  async ({ context }) => {
    const from = context.now()
    const to = new Date(from.getTime() + DAYS_AHEAD * millisecondsInDay)
    const visits = await context.transaction((tx) => confirmedAppointments(tx, { from, to }, PAGE_SIZE))
    return Response.json({ visits })
  },
)

const visit = z.strictObject({ visit: z.uuid('That isn’t a valid visit.') })

export const POST = withConnection(
  { permission: 'org:appointments:manage', feature: 'integrations' },
  async ({ context, provider, actor }, request) => {
    const input = await readInput(request, visit)
    const entered = await enterAppointment(context, provider, actor, input.visit)
    if (!entered) return notFound('This visit')
    return 'failure' in entered ? failureResponse(provider, entered.failure) : Response.json({ done: true })
  },
)
