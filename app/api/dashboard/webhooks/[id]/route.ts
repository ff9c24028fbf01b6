import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { readDeliveries } from '@/lib/dashboard/webhooks/deliveries.ts'
import { endpointChange } from '@/lib/dashboard/webhooks/input.ts'
import { changeEndpoint, deleteEndpoint } from '@/lib/dashboard/webhooks/repository.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { requireReachableUrl } from '../receiver-url.ts'

/** Returns the endpoint with its latest deliveries, as a `deliveryLog`. */
export const GET = withId({ permission: 'org:integrations:manage' }, async (member, id) => {
  const log = await runForMember(member, (tx) => readDeliveries(tx, id))
  return log ? Response.json(log) : buildNotFoundResponse('This webhook')
})

/** Requires reverification, because the change may send data to another URL. */
export const PATCH = withId(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, id, request) => {
    const input = await readInput(request, endpointChange.omit({ isPaused: true }))
    if (input.url !== undefined) requireReachableUrl(input.url)
    const result = await runForMember(member, (tx, actor) => changeEndpoint(tx, actor, id, input))
    return buildChangeResponse(result, 'This webhook', (record) => record)
  },
)

export const DELETE = withId({ permission: 'org:integrations:manage' }, async (member, id) => {
  const wasDeleted = await runForMember(member, (tx, actor) => deleteEndpoint(tx, actor, id))
  return wasDeleted ? new Response(null, { status: 204 }) : buildNotFoundResponse('This webhook')
})
