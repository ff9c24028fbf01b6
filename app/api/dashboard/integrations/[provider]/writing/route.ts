import { stopWriting } from '@/lib/dashboard/integrations/manage.ts'
import { beginConnection } from '../start-authorization.ts'
import { buildFailureResponse, withConnection } from '../../request.ts'

/** Starts granting write access and returns `{ address }`, the provider's consent URL. */
export const POST = withConnection(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  (connectionRequest) => beginConnection(connectionRequest, true),
)

/** Revokes write access. Requires no reverification, so that users can always stop writes. */
export const DELETE = withConnection(
  { permission: 'org:integrations:manage' },
  async ({ context, provider, actor }) => {
    const isConnected = await stopWriting(context, provider, actor)
    return isConnected ? Response.json({ done: true }) : buildFailureResponse(provider, 'not_connected')
  },
)
