import { z } from 'zod'
import { knowsMember } from '@/lib/auth/organizations/knows-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { openCall, readerOfCalls } from '@/lib/calls/detail.ts'
import { callChange, factCorrection } from '@/lib/calls/input.ts'
import { changeCall, correctCall } from '@/lib/calls/store.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { conflict, invalid, notFound, readInput } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

const NOT_FOUND = 'This call'

/** A call with what came of it: `CallDetail`. Opening it is in the log. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const detail = await withOrganization(env().databaseUrl, member.organization.id, (scope) =>
    openCall(scope, id, readerOfCalls(member)),
  )
  return detail ? Response.json(detail) : notFound(NOT_FOUND)
})

const version = z.int().min(1)

/** What a person does with a call: correct a fact, or say who looks after it and whether that is done. */
const change = z.union([
  z.strictObject({ version, correction: factCorrection }),
  callChange.pick({ handedToId: true, attention: true, attentionEnded: true }).extend({ version }),
])

/** Changes a call: `{ call }` as it is then. 404, 409 when somebody changed it meanwhile, 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const read = await readInput(request, change)
  if ('refused' in read) return read.refused
  const { version: of, ...wanted } = read.input
  const actor = { kind: 'person', id: member.userId } as const
  const changed = await withOrganization(env().databaseUrl, member.organization.id, async (scope) => {
    if ('correction' in wanted) return correctCall(scope, actor, id, wanted.correction, of)
    if (wanted.handedToId && !(await knowsMember(scope, wanted.handedToId))) return 'stranger'
    return changeCall(scope, actor, id, wanted, of)
  })
  if (changed === 'stranger') {
    return invalid([{ path: 'handedToId', message: 'This person is not in your organization.' }])
  }
  if (!changed) return notFound(NOT_FOUND)
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ call: changed.changed })
})
