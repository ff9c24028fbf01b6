import { describe, expect, it } from 'vitest'
import { findUniformColumns } from '../../../components/dashboard/leads/lead-columns.tsx'
import { LEAD_COLUMN_NAMES } from '../../../lib/dashboard/leads/list-state.ts'
import type { LeadRow } from '../../../lib/dashboard/leads/record.ts'

const lead = (parts: Partial<LeadRow>) =>
  ({ stage: 'new', urgency: 'now', assigneeId: null, visit: null, ...parts }) as LeadRow

const getSharedValues = (rows: LeadRow[], names = LEAD_COLUMN_NAMES) =>
  findUniformColumns(rows, names, (id) => (id === 'user_sam' ? 'Sam' : undefined)).map(([, words]) => words)

describe('lead columns with one shared value', () => {
  it('are replaced by a single summary', () => {
    expect(getSharedValues([lead({ stage: 'new' }), lead({ stage: 'won', urgency: 'later' })])).toEqual(['Unassigned'])
    expect(getSharedValues([lead({ assigneeId: 'user_sam' }), lead({ assigneeId: 'user_sam' })])).toEqual([
      'Stage: New',
      'Next step: Now',
      'Assigned to Sam',
    ])
  })

  it('stay visible for a single row or if one row differs', () => {
    expect(getSharedValues([lead({})])).toEqual([])
    expect(getSharedValues([])).toEqual([])
    expect(getSharedValues([lead({}), lead({}), lead({ assigneeId: 'user_sam' })])).not.toContain('Unassigned')
  })

  it('omit the urgency of closed leads', () => {
    expect(getSharedValues([lead({ stage: 'won' }), lead({ stage: 'won', urgency: 'later' })], ['urgency'])).toEqual([
      '',
    ])
  })

  it('stay visible if they show visits', () => {
    const visit = { startsAt: '2026-03-08T14:00:00Z', endsAt: '2026-03-08T16:00:00Z', technician: 'Sam' }
    const buildBookedLead = (id: string) => lead({ id, stage: 'booked', visit })
    expect(getSharedValues([buildBookedLead('one'), buildBookedLead('other')], ['urgency'])).toEqual([])
    expect(
      getSharedValues([lead({ stage: 'booked' }), lead({ stage: 'booked', urgency: 'later' })], ['urgency']),
    ).toEqual([''])
  })

  it('are not summarized if the column is hidden', () => {
    expect(getSharedValues([lead({}), lead({})], ['urgency'])).toEqual(['Next step: Now'])
  })
})
