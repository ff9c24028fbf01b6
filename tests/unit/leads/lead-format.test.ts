import { describe, expect, it } from 'vitest'
import {
  formatActor,
  formatBriefDay,
  describeDifferences,
  describeEvent,
  getStageTone,
  getUrgencyTone,
} from '../../../components/dashboard/leads/lead-format.ts'
import { STAGE_NAMES, URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import type { LeadRecord, TimelineEntry } from '../../../lib/dashboard/leads/record.ts'

const LEAD: LeadRecord = {
  id: '6f1f4d0e-3a63-4b53-9c3b-0c9c6a0d1f11',
  callId: null,
  name: 'Ada',
  phone: null,
  email: null,
  address: null,
  zip: null,
  problem: 'No heat',
  safety: null,
  system: null,
  urgency: 'soon',
  stage: 'new',
  source: 'call',
  assigneeId: null,
  isTest: false,
  version: 1,
  createdAt: '2026-03-08T12:00:00.000Z',
  updatedAt: '2026-03-08T12:00:00.000Z',
}

const getMemberName = (id: string) => ({ user_ben: 'Ben Brandt', user_me: 'you' })[id]

type EventEntry = Extract<TimelineEntry, { kind: 'event' }>

const buildEvent = (action: EventEntry['action'], details: EventEntry['details'] = null): EventEntry => ({
  kind: 'event',
  id: LEAD.id,
  at: LEAD.createdAt,
  actorKind: 'person',
  actorId: 'user_ben',
  action,
  details,
})

describe('lead badge colors', () => {
  it('highlight urgent leads and give each stage a distinct look', () => {
    expect(URGENCY_NAMES.filter((urgency) => getUrgencyTone({ urgency }) === 'primary')).toEqual(['now'])
    expect(STAGE_NAMES.map(getStageTone)).toEqual(['primary', 'quiet', 'accent', 'solid', 'plain'])
  })
})

describe('lead history', () => {
  it.each([
    [buildEvent('lead.updated', { fields: ['stage'], from: 'new', to: 'won' }), 'moved it from New to Won'],
    [buildEvent('lead.updated', { fields: ['phone', 'zip'] }), 'changed the phone number and the ZIP code'],
    [
      buildEvent('lead.updated', { fields: ['stage', 'urgency'], from: 'new', to: 'won' }),
      'moved it from New to Won and changed the urgency',
    ],
    [buildEvent('lead.updated'), 'edited a lead'],
    [buildEvent('lead.assigned', { to: 'person' }), 'assigned it'],
    [buildEvent('lead.assigned', { to: 'nobody' }), 'unassigned it'],
    [buildEvent('lead.created'), 'added it'],
  ])('describes the action of each event', (entry, expected) => expect(describeEvent(entry)).toBe(expected))

  it('names the actor, including former members and members whose names are still loading', () => {
    expect(formatActor(buildEvent('lead.created'), getMemberName)).toBe('Ben Brandt')
    expect(formatActor({ actorKind: 'person', actorId: 'user_me' }, getMemberName)).toBe('You')
    expect(formatActor({ actorKind: 'person', actorId: null }, getMemberName)).toBe('A former member')
    expect(formatActor({ actorKind: 'person', actorId: 'user_new' }, getMemberName)).toBe('Someone')
    expect(formatActor({ actorKind: 'assistant', actorId: null }, getMemberName)).toBe('The assistant')
  })
})

describe('conflict message', () => {
  it('lists the changed fields', () => {
    const now: LeadRecord = { ...LEAD, stage: 'won', assigneeId: 'user_ben', phone: '+12125550142', version: 4 }
    expect(describeDifferences(LEAD, now, getMemberName)).toBe(
      'The stage is now Won. It is now assigned to Ben Brandt. Also changed: the phone number.',
    )
    expect(describeDifferences({ ...LEAD, assigneeId: 'user_ben' }, LEAD, getMemberName)).toBe('It is now unassigned.')
  })

  it('is absent if only the version differs', () => {
    expect(describeDifferences(LEAD, { ...LEAD, version: 9 }, getMemberName)).toBeUndefined()
  })
})

describe('lead date', () => {
  it('uses the business time zone', () => {
    const at = '2026-03-08T04:30:00.000Z'
    expect(formatBriefDay(at, '2026-03-07', 'America/New_York')).toBe('Today')
    expect(formatBriefDay(at, '2026-03-09', 'America/New_York')).toBe('Sat, Mar 7')
    expect(formatBriefDay(at, '2027-01-01', 'UTC')).toBe('Mar 8, 2026')
  })
})
