import { testConnection } from '@/lib/dashboard/integrations/manage.ts'
import { failureResponse, withConnection } from '../../request.ts'

/** Tests the connection. Returns a `{ sample }` of the data, or `{ failure }` with an error code. */
export const POST = withConnection({ permission: 'org:integrations:manage' }, async ({ context, provider, actor }) => {
  const tried = await testConnection(context, provider, actor)
  return 'failure' in tried && tried.failure === 'not_connected'
    ? failureResponse(provider, tried.failure)
    : Response.json(tried)
})
