import type { CompleteConfig } from './config.ts'
import { newEmail } from './factors/emails.ts'
import { hashPassword } from './factors/passwords.ts'
import type { Services } from './http/services.ts'
import { newId } from './ids.ts'
import { addMember, createOrganization } from './organizations/changes.ts'
import type { User } from './store/types.ts'
import { createUser, newUser } from './users/create.ts'

type Accounts = NonNullable<CompleteConfig['accounts']>

/** Creates the configured users and organizations at the first start on a data folder, and never again: what was deleted stays deleted. */
export async function createAccounts(services: Services, { password, users, organizations }: Accounts): Promise<void> {
  const { db, transaction } = services.store
  db.exec('CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY)')
  if (db.prepare("SELECT 1 FROM marks WHERE name = 'seeded'").get()) return
  const hashes = await Promise.all(users.map(() => hashPassword(password)))
  transaction(() => {
    const created = new Map(
      users.map((user, index) => [user.address, createWithPassword(services, user, hashes[index]!)]),
    )
    for (const { owner, members, ...fields } of organizations) {
      const organization = createOrganization(services, fields, created.get(owner)!)
      for (const { address, role } of members) addMember(services, organization, created.get(address)!, role)
    }
    db.exec("INSERT INTO marks (name) VALUES ('seeded')")
  })
}

function createWithPassword(services: Services, fields: Accounts['users'][number], passwordHash: string): User {
  const { address, firstName = null, lastName = null } = fields
  const id = newId('user')
  const user = { ...newUser(services, id), firstName, lastName, passwordHash, passwordUpdatedAt: services.clock.now() }
  return createUser(services, user, [newEmail(services, id, address, true)])
}
