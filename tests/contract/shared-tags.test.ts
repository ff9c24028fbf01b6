import { setImmediate as tick } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RevalidatedTags } from '../../lib/platform/cache/revalidated-tags.ts'
import { SharedTags } from '../../lib/platform/cache/shared-tags.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { log } from '../../lib/platform/log/log.ts'
import { sharedState } from '../../lib/platform/process/shared-state.ts'
import { startPostgres } from '@ductwise/postgres'
import { postgresServers } from '@ductwise/postgres/testing'
import { startDatabase } from '../support/test-database.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'

const WEEK_MS = 7 * 24 * 3_600_000

function createProcess(url: string, interval?: number) {
  const marked: string[] = []
  class CountedTags extends RevalidatedTags {
    override mark(tags: Iterable<string>, time?: number) {
      marked.push(...tags)
      super.mark(tags, time)
    }
  }
  const tags = new CountedTags()
  const shared = new SharedTags(url, tags, interval)
  const began = Date.now()
  return { shared, marked, tags, knows: (tag: string, since = began) => tags.anySince([tag], since) }
}

/** Retries for up to a second, the time in which all processes must receive a revalidated tag. */
const withinASecond = (check: () => unknown) => vi.waitFor(check, { timeout: 1_000, interval: 5 })
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

async function secondsLater<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const result = work()
  await vi.advanceTimersByTimeAsync(4_500)
  vi.useRealTimers()
  const late = tick().then((): never => {
    throw new Error('It is still waited for')
  })
  return Promise.race([result, late])
}

const shared = sharedState<{ database?: unknown }>('database', () => ({}))

const local = (notifications: boolean) => () => startPostgres({ port: 0, notifications })

const servers = [
  { name: 'the local Postgres with notifications', start: local(true), isReal: false, notifies: true },
  {
    name: 'the local Postgres behind a pooler, without notifications',
    start: local(false),
    isReal: false,
    notifies: false,
  },
  ...postgresServers.slice(1).map(({ name }) => ({ name, start: startDatabase, isReal: true, notifies: true })),
]

