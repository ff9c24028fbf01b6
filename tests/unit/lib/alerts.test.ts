import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAlertHistory, findMainAlert } from '../../../components/dashboard/alerts/alert-format.ts'
import type { AlertRecord } from '../../../lib/dashboard/model/alert.ts'
import { formatDeviceName } from '../../../lib/dashboard/alerts/device-name.ts'
import { preferencesInput, subscriptionInput } from '../../../lib/dashboard/alerts/preferences.ts'
import { isPushAddress } from '../../../lib/dashboard/alerts/push-service.ts'
import { findQuietEnd } from '../../../lib/dashboard/alerts/quiet-hours.ts'

describe('quiet hours', () => {
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Phoenix',
    'Pacific/Honolulu',
    'Australia/Lord_Howe',
    'UTC',
  ]
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

  const formatClock = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

  const isQuiet = ({ from, to }: { from: string; to: string }, wallClock: string) =>
    from < to ? wallClock >= from && wallClock < to : wallClock >= from || wallClock < to

  it('end at the first minute outside them, across midnight and daylight saving time changes', () => {
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(time, time, moments, fc.constantFrom(...zones), (from, to, at, zone) => {
        fc.pre(from !== to)
        const hours = { from, to }
        const end = findQuietEnd(hours, at, zone)
        expect(end !== undefined).toBe(isQuiet(hours, formatClock(at, zone)))
        if (!end) return
        expect(end.getTime()).toBeGreaterThan(at.getTime())
        expect(isQuiet(hours, formatClock(end, zone))).toBe(false)
        expect(isQuiet(hours, formatClock(new Date(end.getTime() - 60_000), zone))).toBe(true)
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['in their last minute', '2026-03-07T11:59:30Z', '2026-03-07T12:00:00.000Z'],
    ['across midnight', '2026-03-07T05:00:00Z', '2026-03-07T12:00:00.000Z'],
    // Daylight saving time starts at 2 AM, so the night is one hour shorter.
    ['when daylight saving time starts', '2026-03-08T05:00:00Z', '2026-03-08T11:00:00.000Z'],
    ['when daylight saving time ends', '2026-11-01T04:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('end on time %s', (_, at, end) => {
    expect(findQuietEnd({ from: '22:00', to: '06:00' }, new Date(at), 'America/Chicago')?.toISOString()).toBe(end)
  })

  it('are absent if null and rejected if start equals end', () => {
    expect(findQuietEnd(null, new Date(), 'UTC')).toBeUndefined()
    const quietHours = { from: '22:00', to: '22:00' }
    expect(preferencesInput.safeParse({ kinds: [], byMail: true, byPush: true, quietHours }).success).toBe(false)
  })
})

describe('push subscription URL', () => {
  const SITE = 'https://www.example.com'
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://db5p.notify.windows.com/w/?token=abc', true],
    ['https://web.push.apple.com/abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://fcm.googleapis.com.example.com/abc', false],
    ['https://evilfcm.googleapis.com/abc', false],
    ['https://push.services.mozilla.com.evil.test/abc', false],
    ['https://user:password@fcm.googleapis.com/abc', false],
    ['https://example.com/?fcm.googleapis.com', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://10.0.0.1/', false],
    ['https://[::1]/', false],
    ['http://127.0.0.1:9000/', false],
    ['http://localhost/', false],
    ['https://2130706433/', false],
    ['file:///etc/passwd', false],
    ['no address', false],
  ])('is checked against the allowed push services: %s', (address, isAllowed) =>
    expect(isPushAddress(address, SITE)).toBe(isAllowed),
  )

  it('may point to localhost if the site runs on localhost', () => {
    expect(isPushAddress('http://127.0.0.1:9000/a', 'http://localhost:3000')).toBe(true)
    expect(isPushAddress('https://10.0.0.1/a', 'http://localhost:3000')).toBe(false)
  })

  it('requires encryption keys of the correct length', () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    expect(subscriptionInput.safeParse({ endpoint, keys, expirationTime: null }).success).toBe(true)
    for (const invalidKeys of [{ ...keys, p256dh: 'B'.repeat(40) }, { ...keys, auth: 'a b' }, { auth: keys.auth }]) {
      expect(subscriptionInput.safeParse({ endpoint, keys: invalidKeys }).success).toBe(false)
    }
  })
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
  ['curl/8.0', null],
  [null, null],
])('user agent %s is labeled %s', (userAgent, name) => expect(formatDeviceName(userAgent)).toBe(name))

describe('alert summary', () => {
  const names: Record<string, string> = { sam: 'Sam', ana: 'Ana', me: 'you' }
  const buildAlert = (part: Partial<AlertRecord>): AlertRecord => ({
    id: crypto.randomUUID(),
    kind: 'urgent',
    createdAt: '2026-03-07T08:14:00.000Z',
    told: [],
    takenAt: null,
    takenById: null,
    ...part,
  })
  const buildNotification = (userId: string, minute: number) => ({ userId, at: `2026-03-07T08:${minute}:00.000Z` })
  const buildAcknowledgment = (takenById: string, minute: number) => ({
    takenById,
    takenAt: `2026-03-07T08:${minute}:00.000Z`,
  })
  const takenAt = '2026-03-07T08:27:00.000Z'

  it.each([
    [
      { told: [buildNotification('sam', 15)], ...buildAcknowledgment('sam', 17) },
      'Sam was notified at 2:15 AM and took it at 2:17 AM',
    ],
    [
      { told: [buildNotification('me', 15)], ...buildAcknowledgment('me', 17) },
      'You were notified at 2:15 AM and took it at 2:17 AM',
    ],
    [
      { told: [buildNotification('sam', 15), buildNotification('ana', 20)] },
      'Sam was notified at 2:15 AM and Ana at 2:20 AM. No one has taken it yet.',
    ],
    [
      { told: [buildNotification('sam', 15), buildNotification('ana', 20)], takenAt, takenById: 'ana' },
      'Sam was notified at 2:15 AM and Ana at 2:20 AM. Ana took it at 2:27 AM',
    ],
    [{ told: [{ userId: 'sam', at: null }] }, 'No one has been notified yet.'],
    [{ takenAt, takenById: null }, 'Taken at 2:27 AM'],
    [
      { told: [buildNotification('gone', 15)], takenAt: '2026-03-08T14:00:00.000Z', takenById: 'me' },
      'A teammate was notified at 2:15 AM. You took it on Sun, Mar 8, 9:00 AM',
    ],
  ])('describes notified members and acknowledgment for %j', (part, expected) =>
    expect(formatAlertHistory(buildAlert(part), (id) => names[id], 'America/Chicago')).toBe(expected),
  )

  it('prefers the open alert', () => {
    const [openAlert, acknowledgedAlert] = [buildAlert({}), buildAlert({ takenAt })]
    expect([
      findMainAlert([openAlert, acknowledgedAlert]),
      findMainAlert([acknowledgedAlert]),
      findMainAlert([]),
    ]).toEqual([openAlert, acknowledgedAlert, undefined])
  })
})
