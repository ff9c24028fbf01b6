import { withAccess } from '@/lib/auth/with-access.ts'
import { CursorError } from '@/lib/db/list.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { eventFilter } from '@/lib/events/log.ts'
import { readLog } from '@/lib/events/read.ts'
import { invalid, problemsOf } from '@/lib/http/json-input.ts'

/** A part of the log, latest first: `EventList`; `?group=`, `?who=` and `?cursor=`. 422 for what there is not. */
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
