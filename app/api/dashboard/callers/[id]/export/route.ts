import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { exportCaller } from '@/lib/dashboard/retention/caller-data.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

export const POST = withId({ permission: 'org:settings:manage', reverification: 'strict' }, async (member, id) => {
  const file = await runForMember(member, (tx, actor) => exportCaller(tx, actor, id))
  if (!file) return buildNotFoundResponse('This caller')
  // The file name contains the date instead of the phone number, which is personal data.
  const name = `caller-${file.exportedAt.slice(0, 10)}.json`
  return Response.json(file, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
})
