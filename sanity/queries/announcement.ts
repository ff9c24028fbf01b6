import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import type * as results from '../types.ts'
import { LINK } from '../fragments.ts'

const MAX_ANNOUNCEMENTS = 24

export const ANNOUNCEMENTS_QUERY = defineQuery(`*[
  _type == "announcement" && defined(text) && (!defined(end) || dateTime(end) > dateTime(now()))
] | order(coalesce(start, _createdAt) desc)[0...$limit]{ _id, text, start, end, link{ ${LINK} } }`)

type Announcement = results.ANNOUNCEMENTS_QUERY_RESULT[number]

/** Returns start and end in milliseconds since 1970. Unset times become infinite. */
const parseTimes = ({ start, end }: Pick<Announcement, 'start' | 'end'>) => ({
  begins: start ? Date.parse(start) : Number.NEGATIVE_INFINITY,
  ends: end ? Date.parse(end) : Number.POSITIVE_INFINITY,
})

/** Returns the running announcement that started last. Relies on the query's order. */
export const findRunningAnnouncement = (announcements: Announcement[], now: number): Announcement | null =>
  announcements.find((announcement) => {
    const { begins, ends } = parseTimes(announcement)
    return begins <= now && now < ends
  }) ?? null

/** Returns the time of the next start or end in milliseconds since 1970, or undefined if there is none. */
export function findNextAnnouncementChange(announcements: Announcement[], now: number): number | undefined {
  const changes = announcements
    .map(parseTimes)
    .flatMap(({ begins, ends }) => [begins, ends])
    .filter((time) => Number.isFinite(time) && time > now)
  return changes.length > 0 ? Math.min(...changes) : undefined
}

export const announcementsRead: Read<results.ANNOUNCEMENTS_QUERY_RESULT> = {
  query: ANNOUNCEMENTS_QUERY,
  params: { limit: MAX_ANNOUNCEMENTS },
  getChangeTime: findNextAnnouncementChange,
}
