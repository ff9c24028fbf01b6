import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { notificationChange } from '@/lib/dashboard/notifications/record.ts'
import { markRead } from '@/lib/dashboard/notifications/repository.ts'
import { buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'

/** Marks a notification as read. */
export const PATCH = withId({}, async (member, id, request) => {
  await readInput(request, notificationChange)
  const wasFound = await runForMember(member, (tx) => markRead(tx, member.userId, id))
  return wasFound ? new Response(null, { status: 204 }) : buildNotFoundResponse('This notification')
})
