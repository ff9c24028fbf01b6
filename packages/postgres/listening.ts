import { getMessageType, readTexts } from './messages.ts'

type Change = { isListening: boolean; channel?: string }

/** Matches LISTEN or UNLISTEN, also after comments. The channel is a quoted name, a name or `*`. */
const LISTEN_PATTERN =
  /(?:^|;)(?:\s|--[^\n]*|\/\*[^]*?\*\/)*(un)?listen\s+(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*)|\*)(?=\s|;|$)/giu

const parseChanges = (sql: string): Change[] =>
  Array.from(sql.matchAll(LISTEN_PATTERN), ([, unlistenPrefix, quoted, plain]) => ({
    isListening: unlistenPrefix === undefined,
    channel: quoted?.replaceAll('""', '"') ?? plain?.toLowerCase(),
  }))

/**
 * Tracks the channels of a client. Its messages contain the channel names, and server responses show which statements
 * ran and committed.
 */
export function trackListening() {
  const channels = new Set<string>()
  const statements = new Map<string, Change[]>()
  const portals = new Map<string, Change[]>()
  let requested: Change[] = []
  let uncommitted: Change[] = []
  let hasFailed = false
  let hasUnlistened = false

  const apply = () => {
    for (const { isListening, channel } of uncommitted) {
      if (channel === undefined) channels.clear()
      else if (isListening) channels.add(channel)
      else channels.delete(channel)
    }
    uncommitted = []
  }

  const recordListening = (tag: 'LISTEN' | 'UNLISTEN') => {
    const change = requested.shift()
    if (change) uncommitted.push(change)
    else process.emitWarning(`Unsupported ${tag}: cannot read its channel from the statement`)
  }

  const recordCommand = (tag: string) => {
    if (tag === 'COMMIT') apply()
    if (tag === 'ROLLBACK') uncommitted = []
    if (tag === 'LISTEN' || tag === 'UNLISTEN') recordListening(tag)
    if (tag === 'DISCARD ALL') uncommitted.push({ isListening: false })
    if (tag === 'UNLISTEN' || tag === 'DISCARD ALL') hasUnlistened = true
  }

  const recordReadyForQuery = (isIdleNow: boolean) => {
    if (hasFailed && isIdleNow) uncommitted = []
    if (isIdleNow) apply()
    requested = []
    hasFailed = false
  }

  return {
    channels: channels as ReadonlySet<string>,
    sent(message: Buffer): void {
      const messageType = getMessageType(message)
      const [first = '', second = ''] = readTexts(message, 2)
      if (messageType === 'Q') requested = parseChanges(first)
      if (messageType === 'P') setChanges(statements, first, parseChanges(second))
      if (messageType === 'B') setChanges(portals, first, statements.get(second))
      if (messageType === 'E') requested.push(...(portals.get(first) ?? []))
    },
    answered(message: Buffer): void {
      const messageType = getMessageType(message)
      if (messageType === 'C') recordCommand(readTexts(message, 1)[0] ?? '')
      if (messageType === 'E') hasFailed = true
      if (messageType === 'Z') recordReadyForQuery(isIdle(message))
    },
    takeUnlistened(): boolean {
      const had = hasUnlistened
      hasUnlistened = false
      return had
    },
  }
}

const setChanges = (changesByName: Map<string, Change[]>, name: string, changes: Change[] = []): void => {
  if (changes.length > 0) changesByName.set(name, changes)
  else changesByName.delete(name)
}

export const isIdle = (readyForQuery: Buffer): boolean => readyForQuery.at(-1) === 'I'.charCodeAt(0)
