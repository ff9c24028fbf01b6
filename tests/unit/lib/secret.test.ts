import { describe, expect, it } from 'vitest'
import { hashText, isSameSecret, isSecret, generateSecret } from '../../../lib/platform/crypto/secret.ts'

describe('secret', () => {
  it('has 256 random bits and a recognizable format', () => {
    const secrets = Array.from({ length: 100 }, generateSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(secrets.every(isSecret)).toBe(true)
    for (const candidate of [
      '',
      `${secrets[0]}=`,
      ` ${secrets[0]}`,
      `${secrets[0]}\n`,
      secrets[0]?.slice(1),
      undefined,
      1,
    ])
      expect(isSecret(candidate)).toBe(false)
  })

  it('is stored as a SHA-256 hash', () => {
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hashText('abc', 'base64url')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })

  it('equals only itself, regardless of length', () => {
    const secret = generateSecret()
    expect(isSameSecret(secret, `${secret}`)).toBe(true)
    for (const candidate of ['', secret.slice(1), `${secret}a`, generateSecret(), 'ä'.repeat(secret.length)])
      expect(isSameSecret(candidate, secret)).toBe(false)
  })
})
