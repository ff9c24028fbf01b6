import { withAccess } from '@/lib/auth/with-access.ts'
import { stopWriting } from '@/lib/integrations/manage.ts'
import { begin } from '../begin.ts'
import { connectionRequest, failureResponse, type ProviderParams } from '../../request.ts'

/** Begins letting a system be written to: `{ address }` is where the wider permission is given. */
export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  (member, _request, params: ProviderParams) => begin(member, params, { writes: true }),
)

/** Stops writing at once. Asks for no confirmation: nobody is to be kept from it. */
export const DELETE = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, _request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const isConnected = await stopWriting(context, provider, actor)
    return isConnected ? Response.json({ done: true }) : failureResponse(provider, 'not_connected')
  },
)
