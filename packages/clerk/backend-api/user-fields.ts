import { formError, invalidParam, missingParam } from '../errors.ts'
import { newEmail, readAddress, assertAddressFree } from '../factors/emails.ts'
import { checkPasswordRules, hashPassword } from '../factors/passwords.ts'
import { type Body, flag, metadata, text, texts } from '../http/request-body.ts'
import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { endSessionsOf } from '../sessions/end.ts'
import { readName } from '../sign-up/fields.ts'
import type { User } from '../store/types.ts'
import { updateUser } from '../users/change.ts'
import { createUser, newUser } from '../users/create.ts'

/** Creates a user with verified addresses. Throws Clerk's error about a field. */
export async function createFromBody(services: Services, body: Body): Promise<User> {
  const { store } = services
  const addresses = texts(body, 'email_address').map((value) => readAddress(value))
  if (addresses.length === 0) throw missingParam('email_address')
  const changes = await readFields(services, body)
  if (!changes.passwordHash && !flag(body, 'skip_password_requirement')) throw missingParam('password')
  return store.transaction(() => {
    const user = { ...newUser(services, newId('user')), ...changes }
    for (const address of addresses) assertAddressFree(store, address)
    assertExternalIdFree(services, user)
    return createUser(
      services,
      user,
      [...new Set(addresses)].map((address) => newEmail(services, user.id, address, true)),
    )
  })
}

/** Changes the fields that a request has. Throws Clerk's error about a field. */
export async function updateFromBody(services: Services, user: User, body: Body): Promise<User> {
  const changes = await readFields(services, body)
  const primaryEmailId = text(body, 'primary_email_address_id')
  if (primaryEmailId !== undefined) {
    const email = services.store.emails.get(primaryEmailId)
    if (email?.userId !== user.id || !email.verified) {
      throw invalidParam('primary_email_address_id', 'The primary address has to be a verified one of the user.')
    }
    changes.primaryEmailId = primaryEmailId
  }
  return services.store.transaction(() => {
    assertExternalIdFree(services, { ...user, ...changes })
    if (flag(body, 'sign_out_of_other_sessions')) endSessionsOf(services, user.id, 'revoked')
    return updateUser(services, user.id, changes)
  })
}

async function readFields({ clock }: Services, body: Body): Promise<Partial<User>> {
  const password = text(body, 'password')
  const fields: Partial<User> = {
    firstName: readName(body, 'first_name'),
    lastName: readName(body, 'last_name'),
    externalId: text(body, 'external_id'),
    publicMetadata: metadata(body, 'public_metadata'),
    privateMetadata: metadata(body, 'private_metadata'),
    unsafeMetadata: metadata(body, 'unsafe_metadata'),
    ...(password !== undefined && {
      passwordHash: await hashPassword(
        flag(body, 'skip_password_checks') ? password : checkPasswordRules(password, 'password'),
      ),
      passwordUpdatedAt: clock.now(),
    }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function assertExternalIdFree({ store }: Services, { id, externalId }: User): void {
  if (externalId === null) return
  const owner = store.users.first('externalId', externalId)
  if (owner && owner.id !== id) throw formError('external_id', 'form_identifier_exists', 'That external id is taken.')
}
