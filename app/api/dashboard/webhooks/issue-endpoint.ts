import { SealError } from '@/lib/dashboard/integrations/secrets.ts'
import type { IssuedEndpoint } from '@/lib/dashboard/webhooks/input.ts'
import { TooManyEndpointsError } from '@/lib/dashboard/webhooks/repository.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/** Responds with an `issuedEndpoint`, with 409 at the limit, or with 503 if the site has no encryption keys. */
export async function respondWithSecret(status: number, issue: () => Promise<IssuedEndpoint | undefined>) {
  try {
    const issued = await issue()
    return issued ? Response.json(issued, { status }) : buildNotFoundResponse('This webhook')
  } catch (error) {
    if (error instanceof TooManyEndpointsError)
      return Response.json({ error: `${error.message}.`, reason: 'too-many' }, { status: 409 })
    if (error instanceof SealError)
      return Response.json(
        { error: 'Webhooks are not set up on this site yet. Contact us.', reason: 'unavailable' },
        { status: 503 },
      )
    throw error
  }
}
