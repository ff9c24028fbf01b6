import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from '../server.ts'
import { postgresServers, type RunningPostgres } from './postgres-servers.ts'

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

const clients: Sql[] = []

function connect(url: string, options: Parameters<typeof postgres>[1] = {}): Sql {
  const client = postgres(url, { max: 2, onnotice: () => undefined, ...options })
  clients.push(client)
  return client
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end({ timeout: 1 })))
})

function connectOnce(url: string): { sql: Sql; received: string[] } {
  const received: string[] = []
  // postgres.js reads the option `onnotify` but does not type it. It receives notifications without `sql.listen`.
  const untypedOptions = { onnotify: (channel: string, payload: string) => received.push(`${channel} ${payload}`) }
  const sql = connect(url, { max: 1, ...untypedOptions })
  return { sql, received }
}

async function listen(sql: Sql, channel: string) {
  const received: string[] = []
  const { unlisten } = await sql.listen(channel, (payload) => received.push(payload))
  return { heard: received, unlisten }
}

describe.each(postgresServers)('LISTEN and NOTIFY on $name', ({ start }) => {
  let server: RunningPostgres
  beforeAll(async () => {
    server = await start()
  }, 60_000)
  afterAll(() => server.close())

  it('reach every listening client, including the sender', async () => {
    const sender = connect(server.url)
    const [first, second, senderListener] = await Promise.all([
      listen(connect(server.url), 'news'),
      listen(connect(server.url), 'news'),
      listen(sender, 'news'),
    ])
    await sender.notify('news', 'größer')
    await sender.unsafe('listen news; notify news').simple()
    await waitUntil(() => {
      for (const { heard } of [first, second, senderListener]) expect(heard).toEqual(['größer', ''])
    })
  })

  it('reach a client only on its own channels, with channel names parsed as in Postgres', async () => {
    const { sql, received } = connectOnce(server.url)
    await sql.unsafe(`/* first; */ LISTEN Folded; -- second\n listen "Quo""ted" ;`).simple()
    const other = await listen(connect(server.url), 'other')
    const sender = connect(server.url)
    for (const channel of ['other', 'Folded', 'folded', 'quo"ted', 'Quo"ted']) await sender.notify(channel, 'x')
    await waitUntil(() => expect([received, other.heard]).toEqual([['folded x', 'Quo"ted x'], ['x']]))
  })

  it('are delivered after commit and never after rollback', async () => {
    const { heard } = await listen(connect(server.url), 'news')
    const sender = connect(server.url)
    await sender.begin(async (transaction) => {
      await transaction`select pg_notify(${'news'}, ${'committed'})`
      await transaction`select 1`
      expect(heard).toEqual([])
    })
    const rolledBack = sender.begin(async (transaction) => {
      await transaction`select pg_notify(${'news'}, ${'rolled back'})`
      throw new Error('on purpose')
    })
    await expect(rolledBack).rejects.toThrow('on purpose')
    await sender.notify('news', 'last')
    await waitUntil(() => expect(heard).toEqual(['committed', 'last']))
  })

  it('end with UNLISTEN for that client only', async () => {
    const [leaving, staying] = await Promise.all([
      listen(connect(server.url), 'news'),
      listen(connect(server.url), 'news'),
    ])
    const sender = connect(server.url)
    await sender.notify('news', 'both')
    await waitUntil(() => expect(leaving.heard).toEqual(['both']))
    await leaving.unlisten()
    await sender.notify('news', 'one')
    await waitUntil(() => expect(staying.heard).toEqual(['both', 'one']))
    expect(leaving.heard).toEqual(['both'])
  })

  it.each(['unlisten *', 'discard all'])('end for all channels of a client with %s', async (statement) => {
    const { sql, received } = connectOnce(server.url)
    await sql.unsafe('listen one; listen two').simple()
    const staying = await listen(connect(server.url), 'two')
    await sql.unsafe(statement).simple()
    await sql.unsafe('listen marker').simple()
    const sender = connect(server.url)
    for (const channel of ['one', 'two', 'marker']) await sender.notify(channel, 'x')
    await waitUntil(() =>
      expect({ heard: received, staying: staying.heard }).toEqual({ heard: ['marker x'], staying: ['x'] }),
    )
  })

  it('apply a LISTEN in a transaction only on commit', async () => {
    const { sql, received } = connectOnce(server.url)
    const all = connectOnce(server.url)
    await all.sql.unsafe('listen rolled_back; listen failed; listen committed').simple()
    await sql.unsafe('begin; listen rolled_back; rollback').simple()
    await expect(sql.unsafe('listen failed; select 1 / 0').simple()).rejects.toThrow('division by zero')
    await sql.begin((transaction) => transaction`listen committed`)
    const sender = connect(server.url)
    for (const channel of ['rolled_back', 'failed', 'committed']) await sender.notify(channel, 'x')
    await waitUntil(() => expect(all.received).toEqual(['rolled_back x', 'failed x', 'committed x']))
    await waitUntil(() => expect(received).toEqual(['committed x']))
  })

  it('skip disconnected clients and still reach the others', async () => {
    const leaving = connect(server.url)
    await listen(leaving, 'news')
    const staying = await listen(connect(server.url), 'news')
    await leaving.end()
    const sender = connect(server.url)
    await sender.notify('news', 'after')
    await waitUntil(() => expect(staying.heard).toEqual(['after']))
    expect(await sender`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('do not mix with query responses under load', async () => {
    const listening = Array.from({ length: 3 }, () => connectOnce(server.url))
    for (const { sql } of listening) await sql`listen flood`
    const senders = [connect(server.url), connect(server.url)]
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    const notifications = numbers.map((index) => senders[index % 2]?.notify('flood', String(index)))
    const queries = numbers.map(async (index) => {
      const text = `text ${index}`.repeat(index)
      const sql = listening[index % 3]?.sql ?? connect(server.url)
      const [row] = await (index % 5 === 0
        ? sql.begin((transaction) => transaction`select ${index}::int as index, ${text}::text`)
        : sql`select ${index}::int as index, ${text}::text`)
      expect(row).toEqual({ index, text })
    })
    await Promise.all([...notifications, ...queries])
    await waitUntil(() => {
      for (const { received } of listening) expect(received).toHaveLength(200)
    })
    const expected = numbers.map((index) => `flood ${index}`).toSorted()
    for (const { received } of listening) {
      expect(received.toSorted()).toEqual(expected)
      expect(received).toEqual(listening[0]?.received)
    }
  })

  it('continue after a server restart when the driver listens again', async () => {
    const received: string[] = []
    let listenCount = 0
    await connect(server.url, { backoff: () => 0.05 }).listen(
      'news',
      (payload) => received.push(payload),
      () => (listenCount += 1),
    )
    expect(listenCount).toBe(1)
    await server.restart()
    await waitUntil(() => expect(listenCount).toBe(2))
    await connect(server.url).notify('news', 'again')
    await waitUntil(() => expect(received).toEqual(['again']))
  })
})

describe('local Postgres without notifications', () => {
  it('accepts LISTEN and NOTIFY but delivers nothing', async () => {
    const server = await startPostgres({ port: 0, notifications: false })
    const { sql, received } = connectOnce(server.url)
    await sql`listen news`
    await sql`notify news`
    await connect(server.url).notify('news', 'unheard')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    expect(received).toEqual([])
    await sql.end()
    await server.close()
  })
})
