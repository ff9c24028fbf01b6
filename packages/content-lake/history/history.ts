import { effectsOf } from '../mendoza/encode.ts'
import type { Database, LogEntry } from '../store/database.ts'
import { draftId, isDraftId, isVersionId, type LakeDocument, publishedId, releaseOf } from '../store/document.ts'

type TransactionsRequest = {
  ids: string[]
  /** First transaction id, inclusive. An unknown id sets no limit, also in `to`. */
  from?: string
  to?: string
  fromTime?: string
  toTime?: string
  authors?: string[]
  newestFirst: boolean
  limit: number
  includeMutations: boolean
  excludeContent: boolean
  includeEffects: boolean
  onlyTheseDocuments: boolean
}

const END = Number.MAX_SAFE_INTEGER

export function transactionsOf(log: Database, request: TransactionsRequest) {
  const { ids, from, to, fromTime, toTime, authors, newestFirst } = request
  const firstSeq = from ? log.entriesOfTransaction(from)[0]?.seq : undefined
  const lastSeq = to ? log.lastSeqOf(to) : undefined
  // `seqAtTime` includes entries at exactly that time.
  const justBefore = fromTime && new Date(Date.parse(fromTime) - 1).toISOString()
  const entries = log.entriesOfDocuments(ids, {
    from: Math.max(firstSeq ?? 0, justBefore ? log.seqAtTime(justBefore) + 1 : 0),
    to: Math.min(lastSeq ?? END, toTime ? log.seqAtTime(toTime) : END),
    newestFirst,
    // A transaction has at most one entry per document, so this limit covers enough transactions.
    limit: authors ? -1 : request.limit * ids.length,
  })
  const found = new Set(entries.filter(({ author }) => !authors || authors.includes(author)).map(({ id }) => id))
  return [...found].slice(0, request.limit).map((id) => describe(log.entriesOfTransaction(id), request))
}

function describe(all: LogEntry[], request: TransactionsRequest) {
  const entries = request.onlyTheseDocuments ? all.filter(({ documentId }) => request.ids.includes(documentId)) : all
  const { id = '', timestamp = '', author = '' } = entries[0] ?? {}
  return {
    id,
    timestamp,
    author,
    documentIDs: entries.map(({ documentId }) => documentId),
    ...(request.includeMutations && {
      mutations: entries.flatMap(({ mutations }) =>
        request.excludeContent ? mutations.map(withoutContent) : mutations,
      ),
    }),
    ...(request.includeEffects && {
      effects: Object.fromEntries(entries.map((entry) => [entry.documentId, effectsOf(entry.before, entry.after)])),
    }),
  }
}

function withoutContent(mutation: Record<string, unknown>): unknown {
  const kept = Object.entries(mutation).map(([kind, body]) => {
    const { _id, _type, id } = body as Record<string, unknown>
    return [kind, id === undefined ? { _id, _type } : { id }]
  })
  return Object.fromEntries(kept)
}

/** Returns the documents after a transaction, at a time, or before deletion. Omits missing documents. */
export function documentsAt(
  log: Database,
  ids: string[],
  { revision, time, lastRevision }: { revision?: string; time?: string; lastRevision?: boolean },
): LakeDocument[] {
  const atTime = (): number => (time === undefined ? log.lastSeq() : log.seqAtTime(new Date(time).toISOString()))
  const seq = lastRevision ? log.lastSeq() : revision === undefined ? atTime() : log.lastSeqOf(revision)
  if (seq === undefined) return []
  return ids.flatMap((id) => {
    const entry = log.entryAt(id, seq)
    return (lastRevision ? (entry?.after ?? entry?.before) : entry?.after) ?? []
  })
}

const ALL = { from: 0, to: END, newestFirst: true, limit: -1 }

type HistoryEvent = { type: string; timestamp: string; author: string; [detail: string]: unknown }

/**
 * Returns the events of a document, newest first. The Studio derives edits of drafts and versions from transactions
 * instead.
 */
export function documentEvents(log: Database, id: string, page: PageRequest) {
  const isVersion = isDraftId(id) || isVersionId(id)
  const entries = log.entriesOfDocuments([id], ALL)
  const events = entries.flatMap((entry) => (isVersion ? versionEvent(entry) : publishedEvent(log, entry)))
  return pageOf(events, page)
}

