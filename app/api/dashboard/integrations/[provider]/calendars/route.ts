import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { chooseCalendars, readCalendars } from '@/lib/dashboard/integrations/calendars.ts'
import { buildFailureResponse, withConnection } from '../../request.ts'

const DAYS_AHEAD = 7

export const GET = withConnection({ permission: 'org:integrations:read' }, async ({ context, provider, actor }) => {
  const from = context.now()
  const to = new Date(from.getTime() + DAYS_AHEAD * millisecondsInDay)
  const result = await readCalendars(context, provider, actor, { from, to })
  return 'failure' in result ? buildFailureResponse(provider, result.failure) : Response.json(result.result)
})

const selectionSchema = z.strictObject({
  calendars: z.array(z.string().min(1).max(1024)).max(250, 'Choose up to 250 calendars.'),
})

export const PUT = withConnection(
  { permission: 'org:integrations:manage' },
  async ({ context, provider, actor }, request) => {
    const input = await readInput(request, selectionSchema)
    const isConnected = await chooseCalendars(context, provider, actor, input.calendars)
    return isConnected ? Response.json({ done: true }) : buildFailureResponse(provider, 'not_connected')
  },
)
