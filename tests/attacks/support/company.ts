import { randomUUID } from 'node:crypto'
import { type OpenDatabase, openDatabase } from '../../../lib/platform/db/client.ts'
import { everythingOf, fillMarked, type MarkedIds } from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'

export type Company = {
  id: string
  ids: MarkedIds
  rows: () => Promise<Record<string, unknown[]>>
}

export const openStackDatabase = (): Promise<OpenDatabase> => openDatabase(stack.env.databaseUrl)

export async function newCompany({ db }: OpenDatabase, name: string): Promise<Company> {
  const id = `org_${name}_${randomUUID().slice(0, 8)}`
  const ids = await fillMarked(db, id)
  return { id, ids, rows: () => everythingOf(db, id) }
}
