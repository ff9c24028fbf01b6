import { describe, expect, it } from 'vitest'
import { sameInAll } from '../../../components/dashboard/leads/lead-columns.tsx'
import { LEAD_COLUMN_NAMES } from '../../../lib/dashboard/leads/list-state.ts'
import type { LeadRow } from '../../../lib/dashboard/leads/record.ts'

const lead = (parts: Partial<LeadRow>) =>
  ({ stage: 'new', urgency: 'now', assigneeId: null, visit: null, ...parts }) as LeadRow

const wordsOf = (rows: LeadRow[], names = LEAD_COLUMN_NAMES) =>
  sameInAll(rows, names, (id) => (id === 'user_sam' ? 'Sam' : undefined)).map(([, words]) => words)

describe('lead columns with one shared value', () => {
  it('are replaced by a single summary', () => {
    expect(wordsOf([lead({ stage: 'new' }), lead({ stage: 'won', urgency: 'later' })])).toEqual(['Unassigned'])
    expect(wordsOf([lead({ assigneeId: 'user_sam' }), lead({ assigneeId: 'user_sam' })])).toEqual([
      'Stage: New',
      'Next step: Now',
      'Assigned to Sam',
    ])
  })

  it('stay visible for a single row or if one row differs', () => {
    expect(wordsOf([lead({})])).toEqual([])
    expect(wordsOf([])).toEqual([])
    expect(wordsOf([lead({}), lead({}), lead({ assigneeId: 'user_sam' })])).not.toContain('Unassigned')
  })

  it('omit the urgency of closed leads', () => {
    expect(wordsOf([lead({ stage: 'won' }), lead({ stage: 'won', urgency: 'later' })], ['urgency'])).toEqual([''])
  })

  it('stay visible if they show visits', () => {
    const visit = { startsAt: '2026-03-08T14:00:00Z', endsAt: '2026-03-08T16:00:00Z', technician: 'Sam' }
    const booked = (id: string) => lead({ id, stage: 'booked', visit })
    expect(wordsOf([booked('one'), booked('other')], ['urgency'])).toEqual([])
    expect(wordsOf([lead({ stage: 'booked' }), lead({ stage: 'booked', urgency: 'later' })], ['urgency'])).toEqual([''])
  })

  it('are not summarized if the column is hidden', () => {
    expect(wordsOf([lead({}), lead({})], ['urgency'])).toEqual(['Next step: Now'])
  })
})
