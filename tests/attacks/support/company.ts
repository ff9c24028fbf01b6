import { randomUUID } from 'node:crypto'
import { type OpenDatabase, openDatabase } from '../../../lib/platform/db/client.ts'
import { readOrganizationRows, fillMarkedCompany, type MarkedIds } from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'

export type Company = {
  id: string
  ids: MarkedIds
  rows: () => Promise<Record<string, unknown[]>>
}

export const openStackDatabase = (): Promise<OpenDatabase> => openDatabase(stack.env.databaseUrl)

export async function createCompany({ db }: OpenDatabase, name: string): Promise<Company> {
  const id = `org_${name}_${randomUUID().slice(0, 8)}`
  const ids = await fillMarkedCompany(db, id)
  return { id, ids, rows: () => readOrganizationRows(db, id) }
}
