import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { endpointChange } from '@/lib/dashboard/webhooks/input.ts'
import { changeEndpoint } from '@/lib/dashboard/webhooks/repository.ts'
import { buildChangeResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

const stateChange = endpointChange.pick({ isPaused: true, version: true }).required()

/** Pauses or resumes an endpoint. Resuming sends the pending deliveries. */
export const PATCH = withId({ permission: 'org:integrations:manage' }, async (member, id, request) => {
  const input = await readInput(request, stateChange)
  const result = await runForMember(member, (tx, actor) => changeEndpoint(tx, actor, id, input))
  wakeJobs()
  return buildChangeResponse(result, 'This webhook', (record) => record)
})
