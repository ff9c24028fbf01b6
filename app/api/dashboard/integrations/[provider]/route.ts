import { withAccess } from '@/lib/auth/with-access.ts'
import { removeConnection } from '@/lib/integrations/manage.ts'
import { connectionRequest, failureResponse, type ProviderParams } from '../request.ts'

/** Removes a connection at once. `{ there }` says what became of it at the provider: `ended`, `no-endpoint` or `failed`. */
export const DELETE = withAccess(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async (member, _request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const there = await removeConnection(context, provider, actor)
    return there ? Response.json({ there }) : failureResponse(provider, 'not_connected')
  },
)
