import { describe, expect, it } from 'vitest'
import { keyInput } from '../../../lib/dashboard/keys/input.ts'
import { canWrite, READ_SCOPES, SCOPE_NAMES, summarizeScopes } from '../../../lib/platform/auth/scopes.ts'
import { isKey, generateKey } from '../../../lib/dashboard/keys/secret.ts'

describe('API key', () => {
  it('has 256 random bits and a recognizable format', () => {
    const keys = Array.from({ length: 100 }, generateKey)
    expect(new Set(keys).size).toBe(100)
    for (const key of keys) expect(Buffer.from(key.slice('dw_'.length), 'base64url')).toHaveLength(32)
    expect(keys.every(isKey)).toBe(true)
    for (const invalidKey of ['', 'dw_', `${keys[0]}=`, ` ${keys[0]}`, keys[0]?.slice(3)])
      expect(isKey(invalidKey ?? '')).toBe(false)
  })

  it.each([
    [{ name: ' ', scopes: ['leads:read'] }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['leads:read'] }, 'name'],
    [{ name: 'Office', scopes: [] }, 'scopes'],
    [{ name: 'Office', scopes: ['leads:read', 'leads:read'] }, 'scopes'],
    [{ name: 'Office', scopes: ['settings:write'] }, 'scopes'],
  ])('cannot be created with %j', (input, field) => {
    expect(keyInput.safeParse(input).error?.issues[0]?.path[0]).toBe(field)
  })

  it('summarizes its permissions in a sentence', () => {
    expect(summarizeScopes(READ_SCOPES)).toBe('Reads calls, leads and appointments.')
    expect(summarizeScopes(['calls:write'])).toBe('Adds and edits calls.')
    expect(summarizeScopes(['calls:read', 'leads:write', 'leads:read'])).toBe(
      'Reads calls and leads. Adds and edits leads.',
    )
    expect([canWrite(READ_SCOPES), canWrite(SCOPE_NAMES)]).toEqual([false, true])
  })
})
