import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { isSameText } from '../../local-server/index.ts'
import { ClerkError, createFormError, createInvalidParamError, createMissingParamError } from '../services/errors.ts'
import { CODE_LIMITS, LOCKOUT, PASSWORD_LENGTH } from '../services/limits.ts'
import type { Services } from '../services/services.ts'
import type { FactorCheck, MailedCode, User } from '../services/store.ts'
import { buildCodeMail } from './mails.ts'

/**
 * Counts the attempt and runs `check`.
 * @throws the error from `check`, or `user_locked` if this attempt locked the account
 */
export function attempt(services: Services, userId: string, check: () => Error | undefined): void {
  countAttempt(services, userId)
  recordAttemptResult(services, userId, check())
}

/** Counts the attempt before the check, so that parallel attempts also count. */
function countAttempt(services: Services, userId: string): void {
  const { store, clock } = services
  store.transaction(() => {
    const user = store.users.get(userId)
    if (!user) return
    assertNotLocked(services, user)
    const wasLocked = user.lockedUntil !== null
    const failedAttempts = (wasLocked ? 0 : user.failedAttempts) + 1
    const lockedUntil = failedAttempts >= LOCKOUT.maxAttempts ? clock.now() + LOCKOUT.minutes * 60_000 : null
    store.users.put({ ...user, failedAttempts, lockedUntil })
  })
}

function recordAttemptResult(services: Services, userId: string, error: Error | undefined): void {
  const user = services.store.users.get(userId)
  if (error) throw (user && buildLockError(services, user)) ?? error
  if (user && user.failedAttempts > 0) services.store.users.put({ ...user, failedAttempts: 0, lockedUntil: null })
}

export function assertNotLocked(services: Services, user: User): void {
  const lockError = buildLockError(services, user)
  if (lockError) throw lockError
  if (user.banned) {
    throw new ClerkError(403, 'user_banned', 'User banned', { longMessage: 'Your account is banned.' })
  }
}

