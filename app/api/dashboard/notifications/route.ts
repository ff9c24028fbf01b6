import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { toNotificationReader } from '@/lib/dashboard/access/notification-reader.ts'
import { notificationsChange } from '@/lib/dashboard/notifications/record.ts'
import { listNotifications, markAllRead } from '@/lib/dashboard/notifications/repository.ts'
import { CursorError } from '@/lib/platform/db/list.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'

export const GET = withAccess({}, async (member, request) => {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  try {
    const reader = toNotificationReader(member)
    return Response.json(await runForMember(member, (tx) => listNotifications(tx, reader, { cursor })))
  } catch (error) {
    if (error instanceof CursorError) return buildInvalidResponse([{ path: 'cursor', message: error.message }])
    throw error
  }
})

/** Marks all notifications as read that the user saw. */
export const PATCH = withAccess({}, async (member, request) => {
  const { until } = await readInput(request, notificationsChange)
  await runForMember(member, (tx) => markAllRead(tx, member.userId, new Date(until)))
  return new Response(null, { status: 204 })
})
