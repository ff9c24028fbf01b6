import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { findImport } from '@/lib/dashboard/imports/repository.ts'
import { buildImportResponse } from '../respond.ts'

export const GET = withId({ permission: 'org:leads:manage' }, async (member, id) => {
  const record = await runForMember(member, (tx) => findImport(tx, id))
  return buildImportResponse(record && { record })
})
