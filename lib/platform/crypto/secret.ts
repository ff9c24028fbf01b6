import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

const SECRET_PATTERN = /^[\w-]{43}$/

/** Returns 256 random bits as base64url. The secret is shown once; only its hash is stored. */
export const generateSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Returns whether a text has the format of a secret. Other texts need no database query. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && SECRET_PATTERN.test(text)

/** Returns the SHA-256 hash. One round is enough for high-entropy secrets. */
export const hashText = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(text).digest(encoding)

/** Compares two secrets in constant time. */
export function isSameSecret(candidate: string, expected: string): boolean {
  const [first, second] = [Buffer.from(candidate), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}
