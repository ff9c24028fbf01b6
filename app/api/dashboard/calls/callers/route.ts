import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { findCaller, forgetCaller } from '@/lib/calls/callers.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { phoneNumber } from '@/lib/phone-number.ts'

/** The number comes in the body: an address is in histories and logs. */
const caller = z.strictObject({ phone: phoneNumber })

/** What is kept about a caller: `CallerRecord`; 422 for what is no number. */
export const POST = withAccess({ permission: 'org:leads:read' }, async ({ organization }, request) => {
  const read = await readInput(request, caller)
  if ('refused' in read) return read.refused
  const { phone } = read.input
  return Response.json(await withOrganization(env().databaseUrl, organization.id, (scope) => findCaller(scope, phone)))
})

/** Deletes recordings, transcripts and contact data of a caller: `{ deleted: CallerCounts }`. */
export const DELETE = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async ({ organization, userId }, request) => {
    const read = await readInput(request, caller)
    if ('refused' in read) return read.refused
    const { phone } = read.input
    const deleted = await withOrganization(env().databaseUrl, organization.id, (scope) =>
      forgetCaller(scope, { kind: 'person', id: userId }, phone),
    )
    return Response.json({ deleted })
  },
)
