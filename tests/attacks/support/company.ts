import { randomUUID } from 'node:crypto'
import { type OpenDatabase, openDatabase } from '../../../lib/db/client.ts'
import { everythingOf, fillMarked, type MarkedIds } from '../../support/marked-company.ts'
import { stack } from '../../support/stack/addresses.ts'

/** A company that an attack is aimed at, of its own so that no other test changes it. */
export type Company = {
  id: string
  ids: MarkedIds
  /** Everything that is kept for it. */
  rows: () => Promise<Record<string, unknown[]>>
}

/** The database of the stack, as the owner of everything sees it. */
export const openStackDatabase = (): Promise<OpenDatabase> => openDatabase(stack.env.databaseUrl)

/** Makes a company with a row of each kind. */
export async function newCompany({ db }: OpenDatabase, name: string): Promise<Company> {
  const id = `org_${name}_${randomUUID().slice(0, 8)}`
  const ids = await fillMarked(db, id)
  return { id, ids, rows: () => everythingOf(db, id) }
}
