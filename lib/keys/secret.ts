import { createHash, randomBytes } from 'node:crypto'

/** Says at a glance, and to programs that look for keys in published code, whose key it is. */
const PREFIX = 'dw_'

const BYTES = 32

/** Every key has this form, so that what cannot be one is refused without asking the database. */
const FORM = /^dw_[\w-]{43}$/

/** A new key: 256 random bits as base64url. */
export const makeKey = (): string => PREFIX + randomBytes(BYTES).toString('base64url')

export const isKey = (text: string): boolean => FORM.test(text)

/** What is stored of a key. It is random enough that nobody can try them all, so one round of SHA-256 will do. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
