import { testConnection } from '@/lib/dashboard/integrations/manage.ts'
import { buildFailureResponse, withConnection } from '../../request.ts'

/** Tests the connection. Returns a `{ sample }` of the data, or `{ failure }` with an error code. */
export const POST = withConnection({ permission: 'org:integrations:manage' }, async ({ context, provider, actor }) => {
  const result = await testConnection(context, provider, actor)
  return 'failure' in result && result.failure === 'not_connected'
    ? buildFailureResponse(provider, result.failure)
    : Response.json(result)
})
