import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { exportCaller } from '@/lib/calls/callers.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { phoneNumber } from '@/lib/phone-number.ts'

const caller = z.strictObject({ phone: phoneNumber })

/** Everything that is kept about a caller, as a file of JSON (`CallerExport`); 422 for what is no number. */
export const POST = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async (member, request) => {
    const { phone } = await readInput(request, caller)
    const file = await forMember(member, (tx, actor) => exportCaller(tx, actor, phone))
    // Named by the day: a number has no place in a file's name either.
    const name = `caller-${file.exportedAt.slice(0, 10)}.json`
    return Response.json(file, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
  },
)
