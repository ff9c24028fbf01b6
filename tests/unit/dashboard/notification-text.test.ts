import { describe, expect, it } from 'vitest'
import { describeNotification, formatChannels } from '../../../components/dashboard/notifications/notification-text.ts'
import { NOTIFICATION_KIND_NAMES, type NotificationKind } from '../../../lib/dashboard/model/notification.ts'

const NAMES = new Map([
  ['user_sam', 'Sam Reyes'],
  ['user_old', 'a former member'],
])

const describeKind = (kind: NotificationKind, details: Record<string, unknown> = {}, name: string | null = null) =>
  describeNotification(
    { id: '', kind, details, name, path: null, createdAt: '2026-03-01T12:00:00.000Z', readAt: null },
    (id) => NAMES.get(id),
  )

describe('notification text', () => {
  it.each<[NotificationKind, Record<string, unknown>, string | null, string, string?]>([
    ['alert', { alert: 'urgent' }, 'Ada', 'Urgent call from Ada'],
    ['alert', { alert: 'urgent' }, null, 'Urgent call'],
    ['alert', { alert: 'urgent', isLast: true }, 'Ada', 'No one has taken an urgent call from Ada yet'],
    ['alert', { alert: 'promise' }, 'Ada', 'Ada is waiting for a promised callback'],
    ['alert', { alert: 'promise' }, null, 'A caller is waiting for a promised callback'],
    ['alert', { alert: 'handover' }, 'Ada', 'A call from Ada was assigned to you'],
    ['assigned', { subject: 'call', byId: 'user_sam' }, 'Ada', 'Sam Reyes assigned you a call from Ada'],
    ['assigned', { subject: 'call', byId: 'user_sam' }, null, 'Sam Reyes assigned you a call'],
    ['assigned', { subject: 'call' }, 'Ada', 'A call from Ada was assigned to you'],
    ['assigned', { subject: 'lead', byId: 'user_old' }, 'Ada', 'A former member assigned you the lead Ada'],
    ['assigned', { subject: 'lead', byId: 'user_unknown' }, null, 'A teammate assigned you a lead'],
    ['assigned', { subject: 'lead' }, null, 'A lead was assigned to you'],
    ['assigned', { subject: 'lead', count: 12, byId: 'user_sam' }, null, 'Sam Reyes assigned you 12 leads'],
    ['assigned', { subject: 'lead', count: 12 }, null, '12 leads were assigned to you'],
    ['mention', { byId: 'user_sam' }, 'Ada', 'Sam Reyes mentioned you in a note about Ada'],
    ['mention', {}, null, 'A teammate mentioned you in a note'],
    [
      'import',
      { kind: 'leads', state: 'done', counts: { created: 1_180, updated: 12, unchanged: 0, skipped: 3, invalid: 5 } },
      null,
      'The import of leads is done',
      '1,180 added, 12 updated, 3 skipped, and 5 with errors.',
    ],
    ['import', { kind: 'callers', state: 'failed' }, null, 'The import of callers failed'],
    ['import', { kind: 'callers', state: 'undone' }, null, 'The import of callers was undone'],
    [
      'integration',
      { provider: 'slack', failure: 'invalid_grant' },
      null,
      'Slack stopped working',
      'Access was removed or has expired. Sign in again.',
    ],
    [
      'webhook',
      { host: 'hooks.example.com' },
      null,
      'The webhook to hooks.example.com was paused',
      'It failed for a day.',
    ],
  ])('of the kind %s with %o and the name %s is “%4$s”', (kind, details, name, title, note) => {
    expect(describeKind(kind, details, name)).toEqual({ title, ...(note && { note }) })
  })

  it.each(NOTIFICATION_KIND_NAMES)('of the kind %s is complete without details', (kind) => {
    const { title } = describeKind(kind)
    expect(title).toMatch(/^[A-Z].* [a-z]+$/)
    expect(title).not.toMatch(/undefined|null/)
  })

  it.each([
    [{ channels: ['push', 'mail'] }, 'Sent by email and push'],
    [{ channels: ['push'] }, 'Sent by push'],
    [{ channels: ['pigeon'] }, undefined],
    [{}, undefined],
  ])('names the channels of %o: %s', (details, expected) => {
    expect(formatChannels(details)).toBe(expected)
  })
})
