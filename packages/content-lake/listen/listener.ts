import type { LakeUser } from '../access/users.ts'
import { computeEffects } from '../mendoza/encode.ts'
import { getSyncTags } from '../query/evaluate/scope.ts'
import type { DocumentFilter } from '../query/run.ts'
import type { LogEntry } from '../store/database.ts'
import type { Dataset } from '../store/dataset.ts'
import { isDraftId, isPublicId, isVersionId, createRandomId } from '../store/document.ts'
import type { EventStream, Listeners } from './streams.ts'

export type ListenOptions = {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
  enableResume: boolean
  /** Includes drafts and versions. Since API version 2025-02-19, clients must request them. */
  includeAllVersions: boolean
  /** Id of the last received event, in the form `<transaction>#<document>`. */
  lastEventId: string | undefined
}

type Listener = {
  dataset: Dataset
  user: LakeUser | undefined
  matches: DocumentFilter
  options: ListenOptions
  listeners: Listeners
}

/** Maximum number of replayed events. Above it, a refetch costs less than a replay. */
const MAX_REPLAY = 5000

export function startListener(stream: EventStream, listener: Listener): void {
  const { dataset, options, listeners } = listener
  const sendInTurn = (entries: LogEntry[]): void => listeners.runInTurn(() => sendOrFail(stream, listener, entries))
  const greeting = { listenerName: createRandomId() }
  const id = getCurrentEventId(dataset)
  const missedEntries = options.enableResume ? findMissedEntries(dataset, options.lastEventId) : undefined
  if (missedEntries) {
    stream.send({ event: 'welcomeback', data: greeting })
    for (const transaction of groupByTransaction(missedEntries)) sendInTurn(transaction)
  } else if (options.enableResume && options.lastEventId) {
    // The Studio reloads on `reset`, but only `welcome` and `welcomeback` mark the connection as restored.
    stream.send({ event: 'reset', id, data: {} })
    stream.send({ event: 'welcomeback', id, data: greeting })
  } else stream.send({ event: 'welcome', id: options.enableResume ? id : undefined, data: greeting })
  stream.disconnectOn(dataset.deletionSignal, 'Dataset was deleted')
  stream.onClose(dataset.subscribe(({ entries }) => sendInTurn(entries)))
}

/** Sends matching events. Ends the listener if its filter takes too long. */
function sendOrFail(stream: EventStream, listener: Listener, entries: LogEntry[]): void {
  if (stream.isClosed) return
  try {
    const matching = entries.flatMap((entry) => findMatch(listener, entry))
    for (const [position, match] of matching.entries()) {
      const data = buildMutationEvent(match, listener.options, position, matching.length)
      stream.send({ event: 'mutation', id: formatEventId(match.entry), data })
    }
  } catch (error) {
    const description = error instanceof Error ? error.message : 'The filter could not be evaluated'
    stream.send({ event: 'channelError', data: { error: { type: 'queryEvaluationError', description } } })
    stream.close()
  }
}

const formatEventId = ({ id, documentId }: LogEntry): string => `${id}#${documentId}`

function getCurrentEventId(dataset: Dataset): string | undefined {
  const last = dataset.log.entriesAfter(dataset.log.lastSeq() - 1, 1)[0]
  return last && formatEventId(last)
}

function findMissedEntries(dataset: Dataset, lastEventId: string | undefined): LogEntry[] | undefined {
  const [, transactionId, documentId] = /^([^#]+)#(.+)$/.exec(lastEventId ?? '') ?? []
  if (!transactionId || !documentId) return undefined
  return readEntriesSince(dataset, dataset.log.seqOf(transactionId, documentId), MAX_REPLAY)
}

function readEntriesSince({ log }: Dataset, seq: number | undefined, limit: number): LogEntry[] | undefined {
  if (seq === undefined) return undefined
  const entries = log.entriesAfter(seq, limit + 1)
  return entries.length > limit ? undefined : entries
}

function groupByTransaction(entries: LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group?.[0]?.id === entry.id) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

type Match = { entry: LogEntry; transition: 'appear' | 'update' | 'disappear' }

function findMatch({ dataset, user, matches, options }: Listener, entry: LogEntry): Match[] {
  if (!user && !isPublicId(entry.documentId)) return []
  if (!options.includeAllVersions && (isDraftId(entry.documentId) || isVersionId(entry.documentId))) return []
  const context = { snapshot: dataset.snapshot(), identity: user?.id }
  const matchedBefore = entry.before !== undefined && matches(entry.before, context)
  const matchesAfter = entry.after !== undefined && matches(entry.after, context)
  if (!matchedBefore && !matchesAfter) return []
  return [{ entry, transition: matchedBefore && matchesAfter ? 'update' : matchesAfter ? 'appear' : 'disappear' }]
}

function buildMutationEvent({ entry, transition }: Match, options: ListenOptions, position: number, total: number) {
  const { id, documentId, author, mutations, before, after, timestamp } = entry
  return {
    eventId: formatEventId(entry),
    documentId,
    transactionId: id,
    transition,
    identity: author,
    mutations: options.includeMutations ? mutations : [],
    ...(options.includeEffects && { effects: computeEffects(before, after) }),
    ...(before && { previousRev: before._rev }),
    resultRev: id,
    ...(options.includeResult && after && { result: after }),
    ...(options.includePreviousRevision && { previous: before ?? null }),
    timestamp,
    visibility: 'query',
    transactionTotalEvents: total,
    transactionCurrentEvent: position,
  }
}

type LiveOptions = { includeDrafts: boolean; lastEventId: string | undefined }

const MAX_LIVE_REPLAY = 1000

/**
 * Sends `message {tags}` per visible transaction. Replays events after a known `lastEventId` and sends `restart` for an
 * unknown one.
 */
export function startLiveStream(stream: EventStream, dataset: Dataset, options: LiveOptions): void {
  const send = (entries: LogEntry[]): void => {
    const tags = listSyncTags(entries, options.includeDrafts)
    if (tags.length > 0) stream.send({ event: 'message', id: entries[0]?.id, data: { tags } })
  }
  const latestId = dataset.log.entriesAfter(dataset.log.lastSeq() - 1, 1)[0]?.id
  stream.send({ event: 'welcome', id: options.lastEventId ?? latestId, data: {} })
  if (options.lastEventId !== undefined) {
    const missedEntries = readEntriesSince(dataset, dataset.log.lastSeqOf(options.lastEventId), MAX_LIVE_REPLAY)
    if (missedEntries) groupByTransaction(missedEntries).forEach(send)
    else stream.send({ event: 'restart', id: latestId ?? 'start', data: {} })
  }
  stream.disconnectOn(dataset.deletionSignal, 'Dataset was deleted')
  stream.onClose(dataset.subscribe(({ entries }) => send(entries)))
}

/**
 * Sends only welcome to clients without access, like hosted Sanity. Clients send a token only when they request drafts.
 */
export function startIdleStream(stream: EventStream, dataset: Dataset): void {
  stream.send({ event: 'welcome', data: {} })
  stream.disconnectOn(dataset.deletionSignal, 'Dataset was deleted')
}

function listSyncTags(entries: LogEntry[], includeDrafts: boolean): string[] {
  const visible = entries.filter(({ documentId }) => includeDrafts || isPublicId(documentId))
  // Delete and create in one transaction can change the type, so both states add their tags.
  const states = visible.flatMap(({ before, after }) => [before, after].filter((state) => state !== undefined))
  return [...new Set(states.flatMap((state) => getSyncTags(state)))]
}
