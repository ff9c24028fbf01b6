import { newEmail } from '../factors/emails.ts'
import { hashPassword } from '../factors/passwords.ts'
import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { addMember, createOrganization } from '../organizations/changes.ts'
import type { User } from '../store/types.ts'
import { createUser, newUser } from '../users/create.ts'
import { SAMPLE_ORGANIZATIONS, SAMPLE_PASSWORD, SAMPLE_USERS } from './accounts.ts'

type Who = keyof typeof SAMPLE_USERS

/** Makes the sample accounts and organizations at the first start on a folder; later it does nothing, so that what was deleted stays away. */
export async function seedAccounts(services: Services): Promise<void> {
  const { db, transaction } = services.store
  db.exec('CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY)')
  if (db.prepare("SELECT 1 FROM marks WHERE name = 'seeded'").get()) return
  const people = Object.keys(SAMPLE_USERS) as Who[]
  const hashes = await Promise.all(people.map(() => hashPassword(SAMPLE_PASSWORD)))
  transaction(() => {
    const users = new Map(people.map((who, place) => [who, makeUser(services, who, hashes[place]!)]))
    for (const { owner, members, ...fields } of SAMPLE_ORGANIZATIONS) {
      const organization = createOrganization(services, fields, users.get(owner)!)
      for (const { user, role } of members) addMember(services, organization, users.get(user)!, role)
    }
    db.exec("INSERT INTO marks (name) VALUES ('seeded')")
  })
}

function makeUser(services: Services, who: Who, passwordHash: string): User {
  const { address, firstName, lastName } = SAMPLE_USERS[who]
  const id = newId('user')
  const user = { ...newUser(services, id), firstName, lastName, passwordHash, passwordUpdatedAt: services.clock.now() }
  return createUser(services, user, [newEmail(services, id, address, true)])
}
