import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { describe, expect, it, vi } from 'vitest'
import { mergeMetadata } from '../../http/fields.ts'
import { createLimiter } from '../../services/services.ts'
import { hashPassword, createTotpSecret, matchesPassword, findTotpStep } from '../../model/factors.ts'
import { describeLocation } from '../../resources/client.ts'
import { readActivity } from '../../model/sessions.ts'

describe('TOTP codes', () => {
  // RFC 6238, appendix B (SHA-1): secret "12345678901234567890", code at second 2,000,000,000.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const generateTotpCode = (step: number) => new TOTP({ secret: SECRET }).generate({ timestamp: step * 30_000 })

  it('match the test vector of RFC 6238', () => {
    vi.useFakeTimers({ now: 2_000_000_000_000 })
    expect(findTotpStep(SECRET, '279037', 0)).toBe(Math.floor(2_000_000_000 / 30))
    vi.useRealTimers()
  })

  it('are valid one step before to one step after, each once', () => {
    vi.useFakeTimers({ now: 2_000_000_000_000 })
    const currentStep = Math.floor(2_000_000_000 / 30)
    const acceptStep = (step: number, lastStep = 0) => findTotpStep(SECRET, generateTotpCode(step), lastStep)
    expect([-2, -1, 0, 1, 2].map((n) => acceptStep(currentStep + n))).toEqual([
      undefined,
      currentStep - 1,
      currentStep,
      currentStep + 1,
      undefined,
    ])
    expect(acceptStep(currentStep, currentStep)).toBeUndefined()
    expect(acceptStep(currentStep + 1, currentStep)).toBe(currentStep + 1)
    vi.useRealTimers()
  })

  it('use random 160-bit secrets', () => {
    const secrets = Array.from({ length: 50 }, createTotpSecret)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new Set(secrets).size).toBe(50)
  })
})

describe('passwords', () => {
  it('match their salted hash', async () => {
    const [firstHash, secondHash] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(firstHash).not.toBe(secondHash)
    expect(await matchesPassword('correct horse', firstHash)).toBe(true)
    expect(await matchesPassword('correct horsf', firstHash)).toBe(false)
    expect(await matchesPassword('', firstHash)).toBe(false)
  })

  it('never match if the account has no password', async () => {
    expect(await matchesPassword('', null)).toBe(false)
    expect(await matchesPassword('anything', null)).toBe(false)
  })
})

describe('limiter', () => {
  it('allows at most the limit in every time window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40_000), { maxLength: 60 }), (waits) => {
        const limiter = createLimiter({ count: 3, minutes: 1 })
        const passed: number[] = []
        let now = 0
        for (const wait of waits) {
          now += wait
          const waitMs = limiter('a', now)
          if (waitMs === 0) passed.push(now)
          else expect(limiter('a', now + waitMs - 1)).toBeGreaterThan(0)
        }
        for (const time of passed)
          expect(passed.filter((passedAt) => passedAt > time - 60_000 && passedAt <= time).length).toBeLessThanOrEqual(
            3,
          )
      }),
    )
  })

  it('counts keys separately', () => {
    const limiter = createLimiter({ count: 1, minutes: 1 })
    expect([limiter('a', 0), limiter('b', 0), limiter('a', 10_000)]).toEqual([0, 0, 50_000])
  })
})

describe('metadata', () => {
  it('merges deeply, and null removes a key', () => {
    const before = { a: { b: 1, c: [1] }, d: 1 }
    const after = mergeMetadata(before, { a: { b: null, c: [2], e: { f: 1 } }, d: { g: null } })
    expect(after).toEqual({ a: { c: [2], e: { f: 1 } }, d: {} })
    expect(before).toEqual({ a: { b: 1, c: [1] }, d: 1 })
    expect(mergeMetadata(before, undefined)).toEqual(before)
  })

  it('cannot change the object prototype', () => {
    mergeMetadata({}, JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('session activity', () => {
  it.each([
    ['127.0.0.1', 'This machine'],
    ['::1', 'This machine'],
    ['::ffff:127.0.0.1', 'This machine'],
    ['192.168.1.7', 'Local network'],
    ['172.16.0.1', 'Local network'],
    ['172.32.0.1', 'Unknown place'],
    ['fd12:3456::1', 'Local network'],
    ['203.0.113.7', 'Unknown place'],
    [null, 'Unknown place'],
  ])('describes the location of %s', (address, location) => {
    expect(describeLocation(address)).toBe(location)
  })

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome',
      'Linux',
      false,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge',
      'Windows',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
      true,
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android', true],
    ['curl/8', null, null, false],
  ])('detects browser and device from %s', (userAgent, browserName, deviceType, isMobile) => {
    const headers: Record<string, string> = { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }
    const activity = readActivity({ req: { header: (name: string) => headers[name] } } as never)
    expect(activity).toMatchObject({ browserName, deviceType, isMobile, ipAddress: '203.0.113.7' })
  })
})
