import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { endpointInput } from '@/lib/dashboard/webhooks/input.ts'
import { createEndpoint, readEndpoints } from '@/lib/dashboard/webhooks/repository.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { respondWithSecret } from './issue-endpoint.ts'
import { getSendOptions, requireReachableUrl } from './receiver-url.ts'

export const GET = withAccess({ permission: 'org:integrations:manage' }, async (member) =>
  Response.json(await runForMember(member, readEndpoints)),
)

/** Adds an endpoint and returns its secret, which no other request returns. */
export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, request) => {
    const input = await readInput(request, endpointInput)
    requireReachableUrl(input.url)
    const { keys } = getSendOptions()
    return respondWithSecret(201, () => runForMember(member, (tx, actor) => createEndpoint(tx, actor, input, keys)))
  },
)
