import type { Database } from '../store/database.ts'
import type { LakeDocument } from '../store/document.ts'

type RevisionRequest = { revision?: string; time?: string; lastRevision?: boolean }

/**
 * The documents as they were after a transaction, at a time (ISO 8601), or in their last state before deletion. Documents that did
 * not exist then, or an unknown revision, are left out.
 */
export function documentsAt(log: Database, ids: string[], request: RevisionRequest): LakeDocument[] {
  const seq = positionOf(log, request)
  if (seq === undefined) return []
  return ids.flatMap((id) => {
    const entry = log.entryAt(id, seq)
    return (request.lastRevision ? (entry?.after ?? entry?.before) : entry?.after) ?? []
  })
}

function positionOf(log: Database, { revision, time, lastRevision }: RevisionRequest): number | undefined {
  if (lastRevision) return log.lastSeq()
  if (revision !== undefined) return log.lastSeqOf(revision)
  return time === undefined ? log.lastSeq() : log.seqAtTime(new Date(time).toISOString())
}