describe.each(servers)('revalidated tags shared through $name', ({ start, isReal, notifies }) => {
  let server: { url: string; close: () => Promise<void> }
  let relay: TcpRelay
  let direct: Sql
  let closeDatabase: () => Promise<void>
  const processes: ReturnType<typeof createProcess>[] = []

  beforeAll(async () => {
    server = await start()
    direct = postgres(server.url, { max: 1, onnotice: () => undefined })
    const opened = await openDatabase(server.url)
    closeDatabase = opened.close
    shared.database = Promise.resolve(opened)
  }, 60_000)
  afterAll(async () => {
    shared.database = undefined
    await closeDatabase()
    await direct.end()
    await server.close()
  })
  beforeEach(async () => {
    await direct`delete from revalidated_tags`
    relay = await startTcpRelay(Number(new URL(server.url).port))
  })
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.shared.close()))
    await relay.close()
  })

  const throughRelay = () => server.url.replace(/:\d+\//, `:${relay.port}/`)

  async function startProcess(url = server.url, interval?: number) {
    const process = createProcess(url, interval)
    processes.push(process)
    await process.shared.start()
    return process
  }

  it('reach their own process immediately and the others within a second', async () => {
    const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()]
    const written = first.shared.revalidate(['city:boise', 'settings'])
    expect(first.knows('city:boise')).toBe(true)
    expect(await written).toBe(true)
    await withinASecond(() => {
      for (const { knows } of [second, third]) expect([knows('city:boise'), knows('settings')]).toEqual([true, true])
    })
    expect(second.knows('another')).toBe(false)
    const again = Date.now()
    expect(await third.shared.revalidate(['settings'])).toBe(true)
    await withinASecond(() => expect(first.knows('settings', again)).toBe(true))
    expect(first.knows('city:boise', again)).toBe(false)
  })

  it('have reached all processes when the revalidation resolves', async () => {
    const all = [await startProcess(), await startProcess(), await startProcess()]
    for (let round = 0; round < 10; round++) {
      const [own, ...others] = [...all.slice(round % 3), ...all.slice(0, round % 3)]
      const since = Date.now()
      expect(await own?.shared.revalidate([`round-${round}`])).toBe(true)
      expect(others.map(({ knows }) => knows(`round-${round}`, since))).toEqual([true, true])
    }
  })

  it('arrive by notification alone, without polling', async () => {
    if (!notifies) return
    const minute = 60_000
    const start = () => startProcess(server.url, minute)
    const [own, ...others] = [await start(), await start(), await start()]
    // After the first notification, each process polls at the long interval only.
    await own.shared.revalidate(['first'])
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    for (let round = 0; round < 5; round++) {
      const since = Date.now()
      await own.shared.revalidate([`notified-${round}`])
      expect(others.map(({ knows }) => knows(`notified-${round}`, since))).toEqual([true, true])
    }
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('of many concurrent publishes are written in batches, at most ten per second', async () => {
    const [own, other] = [await startProcess(), await startProcess()]
    const began = performance.now()
    const marks = vi.spyOn(own.tags, 'mark')
    const storm = Array.from({ length: 300 }, async (_, index) => {
      const since = Date.now()
      expect(await own.shared.revalidate([`storm-${index}`])).toBe(true)
      return own.knows(`storm-${index}`, since) && other.knows(`storm-${index}`, since)
    })
    expect(new Set(await Promise.all(storm))).toEqual(new Set([true]))
    const batches = marks.mock.calls.filter(([tags]) => [...tags].length > 0)
    expect(batches.length).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 100))
    expect(new Set(own.marked).size).toBe(300)
  })

  it('do not wait for stopped processes, and only briefly for a hanging one', async () => {
    const [own, ended, still] = [await startProcess(), await startProcess(), await startProcess(throughRelay())]
    const late = vi.fn()
    still.shared.onLate(late)
    await ended.shared.close()
    expect(await direct`select id from site_processes where looked_at > now() - interval '4 seconds'`).toHaveLength(2)
    vi.spyOn(log, 'warn').mockReturnValue()
    vi.spyOn(log, 'error').mockReturnValue()
    relay.mute()
    const began = Date.now()
    expect(await own.shared.revalidate(['standing'])).toBe(true)
    expect(log.warn).toHaveBeenCalledWith('cache-tags: another process is behind')
    relay.cut()
    relay.mend()
    await eventually(() => expect(still.knows('standing', began)).toBe(true))
    expect(late).toHaveBeenCalledWith(['standing'])
  })

  it('arrive within a second when all processes publish concurrently', async () => {
    const all = [await startProcess(), await startProcess(), await startProcess()]
    for (let round = 0; round < 15; round++) {
      const since = Date.now()
      const written = all.map(({ shared }, index) => shared.revalidate([`tag-${round}-${index}`]))
      await Promise.all(written)
      await withinASecond(() => {
        for (const { knows } of all) {
          expect(all.map((_, index) => knows(`tag-${round}-${index}`, since))).toEqual([true, true, true])
        }
      })
    }
  }, 60_000)

  it('are not marked again when their own process reads them back', async () => {
    const [own, other] = [await startProcess(), await startProcess()]
    await own.shared.revalidate(['own'])
    await withinASecond(() => expect(other.knows('own')).toBe(true))
    await other.shared.revalidate(['other'])
    await withinASecond(() => expect(own.knows('other')).toBe(true))
    expect(own.marked).toEqual(['own', 'other'])
    expect(other.marked).toEqual(['own', 'other'])
  })

  it('apply locally while Postgres is down, and everywhere after it recovers', async () => {
    const [cutOff, other] = [await startProcess(throughRelay()), await startProcess()]
    relay.cut()
    const written = cutOff.shared.revalidate(['while-away'])
    expect(cutOff.knows('while-away')).toBe(true)
    expect(await written).toBe(false)
    await other.shared.revalidate(['missed'])
    expect(other.knows('while-away')).toBe(false)
    relay.mend()
    await eventually(() => expect([other.knows('while-away'), cutOff.knows('missed')]).toEqual([true, true]))
    expect(await cutOff.shared.revalidate(['after'])).toBe(true)
    await withinASecond(() => expect(other.knows('after')).toBe(true))
  })

  it('log one error while sharing fails and one message when it works again', async () => {
    const [failed, shared] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')]
    const said = (spy: typeof failed | typeof shared) => spy.mock.calls.map((words) => words.at(-1))
    const { shared: cutOff } = await startProcess(throughRelay())
    relay.cut()
    for (const tag of ['one', 'two', 'three']) expect(await cutOff.revalidate([tag])).toBe(false)
    expect(said(failed)).toEqual(['cache-tags: sync failed'])
    relay.mend()
    await eventually(() => expect(said(shared)).toEqual(['cache-tags: sync recovered']))
    expect(await cutOff.revalidate(['four'])).toBe(true)
    expect(said(shared)).toHaveLength(1)
    vi.restoreAllMocks()
  })

  it('are shared through a new connection if the previous one hangs', async () => {
    const [muted, other] = [await startProcess(throughRelay()), await startProcess()]
    relay.mute()
    // Uses real timers, so that a read during this revalidation can hit its own deadline.
    expect(await muted.shared.revalidate(['muted'])).toBe(false)
    relay.mend()
    await eventually(() => expect(other.knows('muted')).toBe(true))
  })

  it('are read even if their rows become visible after their timestamp', async () => {
    const { knows } = await startProcess()
    const since = Date.now() - 60_000
    await direct`insert into revalidated_tags (tag, revalidated_at) values ('early', now())`
    await eventually(() => expect(knows('early', since)).toBe(true))
    await direct`insert into revalidated_tags (tag, revalidated_at) values ('late', now() - interval '5 seconds')`
    await eventually(() => expect(knows('late', since)).toBe(true))
  })

  it('are shared after a failed write as soon as the connection recovers', async () => {
    const [cutOff, other] = [await startProcess(throughRelay()), await startProcess()]
    for (let round = 0; round < 5; round++) {
      relay.cut()
      const lost = Promise.all([1, 2, 3].map((index) => cutOff.shared.revalidate([`lost-${round}-${index}`])))
      relay.mend()
      await lost
      await eventually(() => {
        for (const index of [1, 2, 3]) expect(other.knows(`lost-${round}-${index}`)).toBe(true)
      })
    }
  })

  it('use separate query and LISTEN connections, also during a concurrent start', async () => {
    const process = createProcess(`${server.url}?application_name=at-once`)
    processes.push(process)
    const together = [process.shared.start(), ...['a', 'b', 'c'].map((tag) => process.shared.revalidate([tag]))]
    await Promise.all(together)
    await process.shared.close()
    if (!isReal) return
    await eventually(async () => {
      const rows = await direct`select pid from pg_stat_activity where application_name = 'at-once'`
      expect(rows).toEqual([])
    })
  })

  it('wait only a few seconds if Postgres accepts the connection but never responds', async () => {
    const muted = await startProcess(throughRelay())
    relay.mute()
    expect(await secondsLater(() => muted.shared.revalidate(['muted']))).toBe(false)
    expect(muted.knows('muted')).toBe(true)
  })

  it('of the last week are read on start, and older ones are deleted', async () => {
    await direct`insert into revalidated_tags (tag, revalidated_at) values
      ('hour-old', now() - interval '1 hour'), ('month-old', now() - interval '30 days')`
    const began = Date.now()
    const { knows, shared } = await startProcess()
    const hour = 3_600_000
    // The tag may count as slightly newer than it is, so that a page rendered just after it is rendered again.
    expect(knows('hour-old', began - hour + 500)).toBe(true)
    expect(knows('hour-old', began - hour + 15_000)).toBe(false)
    expect(knows('unknown', began - WEEK_MS + 60_000)).toBe(false)
    expect(knows('unknown', began - WEEK_MS - 60_000)).toBe(true)
    await shared.revalidate(['new'])
    const rows = await direct`select tag from revalidated_tags order by tag`
    expect(rows.map(({ tag }) => tag)).toEqual(['hour-old', 'new'])
  })

  // The local server has one session, which no client can terminate.
  if (!isReal) return

  it('are received again after the LISTEN connection is lost', async () => {
    const [listener, other] = [await startProcess(), await startProcess()]
    const ended = await direct`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`
    expect(ended.length).toBeGreaterThan(0)
    await other.shared.revalidate(['unheard'])
    await eventually(() => expect(listener.knows('unheard')).toBe(true))
    await eventually(async () => {
      const [{ count } = {}] = await direct`
        select count(*)::int from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
      expect(count).toBe(2)
    })
    await other.shared.revalidate(['heard'])
    await withinASecond(() => expect(listener.knows('heard')).toBe(true))
  })
})

it('a Postgres that never responds blocks neither the start nor a revalidation', async () => {
  const relay = await startTcpRelay(9)
  relay.mute()
  const { shared, knows } = createProcess(`postgres://local:local-password@127.0.0.1:${relay.port}/postgres`)
  await secondsLater(() => Promise.all([shared.start(), shared.revalidate(['tag'])]))
  expect(knows('tag')).toBe(true)
  await shared.close()
  await relay.close()
})
