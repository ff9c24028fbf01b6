import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { formatInvalidRows } from '@/lib/dashboard/imports/csv.ts'
import { readInvalidRows } from '@/lib/dashboard/imports/repository.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import { buildCsvResponse } from '../../csv-response.ts'

/** Downloads the invalid rows with their original columns and the reasons. */
export const GET = withId({ permission: 'org:leads:manage' }, async (member, id) => {
  const invalid = await runForMember(member, (tx) => readInvalidRows(tx, id))
  if (!invalid) return buildNotFoundResponse('This file')
  return buildCsvResponse(formatInvalidRows(invalid), `${invalid.kind}-not-imported.csv`)
})
