import { invalidParam } from '../errors.ts'
import type { Services } from '../http/services.ts'
import type { User } from '../store/types.ts'
import { wrongCode } from './codes.ts'
import { failedAttemptError, clearAttempts, countAttempt } from './lockout.ts'
import { totpStep } from './totp.ts'

/**
 * Checks a code of an authenticator app (`totp`) or a backup code (`backup_code`); each works once. Throws Clerk's error when it is wrong
 * or the account is locked.
 */
export function verifySecondFactor(services: Services, userId: string, strategy: string, code: string): void {
  if (strategy !== 'totp' && strategy !== 'backup_code') {
    throw invalidParam('strategy', `${strategy} is not a valid second factor.`)
  }
  countAttempt(services, userId)
  const used = services.store.transaction(() => {
    const user = services.store.users.get(userId)
    const after = user && (strategy === 'totp' ? useTotp(user, code) : useBackupCode(services, user, code))
    if (after) services.store.users.put(after)
    return after !== undefined
  })
  if (!used) throw failedAttemptError(services, userId, wrongCode())
  clearAttempts(services, userId)
}

function useTotp(user: User, code: string): User | undefined {
  if (!user.totp?.verified) return undefined
  const step = totpStep(user.totp.secret, code, user.totp.lastStep)
  return step === undefined ? undefined : { ...user, totp: { ...user.totp, lastStep: step } }
}

function useBackupCode({ keys }: Services, user: User, code: string): User | undefined {
  const hash = keys.hash('backup-code', code.trim().toLowerCase())
  if (!user.totp?.verified || !user.backupCodes?.hashes.includes(hash)) return undefined
  return {
    ...user,
    backupCodes: { ...user.backupCodes, hashes: user.backupCodes.hashes.filter((item) => item !== hash) },
  }
}
