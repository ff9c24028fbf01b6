import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { importRowsInput } from '@/lib/dashboard/imports/input.ts'
import { addImportRows } from '@/lib/dashboard/imports/repository.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { buildImportResponse } from '../../respond.ts'

/** Stores a part of the rows. The import starts when all rows are stored. */
export const POST = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const input = await readInput(request, importRowsInput, BODY_LIMITS['/api/dashboard/imports'])
  const result = await runForMember(member, (tx) => addImportRows(tx, id, input))
  wakeJobs()
  return buildImportResponse(result)
})
