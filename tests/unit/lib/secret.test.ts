import { describe, expect, it } from 'vitest'
import { hashOf, isSameSecret, isSecret, makeSecret } from '../../../lib/platform/crypto/secret.ts'

describe('secret', () => {
  it('has 256 random bits and a recognizable format', () => {
    const secrets = Array.from({ length: 100 }, makeSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(secrets.every(isSecret)).toBe(true)
    for (const other of ['', `${secrets[0]}=`, ` ${secrets[0]}`, `${secrets[0]}\n`, secrets[0]?.slice(1), undefined, 1])
      expect(isSecret(other)).toBe(false)
  })

  it('is stored as a SHA-256 hash', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hashOf('abc', 'base64url')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })

  it('equals only itself, regardless of length', () => {
    const secret = makeSecret()
    expect(isSameSecret(secret, `${secret}`)).toBe(true)
    for (const other of ['', secret.slice(1), `${secret}a`, makeSecret(), 'ä'.repeat(secret.length)])
      expect(isSameSecret(other, secret)).toBe(false)
  })
})
