import { describe, expect, it } from 'vitest'
import { formatAction, formatDetails } from '../../../components/dashboard/log/event-format.ts'

const TIME_ZONE = 'America/Chicago'
const describeDetails = (details: Record<string, unknown> | null) => formatDetails(details, TIME_ZONE)

describe('audit log event', () => {
  it('describes the action', () => {
    expect(formatAction('transcript.read')).toBe('viewed a transcript')
    expect(formatAction('thing.done')).toBe('thing.done')
  })

  it('lists the changed fields with old and new values', () => {
    expect(describeDetails({ fields: ['serviceArea', 'onCall', 'greeting'] })).toBe(
      'service area, on-call list, and greeting',
    )
    expect(describeDetails({ fields: ['stage'], from: 'new', to: 'qualified' })).toBe('stage · New → Qualified')
    expect(describeDetails({ fields: ['intent', 'safetyKind', 'appointmentId'] })).toBe(
      'reason, safety hazard, and visit',
    )
    expect(describeDetails({ fields: ['outcome'], from: 'booked', to: 'canceled' })).toBe('outcome · Booked → Canceled')
    expect(describeDetails({ from: '2026-03-01T15:00:00.000Z', to: '2026-03-02T16:30:00.000Z' })).toBe(
      'Mar 1, 2026, 9:00 AM → Mar 2, 2026, 10:30 AM',
    )
    expect(describeDetails({ days: { transcripts: { from: 90, to: 30 } } })).toBe('transcripts from 90 to 30 days')
  })

  it('shows the number of affected records', () => {
    expect(describeDetails({ recordings: 1_200, transcripts: 34, calls: 1 })).toBe(
      '1,200 recordings, 34 transcripts, and 1 call',
    )
    expect(describeDetails({ records: 1 })).toBe('1 record')
    expect(describeDetails({ calls: 1, leads: 1, visits: 2 })).toBe('1 call, 1 lead, and 2 visits')
  })

  it('is marked as a test if it belongs to a test call', () => {
    expect(describeDetails({ source: 'call', isTest: true })).toBe('source: call · test')
  })

  it('names the connected system and ignores unknown details', () => {
    expect(describeDetails({ provider: 'slack', wrote: 'a message' })).toBe('Slack · posted a message')
    expect(describeDetails({ provider: 'toString', other: 'thing', fields: [1] })).toBeUndefined()
    expect(describeDetails({})).toBeUndefined()
    expect(describeDetails(null)).toBeUndefined()
  })
})
