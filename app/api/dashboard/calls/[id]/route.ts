import { z } from 'zod'
import { knowsMember } from '@/lib/auth/organizations/knows-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { openCall, readerOfCalls } from '@/lib/calls/detail.ts'
import { callChange, factCorrection } from '@/lib/calls/input.ts'
import { changeCall, correctCall } from '@/lib/calls/store.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { changeResponse, invalid, notFound, readInput, RefusedError } from '@/lib/http/json-input.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'

type Context = { params: Promise<{ id: string }> }

const CALL = 'This call'

/** A call with what came of it: `CallDetail`. Opening it is in the log. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const detail = await forMember(member, (tx) => openCall(tx, id, readerOfCalls(member)))
  return detail ? Response.json(detail) : notFound(CALL)
})

const version = z.int().min(1)

/** What a person does with a call: correct a fact or the reason, or say who looks after it and whether that is done. */
const change = z.union([
  z.strictObject({ version, correction: factCorrection }),
  callChange.pick({ handedToId: true, attention: true, attentionEnded: true, intent: true }).extend({ version }),
])

/** Changes a call: `{ call }` as it is then. 404, 409 when somebody changed it meanwhile, 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const { version: of, ...wanted } = await readInput(request, change)
  const changed = await forMember(member, async (tx, actor) => {
    if ('correction' in wanted) return correctCall(tx, actor, id, wanted.correction, of)
    if (wanted.handedToId && !(await knowsMember(tx, wanted.handedToId)))
      throw new RefusedError(invalid([{ path: 'handedToId', message: 'This person is not in your organization.' }]))
    return changeCall(tx, actor, id, wanted, of)
  })
  wakeOutgoing()
  return changeResponse(changed, CALL, (call) => ({ call }))
})
