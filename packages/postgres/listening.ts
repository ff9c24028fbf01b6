import { letterOf, textsOf } from './messages.ts'

type Change = { isListening: boolean; channel?: string }

/** Matches LISTEN or UNLISTEN, also after comments. The channel is a quoted name, a name or `*`. */
const STATEMENT =
  /(?:^|;)(?:\s|--[^\n]*|\/\*[^]*?\*\/)*(un)?listen\s+(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*)|\*)(?=\s|;|$)/giu

const changesIn = (sql: string): Change[] =>
  Array.from(sql.matchAll(STATEMENT), ([, un, quoted, plain]) => ({
    isListening: un === undefined,
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

  const noteListening = (tag: 'LISTEN' | 'UNLISTEN') => {
    const change = requested.shift()
    if (change) uncommitted.push(change)
    else process.emitWarning(`Unsupported ${tag}: cannot read its channel from the statement`)
  }

  const noteCommand = (tag: string) => {
    if (tag === 'COMMIT') apply()
    if (tag === 'ROLLBACK') uncommitted = []
    if (tag === 'LISTEN' || tag === 'UNLISTEN') noteListening(tag)
    if (tag === 'DISCARD ALL') uncommitted.push({ isListening: false })
    if (tag === 'UNLISTEN' || tag === 'DISCARD ALL') hasUnlistened = true
  }

  const noteReady = (isIdleNow: boolean) => {
    if (hasFailed && isIdleNow) uncommitted = []
    if (isIdleNow) apply()
    requested = []
    hasFailed = false
  }

  return {
    channels: channels as ReadonlySet<string>,
    sent(message: Buffer): void {
      const letter = letterOf(message)
      const [first = '', second = ''] = textsOf(message, 2)
      if (letter === 'Q') requested = changesIn(first)
      if (letter === 'P') setChanges(statements, first, changesIn(second))
      if (letter === 'B') setChanges(portals, first, statements.get(second))
      if (letter === 'E') requested.push(...(portals.get(first) ?? []))
    },
    answered(message: Buffer): void {
      const letter = letterOf(message)
      if (letter === 'C') noteCommand(textsOf(message, 1)[0] ?? '')
      if (letter === 'E') hasFailed = true
      if (letter === 'Z') noteReady(isIdle(message))
    },
    takeUnlistened(): boolean {
      const had = hasUnlistened
      hasUnlistened = false
      return had
    },
  }
}

const setChanges = (kept: Map<string, Change[]>, name: string, changes: Change[] = []): void => {
  if (changes.length > 0) kept.set(name, changes)
  else kept.delete(name)
}

export const isIdle = (readyForQuery: Buffer): boolean => readyForQuery.at(-1) === 'I'.charCodeAt(0)
