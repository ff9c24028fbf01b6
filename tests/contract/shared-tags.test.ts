import { setImmediate as waitForTick } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RevalidatedTags } from '../../lib/platform/cache/revalidated-tags.ts'
import { SharedTags } from '../../lib/platform/cache/shared-tags.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { log } from '../../lib/platform/log/log.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { startPostgres } from '@ductwise/postgres'
import { postgresServers } from '@ductwise/postgres/testing'
import { startDatabase } from '../support/test-database.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'

const WEEK_MS = 7 * 24 * 3_600_000

function createProcess(url: string, interval?: number) {
  const markedTags: string[] = []
  class RecordingTags extends RevalidatedTags {
    override mark(tags: Iterable<string>, time?: number) {
      markedTags.push(...tags)
      super.mark(tags, time)
    }
  }
  const tags = new RecordingTags()
  const sharedTags = new SharedTags(url, tags, interval)
  const startedAt = Date.now()
  return {
    shared: sharedTags,
    marked: markedTags,
    tags,
    knows: (tag: string, since = startedAt) => tags.wasAnyRevalidatedSince([tag], since),
  }
}

/** Retries for up to a second. Within that time, all processes must receive a revalidated tag. */
const retryForSecond = (check: () => unknown) => vi.waitFor(check, { timeout: 1_000, interval: 5 })
const retryUntilPassing = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

async function runSecondsLater<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const result = work()
  await vi.advanceTimersByTimeAsync(4_500)
  vi.useRealTimers()
  const lateTick = waitForTick().then((): never => {
    throw new Error('It is still waited for')
  })
  return Promise.race([result, lateTick])
}

const sharedDatabase = getSharedState<{ database?: unknown }>('database', () => ({}))

const createPostgresStarter = (notifications: boolean) => () => startPostgres({ port: 0, notifications })

const servers = [
  { name: 'the local Postgres with notifications', start: createPostgresStarter(true), isReal: false, notifies: true },
  {
    name: 'the local Postgres behind a pooler, without notifications',
    start: createPostgresStarter(false),
    isReal: false,
    notifies: false,
  },
  ...postgresServers.slice(1).map(({ name }) => ({ name, start: startDatabase, isReal: true, notifies: true })),
]

