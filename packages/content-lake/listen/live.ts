import { syncTagsOf } from '../query/index.ts'
import type { LogEntry } from '../store/database.ts'
import type { Dataset } from '../store/dataset.ts'
import { isPublicId } from '../store/ids.ts'
import type { EventStream } from './event-stream.ts'
import { byTransaction } from './listener.ts'

type LiveOptions = { includeDrafts: boolean; lastEventId: string | undefined }

const MAX_REPLAY = 1000

/**
 * Live content events: `message {tags}` for every transaction that touched something visible. A client that reconnects with a
 * known id gets what it missed; otherwise `restart` tells it to fetch everything again.
 */
export function startLive(stream: EventStream, dataset: Dataset, options: LiveOptions): void {
  const send = (entries: LogEntry[]): void => {
    const tags = tagsOf(entries, options.includeDrafts)
    if (tags.length > 0) stream.send({ event: 'message', id: entries[0]?.id, data: { tags } })
  }
  const present = dataset.log.entriesAfter(dataset.log.lastSeq() - 1, 1)[0]?.id
  stream.send({ event: 'welcome', id: options.lastEventId ?? present, data: {} })
  if (options.lastEventId !== undefined) {
    const missed = missedEntries(dataset, options.lastEventId)
    if (missed) byTransaction(missed).forEach(send)
    else stream.send({ event: 'restart', id: present ?? 'start', data: {} })
  }
  stream.disconnectOn(dataset.deleted, 'Dataset was deleted')
  stream.onClose(dataset.subscribe(({ entries }) => send(entries)))
}

/**
 * For those who may not read the dataset: hosted Sanity greets them too, because a client sends its token only when it asks
 * for drafts. They hear of nothing else.
 */
export function startSilence(stream: EventStream, dataset: Dataset): void {
  stream.send({ event: 'welcome', data: {} })
  stream.disconnectOn(dataset.deleted, 'Dataset was deleted')
}

function missedEntries({ log }: Dataset, transactionId: string): LogEntry[] | undefined {
  const seq = log.lastSeqOf(transactionId)
  if (seq === undefined) return undefined
  const entries = log.entriesAfter(seq, MAX_REPLAY + 1)
  return entries.length > MAX_REPLAY ? undefined : entries
}

function tagsOf(entries: LogEntry[], includeDrafts: boolean): string[] {
  const visible = entries.filter(({ documentId }) => includeDrafts || isPublicId(documentId))
  // A type cannot change in place, but delete and create in one transaction can: both fire.
  const states = visible.flatMap(({ before, after }) => [before, after].filter((state) => state !== undefined))
  return [...new Set(states.flatMap((state) => syncTagsOf(state)))]
}
