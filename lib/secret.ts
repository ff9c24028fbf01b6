import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32

const FORM = /^[\w-]{43}$/

/** A new secret: 256 random bits as base64url. Whoever gets it is told once; only its hash is stored, and found by. */
export const makeSecret = (): string => randomBytes(BYTES).toString('base64url')

/** Whether a text could be a secret of ours, so that what cannot be one is refused without asking the database. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && FORM.test(text)

/** SHA-256, for what is too random for anybody to try it all, so that one round will do, or to tell texts apart. */
export const hashOf = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(text).digest(encoding)

/** Whether two texts are the same, in a time that says nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}
