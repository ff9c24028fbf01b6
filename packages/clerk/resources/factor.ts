import { CODE } from '../limits.ts'
import type { EmailAddress, FactorCheck, User } from '../store/types.ts'

/** The state of a factor's verification, or null before the first attempt. `now` by the server's clock. */
export function factorCheckJson(check: FactorCheck | null, now: number) {
  if (!check) return null
  const { code } = check
  const expired = check.status === 'unverified' && code !== null && code.expiresAt <= now
  return {
    object: check.code ? 'verification_email_code' : 'verification',
    status: expired ? 'expired' : check.status,
    strategy: check.strategy,
    attempts: code?.attempts ?? 0,
    expire_at: code?.expiresAt ?? now + CODE.lifetime,
  }
}

/** A user's first factors: the password, and a code to each verified address. */
export function firstFactors(user: User, emails: readonly EmailAddress[]) {
  const verified = emails.filter((email) => email.verified)
  return [
    ...(user.passwordHash === null ? [] : [{ strategy: 'password' }]),
    ...verified.map((email) => emailFactor('email_code', user, email)),
  ]
}

/** Ways to reset the password, which sign-ins offer beside `firstFactors`. */
export const resetFactors = (user: User, emails: readonly EmailAddress[]) =>
  emails.filter((email) => email.verified).map((email) => emailFactor('reset_password_email_code', user, email))

const emailFactor = (strategy: string, user: User, email: EmailAddress) => ({
  strategy,
  email_address_id: email.id,
  safe_identifier: email.address,
  primary: email.id === user.primaryEmailId,
})

/** Empty for a user without a second factor. */
export function secondFactors(user: User): { strategy: 'totp' | 'backup_code' }[] {
  if (!user.totp?.verified) return []
  const codes = user.backupCodes?.hashes.length ?? 0
  return codes > 0 ? [{ strategy: 'totp' }, { strategy: 'backup_code' }] : [{ strategy: 'totp' }]
}
