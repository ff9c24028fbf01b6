import { removeConnection } from '@/lib/dashboard/integrations/manage.ts'
import { buildFailureResponse, withConnection } from '../request.ts'

/**
 * Disconnects an integration. Returns `{ there }`, the result of the token revocation: `ended`, `no-endpoint` or
 * `failed`.
 */
export const DELETE = withConnection(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async ({ context, provider, actor }) => {
    const remoteResult = await removeConnection(context, provider, actor)
    return remoteResult ? Response.json({ there: remoteResult }) : buildFailureResponse(provider, 'not_connected')
  },
)
