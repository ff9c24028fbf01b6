import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { findCaller, forgetCaller } from '@/lib/calls/callers.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { phoneNumber } from '@/lib/phone-number.ts'

/** The number comes in the body: an address is in histories and logs. */
const caller = z.strictObject({ phone: phoneNumber })

/** What is kept about a caller: `CallerRecord`; 422 for what is no number. */
export const POST = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const { phone } = await readInput(request, caller)
  return Response.json(await forMember(member, (tx) => findCaller(tx, phone)))
})

/** Deletes recordings, transcripts and contact data of a caller: `{ deleted: CallerCounts }`. */
export const DELETE = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async (member, request) => {
    const { phone } = await readInput(request, caller)
    const deleted = await forMember(member, (tx, actor) => forgetCaller(tx, actor, phone))
    return Response.json({ deleted })
  },
)
