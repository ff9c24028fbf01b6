import { effectsOf, type Effects } from '../mendoza/effects.ts'
import type { Database, LogEntry } from '../store/database.ts'

/** Options of GET /data/history/:dataset/transactions/:ids, as the Studio sends them. */
type TransactionsRequest = {
  ids: string[]
  /** Transaction ids; both ends are part of the answer. */
  from?: string
  to?: string
  /** ISO 8601. */
  fromTime?: string
  toTime?: string
  authors?: string[]
  newestFirst: boolean
  limit: number
  includeMutations: boolean
  /** Mutations without what they write: only their kind and document. */
  excludeContent: boolean
  includeEffects: boolean
  /** Leave out the other documents of each transaction. */
  onlyTheseDocuments: boolean
}

type HistoryTransaction = {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  mutations?: unknown[]
  effects?: Record<string, Effects>
}

/** The transactions that touched the documents, oldest first unless `newestFirst`. An unknown `from` or `to` does not limit. */
export function transactionsOf(log: Database, request: TransactionsRequest): HistoryTransaction[] {
  const from = Math.max(firstSeq(log, request.from), request.fromTime ? log.seqAtTime(before(request.fromTime)) + 1 : 0)
  const to = Math.min(
    lastSeq(log, request.to),
    request.toTime ? log.seqAtTime(request.toTime) : Number.MAX_SAFE_INTEGER,
  )
  // A transaction has at most one entry per document, so this many entries hold enough transactions.
  const limit = request.limit * request.ids.length
  const range = { from, to, newestFirst: request.newestFirst, limit: request.authors ? -1 : limit }
  const ids = new Set(
    log
      .entriesOfDocuments(request.ids, range)
      .filter(byAuthor(request.authors))
      .map(({ id }) => id),
  )
  return [...ids].slice(0, request.limit).map((id) => describe(log.entriesOfTransaction(id), request))
}

function describe(all: LogEntry[], request: TransactionsRequest): HistoryTransaction {
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

function firstSeq(log: Database, transactionId: string | undefined): number {
  const first = transactionId ? log.entriesOfTransaction(transactionId)[0] : undefined
  return first?.seq ?? 0
}

function lastSeq(log: Database, transactionId: string | undefined): number {
  return (transactionId ? log.lastSeqOf(transactionId) : undefined) ?? Number.MAX_SAFE_INTEGER
}

const byAuthor = (authors: string[] | undefined) => (entry: LogEntry) => !authors || authors.includes(entry.author)

/** The instant just before `timestamp`, because `seqAtTime` includes its own. */
const before = (timestamp: string): string => new Date(Date.parse(timestamp) - 1).toISOString()
