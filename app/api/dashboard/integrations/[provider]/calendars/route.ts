import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { chooseCalendars, readCalendars } from '@/lib/integrations/calendars.ts'
import { connectionRequest, failureResponse, type ProviderParams } from '../../request.ts'

/** Days ahead whose busy times are shown beside the choice. */
const DAYS_AHEAD = 7

const DAY = 24 * 60 * 60_000

/** The calendars of a connection and when the chosen ones are busy in the next days: see `calendarsAnswer`. */
export const GET = withAccess(
  { permission: 'org:integrations:read' },
  async (member, _request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const from = context.now()
    const to = new Date(from.getTime() + DAYS_AHEAD * DAY)
    const read = await readCalendars(context, provider, actor, { from, to })
    return 'failure' in read ? failureResponse(provider, read.failure) : Response.json(read.result)
  },
)

const chosen = z.strictObject({
  calendars: z.array(z.string().min(1).max(1024)).max(250, 'Choose up to 250 calendars.'),
})

/** Chooses which calendars count as busy: `{ calendars: [id] }`. */
export const PUT = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, request, params: ProviderParams) => {
    const asked = await connectionRequest(member, params)
    if (asked instanceof Response) return asked
    const input = await readInput(request, chosen)
    const { context, provider, actor } = asked
    const isConnected = await chooseCalendars(context, provider, actor, input.calendars)
    return isConnected ? Response.json({ done: true }) : failureResponse(provider, 'not_connected')
  },
)
