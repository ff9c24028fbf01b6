import type { Database, LogEntry } from '../store/database.ts'
import { draftId, isDraftId, isVersionId, publishedId, releaseOf } from '../store/ids.ts'
import { pageOf, type PageRequest } from './page.ts'

/** What happened to a document or one of its versions, in the terms of the Studio's `DocumentGroupEvent`. */
type DocumentEvent = {
  type: string
  timestamp: string
  author: string
  documentId: string
  [detail: string]: unknown
}

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER, newestFirst: true, limit: -1 }

/**
 * Events of one id, newest first. Edits of drafts and versions are not among them: the Studio works those out from the
 * transactions.
 */
export function documentEvents(
  log: Database,
  id: string,
  page: PageRequest,
): { events: DocumentEvent[]; nextCursor: string } {
  const isVersion = isDraftId(id) || isVersionId(id)
  const events = log
    .entriesOfDocuments([id], ALL)
    .flatMap((entry) => (isVersion ? versionEvent(entry) : publishedEvent(log, entry)))
  return pageOf(events, page)
}

function versionEvent(entry: LogEntry): DocumentEvent[] {
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

function publishedEvent(log: Database, entry: LogEntry): DocumentEvent[] {
  const { after, before, documentId } = entry
  const draft = draftId(documentId)
  if (!after) {
    if (!isUnpublish(entry)) return [{ ...common(entry), type: 'deleteDocumentGroup' }]
    return [{ ...common(entry), type: 'unpublishDocument', versionId: draft, versionRevisionId: entry.id }]
  }
  const publishCause = publishCauseOf(entry)
  if (!publishCause) {
    return [{ ...common(entry), type: before ? 'updateLiveDocument' : 'createLiveDocument', revisionId: entry.id }]
  }
  const source = log
    .entriesOfTransaction(entry.id)
    .find((other) => other.documentId !== documentId && publishedId(other.documentId) === documentId)
  const versionId = source?.documentId ?? draft
  return [
    {
      ...common(entry),
      type: 'publishDocumentVersion',
      revisionId: entry.id,
      versionId,
      versionRevisionId: source?.before?._rev ?? entry.id,
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

const isUnpublish = ({ actions }: LogEntry): boolean =>
  actions.some((action) => action === 'sanity.action.document.unpublish' || action === 'sanity.action.release.publish')
