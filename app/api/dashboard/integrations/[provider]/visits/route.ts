import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { listConfirmedAppointments, syncAppointment } from '@/lib/dashboard/integrations/appointments.ts'
import { buildFailureResponse, withConnection } from '../../request.ts'

const DAYS_AHEAD = 14
/** Returns `{ visits }`: the first ten confirmed visits of the next two weeks, which the user can add to a calendar. */
export const GET = withConnection(
  { permission: 'org:appointments:read', feature: 'integrations' },
  async ({ context }) => {
    const from = context.now()
    const to = new Date(from.getTime() + DAYS_AHEAD * millisecondsInDay)
    const appointments = await context.transaction((tx) => listConfirmedAppointments(tx, { from, to }, PAGE_SIZE))
    return Response.json({ visits: appointments })
  },
)

const bodySchema = z.strictObject({ visit: z.uuid('That isn’t a valid visit.') })

export const POST = withConnection(
  { permission: 'org:appointments:manage', feature: 'integrations' },
  async ({ context, provider, actor }, request) => {
    const input = await readInput(request, bodySchema)
    const result = await syncAppointment(context, provider, actor, input.visit)
    if (!result) return buildNotFoundResponse('This visit')
    return 'failure' in result ? buildFailureResponse(provider, result.failure) : Response.json({ done: true })
  },
)
