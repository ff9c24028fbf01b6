import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { formError, missingParam } from '../errors.ts'
import { PASSWORD_LENGTH } from '../limits.ts'

/** About 40 ms and 16 MB for each password. */
const COST = { N: 2 ** 14, r: 8, p: 1 }
const KEY_BYTES = 32

/** `scrypt$N$r$p$salt$key`, the latter two in base64url. The password is not checked against the rules here. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Checked for accounts without a password, so that they take as long to answer as others. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${randomBytes(16).toString('base64url')}$`

/** False for an account without a password. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODY).split('$')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Throws Clerk's error about the field `param` when a new password breaks the rules. */
export function checkPasswordRules(password: string | undefined, param: string): string {
  const { min, max } = PASSWORD_LENGTH
  if (!password) throw missingParam(param)
  if (password.length < min) {
    throw formError(param, 'form_password_length_too_short', `Passwords must be ${min} characters or more.`)
  }
  if (password.length > max) {
    throw formError(param, 'form_password_length_too_long', `Passwords must be less than ${max + 1} characters.`)
  }
  return password
}

export const wrongPassword = (param = 'password'): Error =>
  formError(param, 'form_password_incorrect', 'Password is incorrect. Try again, or use another method.')
