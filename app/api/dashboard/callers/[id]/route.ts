import { z } from 'zod'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { callerChange } from '@/lib/callers/input.ts'
import { forgetCaller } from '@/lib/callers/kept.ts'
import { callersReaderOf } from '@/lib/callers/list.ts'
import { readCaller } from '@/lib/callers/read.ts'
import { changeCaller } from '@/lib/callers/store.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { changeResponse, notFound, readInput } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

const CALLER = 'This caller'

/** A caller with what belongs to them: `CallerPage`. Opening it is in the log. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const page = await forMember(member, (tx, actor) => readCaller(tx, actor, id, callersReaderOf(member)))
  return page ? Response.json(page) : notFound(CALLER)
})

const change = callerChange.extend({ version: z.int().min(1) })

/** Changes a caller: `{ caller }` as it is then. 404, 409 when somebody changed it meanwhile, 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const { version, ...wanted } = await readInput(request, change)
  const changed = await forMember(member, (tx, actor) => changeCaller(tx, actor, id, wanted, version))
  return changeResponse(changed, CALLER, (caller) => ({ caller }))
})

/** Deletes a caller with recordings, transcripts and contact data: `{ deleted: CallerCounts }`; 404 when it is not there. */
export const DELETE = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async (member, _request, { params }: Context) => {
    const { id } = await params
    const deleted = await forMember(member, (tx, actor) => forgetCaller(tx, actor, id))
    wakeOutgoing()
    return deleted ? Response.json({ deleted }) : notFound(CALLER)
  },
)
