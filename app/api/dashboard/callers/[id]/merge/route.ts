import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { callerMerge } from '@/lib/callers/input.ts'
import { mergeCallers } from '@/lib/callers/store.ts'
import { changeResponse, readInput } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/** Makes another caller a part of this one: `{ caller }`; 404 when one of them is not there, 409 after another change. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const { otherId, version } = await readInput(request, callerMerge)
  const merged = await forMember(member, (tx, actor) => mergeCallers(tx, actor, id, otherId, version))
  return changeResponse(merged, 'This caller', (caller) => ({ caller }))
})
