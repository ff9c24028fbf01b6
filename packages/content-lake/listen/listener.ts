import type { LakeUser } from '../access/users.ts'
import { effectsOf } from '../mendoza/effects.ts'
import type { DocumentFilter } from '../query/index.ts'
import type { LogEntry } from '../store/database.ts'
import type { Dataset } from '../store/dataset.ts'
import { isDraftId, isPublicId, isVersionId, randomId } from '../store/ids.ts'
import type { EventStream } from './event-stream.ts'
import type { Listeners } from './listeners.ts'

/** Options of GET /data/listen, with hosted Sanity's defaults applied. */
export type ListenOptions = {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
  enableResume: boolean
  /** Drafts and versions too; from API version 2025-02-19 on only on request. */
  includeAllVersions: boolean
  /** `<transaction>#<document>` of the last event a reconnecting client saw. */
  lastEventId: string | undefined
}

type Listener = {
  dataset: Dataset
  user: LakeUser | undefined
  matches: DocumentFilter
  options: ListenOptions
  listeners: Listeners
}

/** Missing more than this, a client is better off reading the present state. */
const MAX_REPLAY = 5000

/** Greets the client, replays what it missed when it resumes, and sends every matching change from then on. */
export function startListener(stream: EventStream, listener: Listener): void {
  const { dataset, options, listeners } = listener
  const tell = (entries: LogEntry[]): void => listeners.inTurn(() => sendOrFail(stream, listener, entries))
  const greeting = { listenerName: randomId() }
  const id = currentEventId(dataset)
  const missed = options.enableResume ? missedEntries(dataset, options.lastEventId) : undefined
  if (missed) {
    stream.send({ event: 'welcomeback', data: greeting })
    for (const transaction of byTransaction(missed)) tell(transaction)
  } else if (options.enableResume && options.lastEventId) {
    // The Studio reloads on `reset`, but only `welcome` and `welcomeback` tell it that the connection is back.
    stream.send({ event: 'reset', id, data: {} })
    stream.send({ event: 'welcomeback', id, data: greeting })
  } else stream.send({ event: 'welcome', id: options.enableResume ? id : undefined, data: greeting })
  stream.disconnectOn(dataset.deleted, 'Dataset was deleted')
  stream.onClose(dataset.subscribe(({ entries }) => tell(entries)))
}

/** A filter that takes too long for a document ends this listener, as a malformed one does at the start. */
function sendOrFail(stream: EventStream, listener: Listener, entries: LogEntry[]): void {
  if (stream.isClosed) return
  try {
    sendTransaction(stream, listener, entries)
  } catch (error) {
    const description = error instanceof Error ? error.message : 'The filter could not be evaluated'
    stream.send({ event: 'channelError', data: { error: { type: 'queryEvaluationError', description } } })
    stream.close()
  }
}

const eventId = ({ id, documentId }: LogEntry): string => `${id}#${documentId}`

/** The position a client resumes from when it is cut off before its first mutation. */
function currentEventId(dataset: Dataset): string | undefined {
  const last = dataset.log.entriesAfter(dataset.log.lastSeq() - 1, 1)[0]
  return last && eventId(last)
}

/** Log entries since an event, or undefined when its position is unknown or too long ago. */
function missedEntries({ log }: Dataset, lastEventId: string | undefined): LogEntry[] | undefined {
  const [, transactionId, documentId] = /^([^#]+)#(.+)$/.exec(lastEventId ?? '') ?? []
  if (!transactionId || !documentId) return undefined
  const seq = log.seqOf(transactionId, documentId)
  if (seq === undefined) return undefined
  const entries = log.entriesAfter(seq, MAX_REPLAY + 1)
  return entries.length > MAX_REPLAY ? undefined : entries
}

/** Splits log entries, in log order, where the transaction changes. */
export function byTransaction(entries: LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group?.[0]?.id === entry.id) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

type Match = { entry: LogEntry; transition: 'appear' | 'update' | 'disappear' }

function sendTransaction(stream: EventStream, listener: Listener, entries: LogEntry[]): void {
  const matching = entries.flatMap((entry) => matchOf(listener, entry))
  for (const [position, match] of matching.entries()) {
    const data = mutationEvent(match, listener.options, position, matching.length)
    stream.send({ event: 'mutation', id: eventId(match.entry), data })
  }
}

function matchOf({ dataset, user, matches, options }: Listener, entry: LogEntry): Match[] {
  if (!user && !isPublicId(entry.documentId)) return []
  if (!options.includeAllVersions && (isDraftId(entry.documentId) || isVersionId(entry.documentId))) return []
  const context = { snapshot: dataset.snapshot(), identity: user?.id }
  const was = entry.before !== undefined && matches(entry.before, context)
  const is = entry.after !== undefined && matches(entry.after, context)
  if (!was && !is) return []
  return [{ entry, transition: was && is ? 'update' : is ? 'appear' : 'disappear' }]
}

function mutationEvent({ entry, transition }: Match, options: ListenOptions, position: number, total: number) {
  const { id, documentId, author, mutations, before, after, timestamp } = entry
  return {
    eventId: eventId(entry),
    documentId,
    transactionId: id,
    transition,
    identity: author,
    mutations: options.includeMutations ? mutations : [],
    ...(options.includeEffects && { effects: effectsOf(before, after) }),
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
