import { computeEffects } from '../mendoza/encode.ts'
import type { Database, LogEntry } from '../store/database.ts'
import {
  toDraftId,
  isDraftId,
  isVersionId,
  type LakeDocument,
  toPublishedId,
  parseReleaseName,
} from '../store/document.ts'

type TransactionsRequest = {
  ids: string[]
  /** First transaction id, inclusive. An unknown id in `from` or `to` sets no limit. */
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

const MAX_SEQ = Number.MAX_SAFE_INTEGER

export function listTransactions(log: Database, request: TransactionsRequest) {
  const { ids, from, to, fromTime, toTime, authors, newestFirst } = request
  const firstSeq = from ? log.entriesOfTransaction(from)[0]?.seq : undefined
  const lastSeq = to ? log.lastSeqOf(to) : undefined
  // `seqAtTime` includes entries at exactly that time.
  const previousTime = fromTime && new Date(Date.parse(fromTime) - 1).toISOString()
  const entries = log.entriesOfDocuments(ids, {
    from: Math.max(firstSeq ?? 0, previousTime ? log.seqAtTime(previousTime) + 1 : 0),
    to: Math.min(lastSeq ?? MAX_SEQ, toTime ? log.seqAtTime(toTime) : MAX_SEQ),
    newestFirst,
    // A transaction has at most one entry per document, so this limit covers enough transactions.
    limit: authors ? -1 : request.limit * ids.length,
  })
  const transactionIds = new Set(
    entries.filter(({ author }) => !authors || authors.includes(author)).map(({ id }) => id),
  )
  return [...transactionIds]
    .slice(0, request.limit)
    .map((id) => formatTransaction(log.entriesOfTransaction(id), request))
}

function formatTransaction(allEntries: LogEntry[], request: TransactionsRequest) {
  const entries = request.onlyTheseDocuments
    ? allEntries.filter(({ documentId }) => request.ids.includes(documentId))
    : allEntries
  const { id = '', timestamp = '', author = '' } = entries[0] ?? {}
  return {
    id,
    timestamp,
    author,
    documentIDs: entries.map(({ documentId }) => documentId),
    ...(request.includeMutations && {
      mutations: entries.flatMap(({ mutations }) =>
        request.excludeContent ? mutations.map(removeContent) : mutations,
      ),
    }),
    ...(request.includeEffects && {
      effects: Object.fromEntries(
        entries.map((entry) => [entry.documentId, computeEffects(entry.before, entry.after)]),
      ),
    }),
  }
}

function removeContent(mutation: Record<string, unknown>): unknown {
  const strippedEntries = Object.entries(mutation).map(([kind, body]) => {
    const { _id, _type, id } = body as Record<string, unknown>
    return [kind, id === undefined ? { _id, _type } : { id }]
  })
  return Object.fromEntries(strippedEntries)
}

/** Returns the documents after a transaction, at a time, or before deletion. Omits missing documents. */
export function readDocumentsAt(
  log: Database,
  ids: string[],
  { revision, time, lastRevision }: { revision?: string; time?: string; lastRevision?: boolean },
): LakeDocument[] {
  const resolveTimeSeq = (): number =>
    time === undefined ? log.lastSeq() : log.seqAtTime(new Date(time).toISOString())
  const seq = lastRevision ? log.lastSeq() : revision === undefined ? resolveTimeSeq() : log.lastSeqOf(revision)
  if (seq === undefined) return []
  return ids.flatMap((id) => {
    const entry = log.entryAt(id, seq)
    return (lastRevision ? (entry?.after ?? entry?.before) : entry?.after) ?? []
  })
}

const ALL_ENTRIES = { from: 0, to: MAX_SEQ, newestFirst: true, limit: -1 }

type HistoryEvent = { type: string; timestamp: string; author: string; [detail: string]: unknown }

/**
 * Returns the events of a document, newest first. The Studio derives edits of drafts and versions from transactions
 * instead.
 */
export function listDocumentEvents(log: Database, id: string, page: PageRequest) {
  const isVersion = isDraftId(id) || isVersionId(id)
  const entries = log.entriesOfDocuments([id], ALL_ENTRIES)
  const events = entries.flatMap((entry) => (isVersion ? toVersionEvents(entry) : toPublishedEvents(log, entry)))
  return paginate(events, page)
}

function toVersionEvents(entry: LogEntry): HistoryEvent[] {
  const id = entry.documentId
  const version = {
    ...getCommonFields(entry),
    versionId: id,
    ...(isVersionId(id) && { releaseId: parseReleaseName(id) }),
  }
  if (!entry.before) return [{ ...version, type: 'createDocumentVersion', versionRevisionId: entry.id }]
  if (entry.after) return []
  const versionRevisionId = entry.before._rev
  const publishCause = getPublishCause(entry)
  if (publishCause)
    return [{ ...version, type: 'publishDocumentVersion', revisionId: entry.id, versionRevisionId, publishCause }]
  return [{ ...version, type: 'deleteDocumentVersion', versionRevisionId }]
}

function toPublishedEvents(log: Database, entry: LogEntry): HistoryEvent[] {
  const { after, before, documentId, id, actions } = entry
  const draft = toDraftId(documentId)
  const publishCause = getPublishCause(entry)
  if (!after) {
    const isUnpublish = publishCause === 'release.publish' || actions.includes('sanity.action.document.unpublish')
    if (!isUnpublish) return [{ ...getCommonFields(entry), type: 'deleteDocumentGroup' }]
    return [{ ...getCommonFields(entry), type: 'unpublishDocument', versionId: draft, versionRevisionId: id }]
  }
  if (!publishCause) {
    return [{ ...getCommonFields(entry), type: before ? 'updateLiveDocument' : 'createLiveDocument', revisionId: id }]
  }
  const source = log
    .entriesOfTransaction(id)
    .find((candidate) => candidate.documentId !== documentId && toPublishedId(candidate.documentId) === documentId)
  const versionId = source?.documentId ?? draft
  return [
    {
      ...getCommonFields(entry),
      type: 'publishDocumentVersion',
      revisionId: id,
      versionId,
      versionRevisionId: source?.before?._rev ?? id,
      ...(isVersionId(versionId) && { releaseId: parseReleaseName(versionId) }),
      publishCause,
    },
  ]
}

const getCommonFields = ({ timestamp, author, documentId }: LogEntry) => ({
  timestamp,
  author,
  documentId: toPublishedId(documentId),
})

function getPublishCause({ actions }: LogEntry): string | undefined {
  if (actions.includes('sanity.action.document.publish')) return 'document.publish'
  return actions.includes('sanity.action.release.publish') ? 'release.publish' : undefined
}

const EVENT_TYPE_BY_ACTION: Record<string, string> = {
  'sanity.action.release.create': 'createRelease',
  'sanity.action.release.import': 'createRelease',
  'sanity.action.release.schedule': 'scheduleRelease',
  'sanity.action.release.unschedule': 'unscheduleRelease',
  'sanity.action.release.publish': 'publishRelease',
  'sanity.action.release.archive': 'archiveRelease',
  'sanity.action.release.unarchive': 'unarchiveRelease',
}

/** Returns the events of a release and its members, newest first. Excludes metadata edits, as on hosted Sanity. */
export function listReleaseEvents(log: Database, releaseName: string, page: PageRequest) {
  const id = `_.releases.${releaseName}`
  const entries = [...log.entriesOfDocuments([id], ALL_ENTRIES), ...log.entriesOfVersions(releaseName)]
  const newestFirst = entries.toSorted((a, b) => b.seq - a.seq)
  const events = newestFirst.flatMap((entry): HistoryEvent[] => {
    const { timestamp, author, documentId: versionId, after } = entry
    const action = entry.actions.find((name) => EVENT_TYPE_BY_ACTION[name])
    const type = action && EVENT_TYPE_BY_ACTION[action]
    if (versionId === id) {
      const publishAt = type === 'scheduleRelease' ? { publishAt: after?.publishAt } : {}
      return type ? [{ type, timestamp, author, releaseName, ...publishAt }] : []
    }
    // Publishing or archiving also changes members. The event of the release covers these changes.
    if (type) return []
    const member = { timestamp, author, releaseName, documentId: toPublishedId(versionId), versionId }
    const addEvent = { type: 'addDocumentToRelease', revisionId: entry.id, versionRevisionId: entry.id }
    if (!entry.before) return [{ ...member, ...addEvent }]
    return after ? [] : [{ ...member, type: 'discardDocumentFromRelease' }]
  })
  return paginate(events, page)
}

type PageRequest = { limit: number; cursor: string | undefined }

function paginate<T>(events: T[], { limit, cursor }: PageRequest): { events: T[]; nextCursor: string } {
  const start = Number(cursor || 0)
  const from = Number.isInteger(start) && start > 0 ? start : 0
  const page = events.slice(from, from + limit)
  return { events: page, nextCursor: from + page.length < events.length ? String(from + page.length) : '' }
}
