import { once } from 'node:events'
import { type Socket, createConnection } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUpAfter, startServer } from '../../local-server/tests/servers.ts'
import { postgresServers, type RunningPostgres } from './postgres-servers.ts'

const { temporaryFolder } = cleanUpAfter(afterAll)

describe('local Postgres', () => {
  it('keeps acknowledged rows after SIGKILL and SIGTERM', async () => {
    const args = ['--port', '0', '--data', join(temporaryFolder(), 'data')]
    for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
      const { address, kill } = await startServer(join(import.meta.dirname, '../main.ts'), args)
      const client = postgres(`postgres://local:local-password@${address}/postgres`, {
        max: 1,
        onnotice: () => undefined,
      })
      await client`create table if not exists message (id int primary key)`
      expect(await client`select id from message`).toHaveLength(round)
      await client`insert into message values (${round})`
      await kill(signal)
      await client.end({ timeout: 1 })
    }
  }, 120_000)
})

describe.each(postgresServers)('clients of $name', ({ start: startServer }) => {
  let server: RunningPostgres
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  it('receive their own rows and have isolated transactions', async () => {
    const clients = Array.from({ length: 4 }, () => postgres(server.url, { max: 3, onnotice: () => undefined }))
    const getClient = (index: number) => clients[index % clients.length] ?? postgres(server.url)
    await getClient(0)`create table counter (value int)`
    await getClient(0)`insert into counter values (0)`
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const echoedRows = await Promise.all(
      numbers.map(async (index) => {
        const text = `text ${index}`
        const [row] = await getClient(index).unsafe(`select $1::int as index, $2::text, ${index % 7} as n`, [
          index,
          text,
        ])
        return row
      }),
    )
    expect(echoedRows).toEqual(numbers.map((index) => ({ index, text: `text ${index}`, n: index % 7 })))
    await Promise.all(
      numbers.map((index) =>
        getClient(index).begin(async (transaction) => {
          const [row] = await transaction`select value from counter for update`
          await transaction`update counter set value = ${Number(row?.value) + 1}`
        }),
      ),
    )
    expect(await getClient(1)`select value from counter`).toMatchObject([{ value: numbers.length }])
    for (const each of clients) await each.end()
  })

  it('are not affected when a client disconnects within a transaction', async () => {
    const [leaving, staying] = [postgres(server.url, { max: 1 }), postgres(server.url, { max: 1 })]
    await leaving`create table kept (value int)`
    const abandoned = leaving.begin(async (transaction) => {
      await transaction`insert into kept values (1)`
      await leaving.end({ timeout: 0 })
    })
    await expect(abandoned).rejects.toThrow()
    expect(await staying`select * from kept`).toHaveLength(0)
    await staying.end()
  })

  it('are not affected when a client disconnects after a protocol error', async () => {
    const { hostname, port } = new URL(server.url)
    const leaving = createConnection(Number(port), hostname)
    const startup = Buffer.from('\0\x03\0\0user\0local\0database\0postgres\0\0')
    leaving.write(Buffer.concat([encodeInt32(startup.length + 4), startup]))
    await waitForText(leaving, 'Z')
    const parse = Buffer.from('\0not a query\0\0\0')
    leaving.write(Buffer.concat([Buffer.from('P'), encodeInt32(parse.length + 4), parse]))
    await waitForText(leaving, 'syntax error')
    leaving.destroy()
    const staying = postgres(server.url, { max: 1, fetch_types: false })
    expect(await staying`select 1 as one`).toEqual([{ one: 1 }])
    await staying.end()
  })
})

function encodeInt32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

async function waitForText(socket: Socket, text: string): Promise<void> {
  let received = ''
  while (!received.includes(text)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    received += bytes.toString('latin1')
  }
}
