import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import type { EncryptionKey } from '../../../lib/dashboard/integrations/environment.ts'
import {
  usesOlderKey,
  sealText,
  SealError,
  type SealOwner,
  unsealText,
} from '../../../lib/dashboard/integrations/secrets.ts'

const buildKey = (id: string, letter = id): EncryptionKey => ({ id, bytes: Buffer.from(letter.repeat(32)) })
const [FIRST_KEY, SECOND_KEY] = [buildKey('a'), buildKey('b')]
const OWNER: SealOwner = { organizationId: 'org_a', provider: 'hubspot', what: 'connection' }
const TEXT = 'secret of the test'

describe('encrypted secret', () => {
  it('opens with its key at any position in the key list', async () => {
    const sealed = await sealText([FIRST_KEY, SECOND_KEY], OWNER, TEXT)
    expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'a' })
    expect(await unsealText([FIRST_KEY], OWNER, sealed)).toBe(TEXT)
    expect(await unsealText([SECOND_KEY, FIRST_KEY], OWNER, sealed)).toBe(TEXT)
    expect(sealed).not.toContain(Buffer.from(TEXT).toString('base64url'))
    expect(await sealText([FIRST_KEY], OWNER, TEXT), 'encryption is not deterministic').not.toBe(sealed)
  })

  it.each<[what: string, keys: EncryptionKey[], owner: SealOwner]>([
    ['for another organization', [FIRST_KEY], { ...OWNER, organizationId: 'org_b' }],
    ['for another system', [FIRST_KEY], { ...OWNER, provider: 'slack' }],
    ['for another purpose', [FIRST_KEY], { ...OWNER, what: 'authorization' }],
    ['with another key', [SECOND_KEY], OWNER],
    ['with another key with the same id', [buildKey('a', 'x')], OWNER],
    ['without a key', [], OWNER],
  ])('does not open %s', async (_, keys, owner) => {
    await expect(unsealText(keys, owner, await sealText([FIRST_KEY], OWNER, TEXT))).rejects.toThrow(SealError)
  })

  it('does not open if it was changed or is not a secret', async () => {
    const parts = (await sealText([FIRST_KEY], OWNER, TEXT)).split('.')
    const tampered = parts.with(3, `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`).join('.')
    for (const text of [tampered, parts.slice(0, 4).join('.'), 'nonsense', ''])
      await expect(unsealText([FIRST_KEY], OWNER, text)).rejects.toThrow(SealError)
  })

  it.each([
    ['dir', 'A128CBC-HS256'],
    ['A256KW', 'A256GCM'],
  ])('does not open if it uses another algorithm: %s with %s', async (alg, enc) => {
    const purpose = JSON.stringify([OWNER.what, OWNER.organizationId, OWNER.provider])
    const derivedKey = new Uint8Array(hkdfSync('sha256', FIRST_KEY.bytes, '', purpose, 32))
    const otherSealed = await new CompactEncrypt(new TextEncoder().encode(TEXT))
      .setProtectedHeader({ alg, enc, kid: 'a' })
      .encrypt(derivedKey)
    await expect(unsealText([FIRST_KEY], OWNER, otherSealed)).rejects.toThrow(SealError)
  })

  it('needs to be encrypted again if its key is no longer the first', async () => {
    const sealed = await sealText([FIRST_KEY], OWNER, TEXT)
    expect(usesOlderKey([FIRST_KEY, SECOND_KEY], sealed)).toBe(false)
    expect(usesOlderKey([SECOND_KEY, FIRST_KEY], sealed)).toBe(true)
    expect(() => usesOlderKey([FIRST_KEY], 'nonsense')).toThrow(SealError)
  })

  it('cannot be created without a key', async () => await expect(sealText([], OWNER, TEXT)).rejects.toThrow(SealError))
})