function buildLockError({ clock }: Services, { lockedUntil }: User): ClerkError | undefined {
  const remainingMs = (lockedUntil ?? 0) - clock.now()
  if (remainingMs <= 0) return undefined
  const minutes = Math.ceil(remainingMs / 60_000)
  const retryText = minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`
  return new ClerkError(403, 'user_locked', 'Account locked', {
    longMessage: `Your account is locked. You will be able to try again ${retryText}. For more information, please contact support.`,
    meta: { lockout_expires_in_seconds: Math.ceil(remainingMs / 1000) },
  })
}

/** scrypt parameters: about 40 ms and 16 MB per password. */
const SCRYPT_PARAMS = { N: 2 ** 14, r: 8, p: 1 }
const KEY_BYTES = 32

/** Returns `scrypt$N$r$p$salt$key` with salt and key in base64url. Does not check the password rules. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, SCRYPT_PARAMS)
  return [
    'scrypt',
    SCRYPT_PARAMS.N,
    SCRYPT_PARAMS.r,
    SCRYPT_PARAMS.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/** Hash for accounts without a password, so that their check takes the same time. */
const DUMMY_HASH = `scrypt$${SCRYPT_PARAMS.N}$${SCRYPT_PARAMS.r}$${SCRYPT_PARAMS.p}$${randomBytes(16).toString('base64url')}$`

export async function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? DUMMY_HASH).split('$')
  const expected = Buffer.from(key, 'base64url')
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const deriveKey = (password: string, salt: Buffer, params: typeof SCRYPT_PARAMS): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, params, (error, key) => (error ? reject(error) : resolve(key)))
  })

export function checkPasswordRules(password: string | undefined, param: string): string {
  const { min, max } = PASSWORD_LENGTH
  if (!password) throw createMissingParamError(param)
  if (password.length < min) {
    throw createFormError(param, 'form_password_length_too_short', `Passwords must be ${min} characters or more.`)
  }
  if (password.length > max) {
    throw createFormError(param, 'form_password_length_too_long', `Passwords must be less than ${max + 1} characters.`)
  }
  return password
}

/** Emails a new code after `storeCode` has stored its hash. @throws 429 above the email limit */
export function sendCode<T>(
  { keys, clock, mailLimit, mailer, instance }: Services,
  address: string,
  storeCode: (stored: MailedCode) => T,
): T {
  const waitMs = mailLimit(address, clock.now())
  if (waitMs > 0) {
    throw new ClerkError(429, 'too_many_requests', 'Too many requests. Please try again in a bit.', {
      meta: { retry_after_seconds: Math.ceil(waitMs / 1000) },
    })
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const result = storeCode({
    hash: keys.hash('code', code),
    expiresAt: clock.now() + CODE_LIMITS.lifetime,
    attempts: 0,
  })
  mailer.send({ to: address, ...buildCodeMail(code, instance.applicationName) })
  return result
}

/** Checks a code and returns the error, if any. Counts the attempt in `storedCode`, which the caller must store. */
export function checkCode(
  { keys, clock }: Services,
  storedCode: MailedCode | null,
  code: string,
): ClerkError | undefined {
  if (!storedCode) return new ClerkError(400, 'verification_missing', 'Request a code first.')
  if (storedCode.expiresAt <= clock.now()) {
    return new ClerkError(400, 'verification_expired', 'This verification has expired. You need to try another.')
  }
  if (storedCode.attempts >= CODE_LIMITS.maxAttempts) {
    const message = 'Too many failed attempts. You have to try again with the same or another method.'
    return new ClerkError(400, 'verification_failed', message)
  }
  storedCode.attempts += 1
  return isSameText(storedCode.hash, keys.hash('code', code)) ? undefined : buildWrongCodeError()
}

export const buildWrongCodeError = (): ClerkError =>
  createFormError('code', 'form_code_incorrect', 'is incorrect', 'Incorrect code')

/** Creates a secret of 160 bits in base32 (RFC 4226). */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

export const buildTotpUri = (secret: string, account: string, applicationName: string): string =>
  new TOTP({ issuer: applicationName, label: account, secret }).toString()

/**
 * Returns the step of a valid code, or undefined. Each step after `lastStep` is valid once. Uses real time, like
 * authenticator apps.
 */
export function findTotpStep(secret: string, code: string, lastStep: number): number | undefined {
  const totp = new TOTP({ secret })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  return step > lastStep ? step : undefined
}

/** Verifies a code and invalidates it. @throws Clerk's error if the code is wrong or the account is locked */
export function verifySecondFactor(services: Services, userId: string, strategy: string, code: string): void {
  if (strategy !== 'totp' && strategy !== 'backup_code') {
    throw createInvalidParamError('strategy', `${strategy} is not a valid second factor.`)
  }
  const { store } = services
  attempt(services, userId, () => {
    const user = store.users.get(userId)
    const updatedUser =
      user && (strategy === 'totp' ? consumeTotp(user, code) : consumeBackupCode(services, user, code))
    if (updatedUser) store.users.put(updatedUser)
    return updatedUser ? undefined : buildWrongCodeError()
  })
}

function consumeTotp(user: User, code: string): User | undefined {
  if (!user.totp?.verified) return undefined
  const step = findTotpStep(user.totp.secret, code, user.totp.lastStep)
  return step === undefined ? undefined : { ...user, totp: { ...user.totp, lastStep: step } }
}

function consumeBackupCode({ keys }: Services, user: User, code: string): User | undefined {
  const hash = keys.hash('backup-code', code.trim().toLowerCase())
  if (!user.totp?.verified || !user.backupCodes?.hashes.includes(hash)) return undefined
  return {
    ...user,
    backupCodes: { ...user.backupCodes, hashes: user.backupCodes.hashes.filter((item) => item !== hash) },
  }
}

export function listSecondFactors(user: User): { strategy: 'totp' | 'backup_code' }[] {
  if (!user.totp?.verified) return []
  const codes = user.backupCodes?.hashes.length ?? 0
  return codes > 0 ? [{ strategy: 'totp' }, { strategy: 'backup_code' }] : [{ strategy: 'totp' }]
}

export async function verifyPassword(
  services: Services,
  userId: string,
  password: string,
  param = 'password',
): Promise<void> {
  countAttempt(services, userId)
  const isMatch = await matchesPassword(password, services.store.users.get(userId)?.passwordHash ?? null)
  const message = 'Password is incorrect. Try again, or use another method.'
  recordAttemptResult(
    services,
    userId,
    isMatch ? undefined : createFormError(param, 'form_password_incorrect', message),
  )
}

export const createVerifiedCheck = (strategy: string) =>
  ({ status: 'verified', strategy, emailId: null, code: null }) satisfies FactorCheck
