import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { newImport } from '@/lib/dashboard/imports/input.ts'
import { createImport, listImports } from '@/lib/dashboard/imports/repository.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'

export const GET = withAccess({ permission: 'org:leads:manage' }, async (member) =>
  Response.json(await runForMember(member, listImports)),
)

/** Creates an import. The rows follow in requests to `imports/[id]/rows`. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request) => {
  const input = await readInput(request, newImport)
  const created = await runForMember(member, (tx, actor) => createImport(tx, actor, input))
  return Response.json({ import: created }, { status: 201 })
})
