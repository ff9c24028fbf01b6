import { storableText } from '../fields.ts'
import { z } from '../zod.ts'

/** A secret address at which calendar programs read the appointments, without the address. */
export const feedRecord = z.object({
  id: z.uuid().describe('Id of the feed'),
  name: z.string().describe('What it is for, such as the phone of a technician'),
  createdById: z.string().nullable().describe('Id of who made it; null once that person has been deleted'),
  createdAt: z.iso.datetime().describe('When it was made, in UTC'),
  lastUsedAt: z.iso.datetime().nullable().describe('When a calendar program read it last, give or take a minute'),
})

/** A feed in the list of somebody, and whether they may revoke it. */
export const listedFeed = feedRecord.extend({ mayRevoke: z.boolean() })

export type ListedFeed = z.infer<typeof listedFeed>

export type FeedRecord = z.infer<typeof feedRecord>

/** A new feed. */
export const feedInput = z.strictObject({
  name: storableText(80, 'Give it a name, such as Office calendar').describe(
    'What it is for, so that people know which one to revoke',
  ),
})

export type FeedInput = z.input<typeof feedInput>

/** Addresses of one organization that work at a time. */
export const MAX_FEEDS = 50

/** Where calendar programs read; the secret and `.ics` follow. */
export const CALENDAR_PATH = '/api/calendar'
