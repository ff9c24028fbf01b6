import { join } from 'node:path'
import { openDatabase, transactionsOn } from '../../local-server/index.ts'
import { openCollection } from './collection.ts'
import type {
  Client,
  EmailAddress,
  Invitation,
  Membership,
  Nonce,
  Organization,
  Session,
  SignIn,
  SignInToken,
  SignUp,
  User,
} from './types.ts'

export type Store = ReturnType<typeof openStore>

/** Opens `<folder>/clerk.sqlite`. Throws when another server has it open. */
export function openStore(folder: string) {
  const db = openDatabase(join(folder, 'clerk.sqlite'), '', { exclusive: `another server uses the folder ${folder}` })
  const { transaction, onCommit } = transactionsOn(db)

  return {
    /** For further tables in the same file, and so in the same transactions. */
    db,
    transaction,
    onCommit,
    users: openCollection<User, 'externalId'>(db, 'users', ['externalId']),
    emails: openCollection<EmailAddress, 'userId' | 'address'>(db, 'emails', ['userId', 'address']),
    organizations: openCollection<Organization, 'slug'>(db, 'organizations', ['slug']),
    memberships: openCollection<Membership, 'organizationId' | 'userId'>(db, 'memberships', [
      'organizationId',
      'userId',
    ]),
    invitations: openCollection<Invitation, 'organizationId' | 'emailAddress' | 'ticketHash'>(db, 'invitations', [
      'organizationId',
      'emailAddress',
      'ticketHash',
    ]),
    clients: openCollection<Client, 'devBrowser'>(db, 'clients', ['devBrowser']),
    sessions: openCollection<Session, 'clientId' | 'userId'>(db, 'sessions', ['clientId', 'userId']),
    signIns: openCollection<SignIn>(db, 'sign_ins'),
    signUps: openCollection<SignUp>(db, 'sign_ups'),
    nonces: openCollection<Nonce>(db, 'nonces'),
    signInTokens: openCollection<SignInToken, 'secretHash' | 'userId'>(db, 'sign_in_tokens', ['secretHash', 'userId']),
    close: (): void => db.close(),
  }
}
