import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { CursorError } from '@/lib/platform/db/list.ts'
import { eventFilter } from '@/lib/dashboard/audit/log.ts'
import { readLog } from '@/lib/dashboard/audit/list.ts'
import { invalid, problemsOf } from '@/lib/platform/http/json-input.ts'

export const GET = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { cursor, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  const filter = eventFilter.safeParse(query)
  if (!filter.success) return invalid(problemsOf(filter.error))
  try {
    const list = await forMember(member, (tx) => readLog(tx, filter.data, cursor))
    return Response.json(list)
  } catch (error) {
    if (error instanceof CursorError) return invalid([{ path: 'cursor', message: error.message }])
    throw error
  }
})
