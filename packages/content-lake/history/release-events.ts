import type { Database, LogEntry } from '../store/database.ts'
import { publishedId } from '../store/ids.ts'
import { pageOf, type PageRequest } from './page.ts'

/** What happened to a release, in the terms of the Studio's `ReleaseEvent`. */
type ReleaseEvent = {
  type: string
  timestamp: string
  author: string
  releaseName: string
  [detail: string]: unknown
}

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER, newestFirst: true, limit: -1 }

const BY_ACTION: Record<string, string> = {
  'sanity.action.release.create': 'createRelease',
  'sanity.action.release.import': 'createRelease',
  'sanity.action.release.schedule': 'scheduleRelease',
  'sanity.action.release.unschedule': 'unscheduleRelease',
  'sanity.action.release.publish': 'publishRelease',
  'sanity.action.release.archive': 'archiveRelease',
  'sanity.action.release.unarchive': 'unarchiveRelease',
}

/** Events of a release and of its members, newest first. Edits of its metadata are not among them, as on hosted Sanity. */
export function releaseEvents(
  log: Database,
  name: string,
  page: PageRequest,
): { events: ReleaseEvent[]; nextCursor: string } {
  const id = `_.releases.${name}`
  const entries = [...log.entriesOfDocuments([id], ALL), ...log.entriesOfVersions(name)].toSorted(
    (a, b) => b.seq - a.seq,
  )
  const events = entries.flatMap((entry) =>
    entry.documentId === id ? releaseEvent(entry, name) : memberEvent(entry, name),
  )
  return pageOf(events, page)
}

function releaseEvent(entry: LogEntry, releaseName: string): ReleaseEvent[] {
  const action = entry.actions.find((name) => BY_ACTION[name])
  const type = action && BY_ACTION[action]
  if (!type) return []
  const publishAt = type === 'scheduleRelease' ? { publishAt: entry.after?.publishAt } : {}
  return [{ type, timestamp: entry.timestamp, author: entry.author, releaseName, ...publishAt }]
}

/** Members that come and go with the release itself (publish, archive) are part of that event. */
function memberEvent(entry: LogEntry, releaseName: string): ReleaseEvent[] {
  if (entry.actions.some((name) => BY_ACTION[name])) return []
  const { timestamp, author, documentId: versionId, id } = entry
  const member = { timestamp, author, releaseName, documentId: publishedId(versionId), versionId }
  if (!entry.before) return [{ ...member, type: 'addDocumentToRelease', revisionId: id, versionRevisionId: id }]
  return entry.after ? [] : [{ ...member, type: 'discardDocumentFromRelease' }]
}
