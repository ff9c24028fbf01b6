import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

// EXCLUSIVE: a second server on the same folder fails at its start. FULL: a commit returns only after it is on disk.
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`

export type Store = ReturnType<typeof openStore>

/** Opens `<folder>/clerk.sqlite`. Throws when another server has it open. */
export function openStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'clerk.sqlite'))
  db.exec(SETTINGS)
  let depth = 0
  let afterCommit: (() => void)[] = []

  /** Does `work` wholly or, when it throws, not at all; what it wrote is on disk on return. Inside another it joins that one. */
  const transaction = <T>(work: () => T): T => {
    if (depth > 0) return work()
    db.exec('BEGIN IMMEDIATE')
    depth = 1
    let result: T
    try {
      result = work()
      db.exec('COMMIT')
    } catch (error) {
      afterCommit = []
      db.exec('ROLLBACK')
      throw error
    } finally {
      depth = 0
    }
    const callbacks = afterCommit
    afterCommit = []
    for (const callback of callbacks) callback()
    return result
  }

  return {
    /** For further tables in the same file, and so in the same transactions. */
    db,
    transaction,
    /** Calls back when the current transaction is on disk; not when it fails. */
    onCommit: (callback: () => void): void => void afterCommit.push(callback),
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
