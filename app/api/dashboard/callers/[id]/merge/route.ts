import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { callerMerge } from '@/lib/dashboard/callers/input.ts'
import { mergeCallers } from '@/lib/dashboard/callers/repository.ts'
import { buildChangeResponse, readInput } from '@/lib/platform/http/json-input.ts'

/** Merges another caller into this one and returns `{ caller }`. Responds 409 after a concurrent change. */
export const POST = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { otherId, version } = await readInput(request, callerMerge)
  const result = await runForMember(member, (tx, actor) => mergeCallers(tx, actor, id, otherId, version))
  return buildChangeResponse(result, 'This caller', (caller) => ({ caller }))
})
