import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/db/client.ts'
import { contactMessages } from '../../lib/db/schema.ts'
import { startPostgres } from '../../local/postgres/server.ts'
import { MESSAGE, freePort } from './contact-fixtures.ts'

const main = resolve(import.meta.dirname, '../../local/postgres/main.ts')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start(port: number) {
  const env = { ...process.env, POSTGRES_PORT: String(port), POSTGRES_DATA: join(folder, 'data') }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await once(child, 'exit')
  }
}

describe('the local Postgres', () => {
  it('keeps what it acknowledged, also when it is killed', async () => {
    const port = await freePort()
    const url = `postgres://local:local-password@127.0.0.1:${port}/postgres`
    for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
      const stop = await start(port)
      const { db, close } = await openDatabase(url)
      expect(await db.select().from(contactMessages)).toHaveLength(round)
      await db.insert(contactMessages).values({ ...MESSAGE, ticketId: String(round) })
      await stop(signal)
      await close()
    }
  })

  it('answers each of several clients with its own rows, and keeps their transactions apart', async () => {
    const server = await startPostgres({ port: 0 })
    const clients = Array.from({ length: 4 }, () => postgres(server.url, { max: 3, onnotice: () => undefined }))
    const client = (index: number) => clients[index % clients.length] ?? postgres(server.url)
    await client(0)`create table counter (value int)`
    await client(0)`insert into counter values (0)`
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const echoed = await Promise.all(
      numbers.map(async (index) => {
        const text = `text ${index}`
        const [row] = await client(index).unsafe(`select $1::int as index, $2::text as text, ${index % 7} as n`, [
          index,
          text,
        ])
        return row
      }),
    )
    expect(echoed).toEqual(numbers.map((index) => ({ index, text: `text ${index}`, n: index % 7 })))
    await Promise.all(
      numbers.map((index) =>
        client(index).begin(async (transaction) => {
          const [row] = await transaction`select value from counter for update`
          await transaction`update counter set value = ${Number(row?.value) + 1}`
        }),
      ),
    )
    expect(await client(1)`select value from counter`).toMatchObject([{ value: numbers.length }])
    for (const each of clients) await each.end()
    await server.close()
  })

  it('lets others go on when a client leaves in the middle of a transaction', async () => {
    const server = await startPostgres({ port: 0 })
    const [leaving, staying] = [postgres(server.url, { max: 1 }), postgres(server.url, { max: 1 })]
    await leaving`create table kept (value int)`
    const abandoned = leaving.begin(async (transaction) => {
      await transaction`insert into kept values (1)`
      await leaving.end({ timeout: 0 })
    })
    await expect(abandoned).rejects.toThrow()
    expect(await staying`select * from kept`).toHaveLength(0)
    await staying.end()
    await server.close()
  })

  it('can be migrated by several processes at once, and again', async () => {
    const server = await startPostgres({ port: 0 })
    const opened = await Promise.all([openDatabase(server.url), openDatabase(server.url), openDatabase(server.url)])
    const again = await openDatabase(server.url)
    expect(await again.db.select().from(contactMessages)).toEqual([])
    for (const { close } of [...opened, again]) await close()
    await server.close()
  })
})
