import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unguessable alphanumeric id, 22 characters as hosted Sanity's (about 131 bits), or longer for secrets. */
export function randomId(length = 22): string {
  let id = ''
  while (id.length < length) {
    // 248 is the largest multiple of 62 in a byte: values above it would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && id.length < length) id += ALPHABET[byte % 62]
  }
  return id
}
