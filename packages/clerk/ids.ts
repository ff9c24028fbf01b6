import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Prefixes of Clerk's ids, by kind of record. */
const PREFIXES = {
  user: 'user',
  email: 'idn',
  client: 'client',
  session: 'sess',
  signIn: 'sia',
  signUp: 'sua',
  organization: 'org',
  membership: 'orgmem',
  invitation: 'orginv',
  totp: 'totp',
  backupCodes: 'bkc',
  verification: 'sver',
  signInToken: 'sit',
  event: 'evt',
  message: 'msg',
} as const

export type IdKind = keyof typeof PREFIXES

/** An unguessable id in Clerk's form: prefix, underscore, 27 letters and digits (about 160 bits). */
export const newId = (kind: IdKind): string => `${PREFIXES[kind]}_${randomText(27)}`

/** Letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte; larger values would make the first letters more likely.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}
