import { describe, expect, it } from 'vitest'
import { findUniformColumns } from '../../../components/dashboard/leads/lead-columns.tsx'
import { LEAD_COLUMN_NAMES } from '../../../lib/dashboard/leads/list-state.ts'
import type { LeadRow } from '../../../lib/dashboard/leads/record.ts'

const buildLead = (parts: Partial<LeadRow>) =>
  ({ stage: 'new', urgency: 'now', assigneeId: null, visit: null, ...parts }) as LeadRow

const getSharedValues = (rows: LeadRow[], names = LEAD_COLUMN_NAMES) =>
  findUniformColumns(rows, names, (id) => (id === 'user_sam' ? 'Sam' : undefined)).map(([, value]) => value)

describe('lead columns with one shared value', () => {
  it('are replaced by a single summary', () => {
    expect(getSharedValues([buildLead({ stage: 'new' }), buildLead({ stage: 'won', urgency: 'later' })])).toEqual([
      'Unassigned',
    ])
    expect(getSharedValues([buildLead({ assigneeId: 'user_sam' }), buildLead({ assigneeId: 'user_sam' })])).toEqual([
      'Stage: New',
      'Next step: Now',
      'Assigned to Sam',
    ])
  })

  it('stay visible for a single row or if one row differs', () => {
    expect(getSharedValues([buildLead({})])).toEqual([])
    expect(getSharedValues([])).toEqual([])
    expect(getSharedValues([buildLead({}), buildLead({}), buildLead({ assigneeId: 'user_sam' })])).not.toContain(
      'Unassigned',
    )
  })

  it('omit the urgency of closed leads', () => {
    expect(
      getSharedValues([buildLead({ stage: 'won' }), buildLead({ stage: 'won', urgency: 'later' })], ['urgency']),
    ).toEqual([''])
  })

  it('stay visible if they show the times of visits', () => {
    const visit = { startsAt: '2026-03-08T14:00:00Z', endsAt: '2026-03-08T16:00:00Z', technician: 'Sam' }
    const buildBookedLead = (id: string) => buildLead({ id, stage: 'booked', visit })
    expect(getSharedValues([buildBookedLead('one'), buildBookedLead('other')], ['urgency'])).toEqual([])
    expect(
      getSharedValues([buildLead({ stage: 'booked' }), buildLead({ stage: 'booked', urgency: 'later' })], ['urgency']),
    ).toEqual([''])
  })

  it('are not summarized if the column is hidden', () => {
    expect(getSharedValues([buildLead({}), buildLead({})], ['urgency'])).toEqual(['Next step: Now'])
  })
})
