import { beginAuthorization } from '@/lib/dashboard/integrations/authorize.ts'
import { ProviderError } from '@/lib/dashboard/integrations/failure.ts'
import { type ConnectionRequest, failureResponse, refusal } from '../request.ts'

export async function begin({ context, provider, person }: ConnectionRequest, writes: boolean): Promise<Response> {
  try {
    const begun = await beginAuthorization(context, person, provider, writes)
    return 'refused' in begun ? refusal(begun.refused) : Response.json(begun)
  } catch (error) {
    if (error instanceof ProviderError) return failureResponse(provider, error.code)
    throw error
  }
}
