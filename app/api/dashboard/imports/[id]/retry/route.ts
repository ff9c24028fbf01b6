import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { retryImport } from '@/lib/dashboard/imports/repository.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { buildImportResponse } from '../../respond.ts'

export const POST = withId({ permission: 'org:leads:manage' }, async (member, id) => {
  const result = await runForMember(member, (tx) => retryImport(tx, id, new Date()))
  wakeJobs()
  return buildImportResponse(result)
})
