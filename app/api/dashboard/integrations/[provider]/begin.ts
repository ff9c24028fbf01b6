import type { Member } from '@/lib/auth/session-claims.ts'
import { beginAuthorization } from '@/lib/integrations/authorize.ts'
import { ProviderError } from '@/lib/integrations/failure.ts'
import { connectionRequest, failureResponse, type ProviderParams, refusal } from '../request.ts'

/** Answers `{ address }`, where somebody signs in at the provider, or why that is not possible. */
export async function begin(
  member: Member,
  params: ProviderParams,
  { writes }: { writes: boolean },
): Promise<Response> {
  const { context, provider, person } = await connectionRequest(member, params)
  try {
    const begun = await beginAuthorization(context, person, provider, writes)
    return 'refused' in begun ? refusal(begun.refused) : Response.json(begun)
  } catch (error) {
    if (error instanceof ProviderError) return failureResponse(provider, error.code)
    throw error
  }
}
