import type { CompleteConfig } from './services/config.ts'
import { buildEmail } from './model/emails.ts'
import { hashPassword } from './model/factors.ts'
import type { Services } from './services/services.ts'
import { addMember, createOrganization } from './model/organizations.ts'
import type { User } from './services/store.ts'
import { createUser, buildUser } from './model/users.ts'

type Accounts = NonNullable<CompleteConfig['accounts']>

/**
 * Creates the configured users and organizations only on the first start with a data folder. Deleted accounts stay
 * deleted.
 */
export async function createAccounts(services: Services, { password, users, organizations }: Accounts): Promise<void> {
  const { db, transaction } = services.store
  db.exec('CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY)')
  if (db.prepare("SELECT 1 FROM marks WHERE name = 'seeded'").get()) return
  const passwordHashes = await Promise.all(users.map(() => hashPassword(password)))
  transaction(() => {
    const createdUsers = new Map(
      users.map((user, index) => [user.address, createWithPassword(services, user, passwordHashes[index]!)]),
    )
    for (const { owner, members, ...fields } of organizations) {
      const organization = createOrganization(services, fields, createdUsers.get(owner)!)
      for (const { address, role } of members) addMember(services, organization, createdUsers.get(address)!, role)
    }
    db.exec("INSERT INTO marks (name) VALUES ('seeded')")
  })
}

function createWithPassword(services: Services, fields: Accounts['users'][number], passwordHash: string): User {
  const { address, firstName = null, lastName = null } = fields
  const user = { ...buildUser(services), firstName, lastName, passwordHash, passwordUpdatedAt: services.clock.now() }
  return createUser(services, user, [buildEmail(services, user.id, address, true)])
}
