import { buildStorableTextSchema } from '../../values/fields.ts'
import { z } from '../../values/zod.ts'

/** A feed. Excludes its secret URL. */
export const feedRecord = z.object({
  id: z.uuid().describe('ID of the feed'),
  name: z.string().describe('Name, such as the technician’s phone'),
  createdById: z.string().nullable().describe('ID of the creator; null if the user was deleted'),
  createdAt: z.iso.datetime().describe('When it was created, in UTC'),
  lastUsedAt: z.iso.datetime().nullable().describe('When a calendar app last read it, to the minute'),
})

export const listedFeed = feedRecord.extend({ mayRevoke: z.boolean() })

export type ListedFeed = z.infer<typeof listedFeed>

export type FeedRecord = z.infer<typeof feedRecord>

export const feedInput = z.strictObject({
  name: buildStorableTextSchema(80, 'Give it a name, such as Office calendar').describe(
    'Name that identifies the link when someone revokes it',
  ),
})

export type FeedInput = z.input<typeof feedInput>

export const MAX_FEEDS = 50

/** Path prefix of feed URLs. The secret and `.ics` follow. */
export const CALENDAR_PATH = '/api/calendar'
