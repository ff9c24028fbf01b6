import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { CursorError } from '@/lib/platform/db/list.ts'
import { eventFilter } from '@/lib/dashboard/audit/log.ts'
import { readAuditLog } from '@/lib/dashboard/audit/list.ts'
import { buildInvalidResponse, toInputProblems } from '@/lib/platform/http/json-input.ts'

export const GET = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { cursor, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  const filter = eventFilter.safeParse(query)
  if (!filter.success) return buildInvalidResponse(toInputProblems(filter.error))
  try {
    const list = await runForMember(member, (tx) => readAuditLog(tx, filter.data, cursor))
    return Response.json(list)
  } catch (error) {
    if (error instanceof CursorError) return buildInvalidResponse([{ path: 'cursor', message: error.message }])
    throw error
  }
})
