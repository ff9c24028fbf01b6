import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose'
import type { EncryptionKey } from './environment.ts'
import type { ProviderName } from './providers.ts'

/** What a sealed text is for, and whose: it opens for nothing else, wherever its row is copied to. */
export type SealedFor = { organizationId: string; provider: ProviderName; what: 'connection' | 'authorization' }

/** Thrown for a sealed text that does not open: another key, another owner, or damaged. */
export class SealError extends Error {
  constructor(options?: ErrorOptions) {
    super('A stored secret does not open', options)
    this.name = 'SealError'
  }
}

/** Direct encryption with AES-GCM of 256 bits (RFC 7518, sections 4.5 and 5.3). */
const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const

/** Each organization, provider and use has a key of its own, derived from one of the environment (RFC 5869). */
function derived({ bytes }: EncryptionKey, { what, organizationId, provider }: SealedFor): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', bytes, '', JSON.stringify([what, organizationId, provider]), 32))
}

/** Encrypts with the first key. @returns a JWE (RFC 7516) whose header names that key */
export async function seal([first]: EncryptionKey[], owner: SealedFor, text: string): Promise<string> {
  if (!first) throw new SealError()
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...ALGORITHM, kid: first.id })
    .encrypt(derived(first, owner))
}

/** The key that a sealed text names. @throws {SealError} for what is no JWE */
function keyIdOf(sealed: string): unknown {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch (error) {
    throw new SealError({ cause: error })
  }
}

/** @throws {SealError} when none of the keys is the right one, or it was sealed for somebody else */
export async function unseal(keys: EncryptionKey[], owner: SealedFor, sealed: string): Promise<string> {
  const id = keyIdOf(sealed)
  const key = keys.find((each) => each.id === id)
  if (!key) throw new SealError()
  try {
    const { plaintext } = await compactDecrypt(sealed, derived(key, owner), {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    })
    return new TextDecoder().decode(plaintext)
  } catch (error) {
    throw new SealError({ cause: error })
  }
}

/** Whether a text was sealed with an earlier key than the first, so that it should be sealed again. */
export const isSealedWithOlder = ([first]: EncryptionKey[], sealed: string): boolean => keyIdOf(sealed) !== first?.id
