import { buildAccessRefusal, runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { viewInput } from '@/lib/dashboard/views/input.ts'
import { getViewPermission } from '@/lib/dashboard/views/list-query.ts'
import { createView, readViews } from '@/lib/dashboard/views/repository.ts'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { respondToChange, toViewsReader } from './views-reader.ts'

/** Returns the views of all lists that the user may read, as `ViewList`. */
export const GET = withAccess({}, async (member) =>
  Response.json(await runForMember(member, (tx) => readViews(tx, toViewsReader(member)))),
)

/** Requires the permission to read the list. */
export const POST = withAccess({}, async (member, request) => {
  const input = await readInput(request, viewInput)
  const denial = checkAccess(member, { permission: getViewPermission(input.list) })
  if (denial) return buildAccessRefusal(denial)
  return respondToChange(async () => {
    const view = await runForMember(member, (tx, actor) => createView(tx, actor, input))
    return Response.json({ view }, { status: 201 })
  })
})
