import { startAuthorization } from '@/lib/dashboard/integrations/authorize.ts'
import { ProviderError } from '@/lib/dashboard/integrations/failure.ts'
import { type ConnectionRequest, buildFailureResponse, buildRefusedResponse } from '../request.ts'

export async function beginConnection(
  { context, provider, person }: ConnectionRequest,
  writes: boolean,
): Promise<Response> {
  try {
    const authorization = await startAuthorization(context, person, provider, writes)
    return 'refused' in authorization ? buildRefusedResponse(authorization.refused) : Response.json(authorization)
  } catch (error) {
    if (error instanceof ProviderError) return buildFailureResponse(provider, error.code)
    throw error
  }
}
