import { withAccess } from '@/lib/auth/with-access.ts'
import { testConnection } from '@/lib/integrations/manage.ts'
import { connectionRequest, failureResponse, type ProviderParams } from '../../request.ts'

/** Tries a connection: `{ sample }` is what was read, `{ failure }` the code of why nothing could be. */
export const POST = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, _request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const tried = await testConnection(context, provider, actor)
    return 'failure' in tried && tried.failure === 'not_connected'
      ? failureResponse(provider, tried.failure)
      : Response.json(tried)
  },
)
