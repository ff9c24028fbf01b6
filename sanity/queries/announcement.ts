import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import type { ANNOUNCEMENTS_QUERY_RESULT } from '../types.ts'
import { LINK } from './fragments.ts'

/** Announcements that run or are planned; further ones would begin before all of these. */
const MAX_ANNOUNCEMENTS = 24

export const ANNOUNCEMENTS_QUERY = defineQuery(`*[
  _type == "announcement" && defined(text) && (!defined(end) || dateTime(end) > dateTime(now()))
] | order(coalesce(start, _createdAt) desc)[0...$limit]{ _id, text, start, end, link{ ${LINK} } }`)

type Announcement = ANNOUNCEMENTS_QUERY_RESULT[number]

/** Milliseconds since 1970 at which an announcement begins and ends; without bounds where its editor set none. */
const timesOf = ({ start, end }: Pick<Announcement, 'start' | 'end'>) => ({
  begins: start ? Date.parse(start) : Number.NEGATIVE_INFINITY,
  ends: end ? Date.parse(end) : Number.POSITIVE_INFINITY,
})

/**
 * The announcement that visitors see at a time, or null: of those that run, the one that began last.
 * @param announcements in the order of the query
 */
export const runningAnnouncement = (announcements: Announcement[], now: number): Announcement | null =>
  announcements.find((announcement) => {
    const { begins, ends } = timesOf(announcement)
    return begins <= now && now < ends
  }) ?? null

/** When, after a time, an announcement begins or ends next, in milliseconds since 1970; undefined when none does. */
export function nextAnnouncementChange(announcements: Announcement[], now: number): number | undefined {
  const changes = announcements
    .map(timesOf)
    .flatMap(({ begins, ends }) => [begins, ends])
    .filter((time) => Number.isFinite(time) && time > now)
  return changes.length > 0 ? Math.min(...changes) : undefined
}

/** What runs or is planned. */
export const announcementsRead: Read<ANNOUNCEMENTS_QUERY_RESULT> = {
  query: ANNOUNCEMENTS_QUERY,
  params: { limit: MAX_ANNOUNCEMENTS },
  shape: z.array(z.looseObject({ _id: z.string() })),
  changesAt: nextAnnouncementChange,
}
