import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32

const FORM = /^[\w-]{43}$/

/** Returns 256 random bits as base64url. The secret is shown once; only its hash is stored. */
export const makeSecret = (): string => randomBytes(BYTES).toString('base64url')

/** Returns whether a text has the format of a secret. Other texts need no database query. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && FORM.test(text)

/** Returns the SHA-256 hash. One round is enough for high-entropy secrets. */
export const hashOf = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(text).digest(encoding)

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}
