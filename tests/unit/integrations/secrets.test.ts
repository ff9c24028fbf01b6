import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import type { EncryptionKey } from '../../../lib/dashboard/integrations/environment.ts'
import {
  isSealedWithOlder,
  seal,
  SealError,
  type SealedFor,
  unseal,
} from '../../../lib/dashboard/integrations/secrets.ts'

const key = (id: string, letter = id): EncryptionKey => ({ id, bytes: Buffer.from(letter.repeat(32)) })
const [FIRST, SECOND] = [key('a'), key('b')]
const OWNER: SealedFor = { organizationId: 'org_a', provider: 'hubspot', what: 'connection' }
const TEXT = 'secret of the test'

describe('encrypted secret', () => {
  it('opens with its key at any position in the key list', async () => {
    const sealed = await seal([FIRST, SECOND], OWNER, TEXT)
    expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'a' })
    expect(await unseal([FIRST], OWNER, sealed)).toBe(TEXT)
    expect(await unseal([SECOND, FIRST], OWNER, sealed)).toBe(TEXT)
    expect(sealed).not.toContain(Buffer.from(TEXT).toString('base64url'))
    expect(await seal([FIRST], OWNER, TEXT), 'encryption is not deterministic').not.toBe(sealed)
  })

  it.each<[what: string, keys: EncryptionKey[], owner: SealedFor]>([
    ['for another organization', [FIRST], { ...OWNER, organizationId: 'org_b' }],
    ['for another system', [FIRST], { ...OWNER, provider: 'slack' }],
    ['for another purpose', [FIRST], { ...OWNER, what: 'authorization' }],
    ['with another key', [SECOND], OWNER],
    ['with another key with the same id', [key('a', 'x')], OWNER],
    ['without a key', [], OWNER],
  ])('does not open %s', async (_, keys, owner) => {
    await expect(unseal(keys, owner, await seal([FIRST], OWNER, TEXT))).rejects.toThrow(SealError)
  })

  it('does not open if it was changed or is not a secret', async () => {
    const parts = (await seal([FIRST], OWNER, TEXT)).split('.')
    const changed = parts.with(3, `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`).join('.')
    for (const text of [changed, parts.slice(0, 4).join('.'), 'nonsense', ''])
      await expect(unseal([FIRST], OWNER, text)).rejects.toThrow(SealError)
  })

  it.each([
    ['dir', 'A128CBC-HS256'],
    ['A256KW', 'A256GCM'],
  ])('does not open if it uses another algorithm: %s with %s', async (alg, enc) => {
    const purpose = JSON.stringify([OWNER.what, OWNER.organizationId, OWNER.provider])
    const derived = new Uint8Array(hkdfSync('sha256', FIRST.bytes, '', purpose, 32))
    const otherwise = await new CompactEncrypt(new TextEncoder().encode(TEXT))
      .setProtectedHeader({ alg, enc, kid: 'a' })
      .encrypt(derived)
    await expect(unseal([FIRST], OWNER, otherwise)).rejects.toThrow(SealError)
  })

  it('must be encrypted again if its key is no longer the first', async () => {
    const sealed = await seal([FIRST], OWNER, TEXT)
    expect(isSealedWithOlder([FIRST, SECOND], sealed)).toBe(false)
    expect(isSealedWithOlder([SECOND, FIRST], sealed)).toBe(true)
    expect(() => isSealedWithOlder([FIRST], 'nonsense')).toThrow(SealError)
  })

  it('cannot be created without a key', async () => await expect(seal([], OWNER, TEXT)).rejects.toThrow(SealError))
})