function versionEvent(entry: LogEntry): HistoryEvent[] {
  const id = entry.documentId
  const version = { ...common(entry), versionId: id, ...(isVersionId(id) && { releaseId: releaseOf(id) }) }
  if (!entry.before) return [{ ...version, type: 'createDocumentVersion', versionRevisionId: entry.id }]
  if (entry.after) return []
  const versionRevisionId = entry.before._rev
  const publishCause = publishCauseOf(entry)
  if (publishCause)
    return [{ ...version, type: 'publishDocumentVersion', revisionId: entry.id, versionRevisionId, publishCause }]
  return [{ ...version, type: 'deleteDocumentVersion', versionRevisionId }]
}

function publishedEvent(log: Database, entry: LogEntry): HistoryEvent[] {
  const { after, before, documentId, id, actions } = entry
  const draft = draftId(documentId)
  const publishCause = publishCauseOf(entry)
  if (!after) {
    const isUnpublish = publishCause === 'release.publish' || actions.includes('sanity.action.document.unpublish')
    if (!isUnpublish) return [{ ...common(entry), type: 'deleteDocumentGroup' }]
    return [{ ...common(entry), type: 'unpublishDocument', versionId: draft, versionRevisionId: id }]
  }
  if (!publishCause) {
    return [{ ...common(entry), type: before ? 'updateLiveDocument' : 'createLiveDocument', revisionId: id }]
  }
  const source = log
    .entriesOfTransaction(id)
    .find((other) => other.documentId !== documentId && publishedId(other.documentId) === documentId)
  const versionId = source?.documentId ?? draft
  return [
    {
      ...common(entry),
      type: 'publishDocumentVersion',
      revisionId: id,
      versionId,
      versionRevisionId: source?.before?._rev ?? id,
      ...(isVersionId(versionId) && { releaseId: releaseOf(versionId) }),
      publishCause,
    },
  ]
}

const common = ({ timestamp, author, documentId }: LogEntry) => ({
  timestamp,
  author,
  documentId: publishedId(documentId),
})

function publishCauseOf({ actions }: LogEntry): string | undefined {
  if (actions.includes('sanity.action.document.publish')) return 'document.publish'
  return actions.includes('sanity.action.release.publish') ? 'release.publish' : undefined
}

const BY_ACTION: Record<string, string> = {
  'sanity.action.release.create': 'createRelease',
  'sanity.action.release.import': 'createRelease',
  'sanity.action.release.schedule': 'scheduleRelease',
  'sanity.action.release.unschedule': 'unscheduleRelease',
  'sanity.action.release.publish': 'publishRelease',
  'sanity.action.release.archive': 'archiveRelease',
  'sanity.action.release.unarchive': 'unarchiveRelease',
}

/** Returns the events of a release and its members, newest first. Excludes metadata edits, as on hosted Sanity. */
export function releaseEvents(log: Database, releaseName: string, page: PageRequest) {
  const id = `_.releases.${releaseName}`
  const entries = [...log.entriesOfDocuments([id], ALL), ...log.entriesOfVersions(releaseName)]
  const newestFirst = entries.toSorted((a, b) => b.seq - a.seq)
  const events = newestFirst.flatMap((entry): HistoryEvent[] => {
    const { timestamp, author, documentId: versionId, after } = entry
    const action = entry.actions.find((name) => BY_ACTION[name])
    const type = action && BY_ACTION[action]
    if (versionId === id) {
      const publishAt = type === 'scheduleRelease' ? { publishAt: after?.publishAt } : {}
      return type ? [{ type, timestamp, author, releaseName, ...publishAt }] : []
    }
    // Publishing or archiving also changes members. The event of the release covers these changes.
    if (type) return []
    const member = { timestamp, author, releaseName, documentId: publishedId(versionId), versionId }
    const added = { type: 'addDocumentToRelease', revisionId: entry.id, versionRevisionId: entry.id }
    if (!entry.before) return [{ ...member, ...added }]
    return after ? [] : [{ ...member, type: 'discardDocumentFromRelease' }]
  })
  return pageOf(events, page)
}

type PageRequest = { limit: number; cursor: string | undefined }

function pageOf<T>(events: T[], { limit, cursor }: PageRequest): { events: T[]; nextCursor: string } {
  const start = Number(cursor || 0)
  const from = Number.isInteger(start) && start > 0 ? start : 0
  const page = events.slice(from, from + limit)
  return { events: page, nextCursor: from + page.length < events.length ? String(from + page.length) : '' }
}
