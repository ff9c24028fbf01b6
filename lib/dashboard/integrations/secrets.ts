import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose'
import type { EncryptionKey } from './environment.ts'
import type { ProviderName } from './providers.ts'

/** Owner and purpose of a ciphertext. Both affect the key, so a row copied to another organization does not decrypt. */
export type SealOwner = { organizationId: string } & (
  | { provider: ProviderName; what: 'connection' | 'authorization' }
  | { provider: 'webhooks'; what: 'webhook' }
)

/** Thrown if decryption fails: unknown key, wrong owner or damaged data. */
export class SealError extends Error {
  constructor(options?: ErrorOptions) {
    super('Cannot decrypt a stored secret', options)
    this.name = 'SealError'
  }
}

/** Direct encryption with AES-256-GCM (RFC 7518, sections 4.5 and 5.3). */
const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const

/** Derives a key per organization, provider and purpose (HKDF, RFC 5869). */
function deriveKey({ bytes }: EncryptionKey, { what, organizationId, provider }: SealOwner): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', bytes, '', JSON.stringify([what, organizationId, provider]), 32))
}

/**
 * Encrypts a text with the first key.
 * @returns a JWE (RFC 7516) with the key id in its header
 */
export async function sealText([first]: EncryptionKey[], owner: SealOwner, text: string): Promise<string> {
  if (!first) throw new SealError()
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...ALGORITHM, kid: first.id })
    .encrypt(deriveKey(first, owner))
}

/**
 * Returns the key id in the JWE header.
 * @throws {SealError} if the text is not a JWE
 */
function readKeyId(sealedText: string): unknown {
  try {
    return decodeProtectedHeader(sealedText).kid
  } catch (error) {
    throw new SealError({ cause: error })
  }
}

/**
 * Decrypts a JWE.
 * @throws {SealError} if no key matches or the owner differs
 */
export async function unsealText(keys: EncryptionKey[], owner: SealOwner, sealedText: string): Promise<string> {
  const id = readKeyId(sealedText)
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new SealError()
  try {
    const { plaintext } = await compactDecrypt(sealedText, deriveKey(key, owner), {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    })
    return new TextDecoder().decode(plaintext)
  } catch (error) {
    throw new SealError({ cause: error })
  }
}

export const usesOlderKey = ([first]: EncryptionKey[], sealedText: string): boolean =>
  readKeyId(sealedText) !== first?.id