describe.each(servers)('revalidated tags shared through $name', ({ start, isReal, notifies }) => {
  let server: { url: string; close: () => Promise<void> }
  let relay: TcpRelay
  let observer: Sql
  let closeDatabase: () => Promise<void>
  const processes: ReturnType<typeof createProcess>[] = []

  beforeAll(async () => {
    server = await start()
    observer = postgres(server.url, { max: 1, onnotice: () => undefined })
    const database = await openDatabase(server.url)
    closeDatabase = database.close
    sharedDatabase.database = Promise.resolve(database)
  }, 60_000)
  afterAll(async () => {
    sharedDatabase.database = undefined
    await closeDatabase()
    await observer.end()
    await server.close()
  })
  beforeEach(async () => {
    await observer`delete from revalidated_tags`
    relay = await startTcpRelay(Number(new URL(server.url).port))
  })
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.shared.close()))
    await relay.close()
  })

  const getRelayUrl = () => server.url.replace(/:\d+\//, `:${relay.port}/`)

  async function startProcess(url = server.url, interval?: number) {
    const process = createProcess(url, interval)
    processes.push(process)
    await process.shared.start()
    return process
  }

  it('reach their own process immediately and the others within a second', async () => {
    const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()]
    const revalidation = first.shared.revalidate(['city:boise', 'settings'])
    expect(first.knows('city:boise')).toBe(true)
    expect(await revalidation).toBe(true)
    await retryForSecond(() => {
      for (const { knows } of [second, third]) expect([knows('city:boise'), knows('settings')]).toEqual([true, true])
    })
    expect(second.knows('another')).toBe(false)
    const secondTime = Date.now()
    expect(await third.shared.revalidate(['settings'])).toBe(true)
    await retryForSecond(() => expect(first.knows('settings', secondTime)).toBe(true))
    expect(first.knows('city:boise', secondTime)).toBe(false)
  })

  it('have reached all processes when the revalidation resolves', async () => {
    const allProcesses = [await startProcess(), await startProcess(), await startProcess()]
    for (let round = 0; round < 10; round++) {
      const [sender, ...receivers] = [...allProcesses.slice(round % 3), ...allProcesses.slice(0, round % 3)]
      const since = Date.now()
      expect(await sender?.shared.revalidate([`round-${round}`])).toBe(true)
      expect(receivers.map(({ knows }) => knows(`round-${round}`, since))).toEqual([true, true])
    }
  })

  it('arrive by notification alone, without polling', async () => {
    if (!notifies) return
    const minute = 60_000
    const start = () => startProcess(server.url, minute)
    const [sender, ...receivers] = [await start(), await start(), await start()]
    // After the first notification, each process polls only at the long interval.
    await sender.shared.revalidate(['first'])
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    for (let round = 0; round < 5; round++) {
      const since = Date.now()
      await sender.shared.revalidate([`notified-${round}`])
      expect(receivers.map(({ knows }) => knows(`notified-${round}`, since))).toEqual([true, true])
    }
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('of many concurrent publishes are written in batches, at most ten per second', async () => {
    const [sender, receiver] = [await startProcess(), await startProcess()]
    const startedAt = performance.now()
    const marks = vi.spyOn(sender.tags, 'mark')
    const revalidations = Array.from({ length: 300 }, async (_, index) => {
      const since = Date.now()
      expect(await sender.shared.revalidate([`storm-${index}`])).toBe(true)
      return sender.knows(`storm-${index}`, since) && receiver.knows(`storm-${index}`, since)
    })
    expect(new Set(await Promise.all(revalidations))).toEqual(new Set([true]))
    const batches = marks.mock.calls.filter(([tags]) => [...tags].length > 0)
    expect(batches.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAt) / 100))
    expect(new Set(sender.marked).size).toBe(300)
  })

  it('do not wait for stopped processes, and only briefly for a hanging one', async () => {
    const [sender, endedProcess, relayedProcess] = [
      await startProcess(),
      await startProcess(),
      await startProcess(getRelayUrl()),
    ]
    const onLate = vi.fn()
    relayedProcess.shared.onLateTags(onLate)
    await endedProcess.shared.close()
    expect(await observer`select id from site_processes where looked_at > now() - interval '4 seconds'`).toHaveLength(2)
    vi.spyOn(log, 'warn').mockReturnValue()
    vi.spyOn(log, 'error').mockReturnValue()
    relay.mute()
    const startedAt = Date.now()
    expect(await sender.shared.revalidate(['standing'])).toBe(true)
    expect(log.warn).toHaveBeenCalledWith('cache-tags: another process is behind')
    relay.cut()
    relay.restore()
    await retryUntilPassing(() => expect(relayedProcess.knows('standing', startedAt)).toBe(true))
    expect(onLate).toHaveBeenCalledWith(['standing'])
  })

  it('arrive within a second when all processes publish concurrently', async () => {
    const allProcesses = [await startProcess(), await startProcess(), await startProcess()]
    for (let round = 0; round < 15; round++) {
      const since = Date.now()
      const revalidations = allProcesses.map(({ shared }, index) => shared.revalidate([`tag-${round}-${index}`]))
      await Promise.all(revalidations)
      await retryForSecond(() => {
        for (const { knows } of allProcesses) {
          expect(allProcesses.map((_, index) => knows(`tag-${round}-${index}`, since))).toEqual([true, true, true])
        }
      })
    }
  }, 60_000)

  it('are not marked again when their own process reads them back', async () => {
    const [sender, receiver] = [await startProcess(), await startProcess()]
    await sender.shared.revalidate(['own'])
    await retryForSecond(() => expect(receiver.knows('own')).toBe(true))
    await receiver.shared.revalidate(['other'])
    await retryForSecond(() => expect(sender.knows('other')).toBe(true))
    expect(sender.marked).toEqual(['own', 'other'])
    expect(receiver.marked).toEqual(['own', 'other'])
  })

  it('apply locally while Postgres is down, and everywhere after it recovers', async () => {
    const [disconnected, receiver] = [await startProcess(getRelayUrl()), await startProcess()]
    relay.cut()
    const revalidation = disconnected.shared.revalidate(['while-away'])
    expect(disconnected.knows('while-away')).toBe(true)
    expect(await revalidation).toBe(false)
    await receiver.shared.revalidate(['missed'])
    expect(receiver.knows('while-away')).toBe(false)
    relay.restore()
    await retryUntilPassing(() =>
      expect([receiver.knows('while-away'), disconnected.knows('missed')]).toEqual([true, true]),
    )
    expect(await disconnected.shared.revalidate(['after'])).toBe(true)
    await retryForSecond(() => expect(receiver.knows('after')).toBe(true))
  })

  it('log one error while sharing fails and one message when it works again', async () => {
    const [errorSpy, infoSpy] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')]
    const listMessages = (spy: typeof errorSpy | typeof infoSpy) => spy.mock.calls.map((args) => args.at(-1))
    const { shared: disconnected } = await startProcess(getRelayUrl())
    relay.cut()
    for (const tag of ['one', 'two', 'three']) expect(await disconnected.revalidate([tag])).toBe(false)
    expect(listMessages(errorSpy)).toEqual(['cache-tags: sync failed'])
    relay.restore()
    await retryUntilPassing(() => expect(listMessages(infoSpy)).toEqual(['cache-tags: sync recovered']))
    expect(await disconnected.revalidate(['four'])).toBe(true)
    expect(listMessages(infoSpy)).toHaveLength(1)
    vi.restoreAllMocks()
  })

  it('are shared through a new connection if the previous one hangs', async () => {
    const [mutedProcess, receiver] = [await startProcess(getRelayUrl()), await startProcess()]
    relay.mute()
    // Uses real timers, so that a read during this revalidation can hit its own deadline.
    expect(await mutedProcess.shared.revalidate(['muted'])).toBe(false)
    relay.restore()
    await retryUntilPassing(() => expect(receiver.knows('muted')).toBe(true))
  })

  it('are read even if their rows become visible after their timestamp', async () => {
    const { knows } = await startProcess()
    const since = Date.now() - 60_000
    await observer`insert into revalidated_tags (tag, revalidated_at) values ('early', now())`
    await retryUntilPassing(() => expect(knows('early', since)).toBe(true))
    await observer`insert into revalidated_tags (tag, revalidated_at) values ('late', now() - interval '5 seconds')`
    await retryUntilPassing(() => expect(knows('late', since)).toBe(true))
  })

  it('are shared after a failed write as soon as the connection recovers', async () => {
    const [disconnected, receiver] = [await startProcess(getRelayUrl()), await startProcess()]
    for (let round = 0; round < 5; round++) {
      relay.cut()
      const failedRevalidations = Promise.all(
        [1, 2, 3].map((index) => disconnected.shared.revalidate([`lost-${round}-${index}`])),
      )
      relay.restore()
      await failedRevalidations
      await retryUntilPassing(() => {
        for (const index of [1, 2, 3]) expect(receiver.knows(`lost-${round}-${index}`)).toBe(true)
      })
    }
  })

  it('use separate query and LISTEN connections, also during a concurrent start', async () => {
    const process = createProcess(`${server.url}?application_name=at-once`)
    processes.push(process)
    const concurrent = [process.shared.start(), ...['a', 'b', 'c'].map((tag) => process.shared.revalidate([tag]))]
    await Promise.all(concurrent)
    await process.shared.close()
    if (!isReal) return
    await retryUntilPassing(async () => {
      const rows = await observer`select pid from pg_stat_activity where application_name = 'at-once'`
      expect(rows).toEqual([])
    })
  })

  it('wait only a few seconds if Postgres accepts the connection but never responds', async () => {
    const mutedProcess = await startProcess(getRelayUrl())
    relay.mute()
    expect(await runSecondsLater(() => mutedProcess.shared.revalidate(['muted']))).toBe(false)
    expect(mutedProcess.knows('muted')).toBe(true)
  })

  it('of the last week are read on start, and older ones are deleted', async () => {
    await observer`insert into revalidated_tags (tag, revalidated_at) values
      ('hour-old', now() - interval '1 hour'), ('month-old', now() - interval '30 days')`
    const startedAt = Date.now()
    const { knows, shared } = await startProcess()
    const hour = 3_600_000
    // A tag may count as slightly newer than it is. Pages rendered just after the revalidation are then rendered again.
    expect(knows('hour-old', startedAt - hour + 500)).toBe(true)
    expect(knows('hour-old', startedAt - hour + 15_000)).toBe(false)
    expect(knows('unknown', startedAt - WEEK_MS + 60_000)).toBe(false)
    expect(knows('unknown', startedAt - WEEK_MS - 60_000)).toBe(true)
    await shared.revalidate(['new'])
    const rows = await observer`select tag from revalidated_tags order by tag`
    expect(rows.map(({ tag }) => tag)).toEqual(['hour-old', 'new'])
  })

  // The local server has one session, which no client can terminate.
  if (!isReal) return

  it('are received again after the LISTEN connection is lost', async () => {
    const [listener, receiver] = [await startProcess(), await startProcess()]
    const endedBackends = await observer`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
    expect(endedBackends.length).toBeGreaterThan(0)
    await receiver.shared.revalidate(['unheard'])
    await retryUntilPassing(() => expect(listener.knows('unheard')).toBe(true))
    await retryUntilPassing(async () => {
      const [{ count } = {}] = await observer`
        select count(*)::int from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
      expect(count).toBe(2)
    })
    await receiver.shared.revalidate(['heard'])
    await retryForSecond(() => expect(listener.knows('heard')).toBe(true))
  })
})

it('a Postgres that never responds blocks neither the start nor a revalidation', async () => {
  const relay = await startTcpRelay(9)
  relay.mute()
  const { shared, knows } = createProcess(`postgres://local:local-password@127.0.0.1:${relay.port}/postgres`)
  await runSecondsLater(() => Promise.all([shared.start(), shared.revalidate(['tag'])]))
  expect(knows('tag')).toBe(true)
  await shared.close()
  await relay.close()
})
