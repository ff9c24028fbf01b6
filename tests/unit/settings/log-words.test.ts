import { describe, expect, it } from 'vitest'
import { actionWords, detailWords } from '../../../components/dashboard/log/event-words.ts'

const ZONE = 'America/Chicago'
const words = (details: Record<string, unknown> | null) => detailWords(details, ZONE)

describe('audit log event', () => {
  it('describes the action', () => {
    expect(actionWords('transcript.read')).toBe('viewed a transcript')
    expect(actionWords('thing.done')).toBe('thing.done')
  })

  it('lists the changed fields with old and new values', () => {
    expect(words({ fields: ['serviceArea', 'onCall', 'greeting'] })).toBe('service area, on-call list, and greeting')
    expect(words({ fields: ['stage'], from: 'new', to: 'qualified' })).toBe('stage · New → Qualified')
    expect(words({ fields: ['intent', 'safetyKind', 'appointmentId'] })).toBe('reason, safety hazard, and visit')
    expect(words({ fields: ['outcome'], from: 'booked', to: 'canceled' })).toBe('outcome · Booked → Canceled')
    expect(words({ from: '2026-03-01T15:00:00.000Z', to: '2026-03-02T16:30:00.000Z' })).toBe(
      'Mar 1, 2026, 9:00 AM → Mar 2, 2026, 10:30 AM',
    )
    expect(words({ days: { transcripts: { from: 90, to: 30 } } })).toBe('transcripts from 90 to 30 days')
  })

  it('shows the number of affected records', () => {
    expect(words({ recordings: 1_200, transcripts: 34, calls: 1 })).toBe('1,200 recordings, 34 transcripts, and 1 call')
    expect(words({ records: 1 })).toBe('1 record')
    expect(words({ calls: 1, leads: 1, visits: 2 })).toBe('1 call, 1 lead, and 2 visits')
  })

  it('is marked as a test if it belongs to a test call', () => {
    expect(words({ source: 'call', isTest: true })).toBe('source: call · test')
  })

  it('names the connected system and ignores unknown details', () => {
    expect(words({ provider: 'slack', wrote: 'a message' })).toBe('Slack · added a message')
    expect(words({ provider: 'toString', other: 'thing', fields: [1] })).toBeUndefined()
    expect(words({})).toBeUndefined()
    expect(words(null)).toBeUndefined()
  })
})
