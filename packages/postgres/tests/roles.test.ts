import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresServers, type RunningPostgres } from './postgres-servers.ts'

describe.each(postgresServers)('connection with a startup role on $name', ({ start }) => {
  let server: RunningPostgres
  let owner: postgres.Sql
  beforeAll(async () => {
    server = await start()
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    await owner`create role reader nologin`
    await owner`create table notes (of text, words text)`
    await owner`insert into notes values ('a', 'one'), ('b', 'two')`
    await owner`grant select on notes to reader`
    await owner`alter table notes enable row level security`
    await owner`create policy own on notes to reader using (of = current_setting('app.of', true))`
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const queryAsReader = async <Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> => {
    const reader = postgres(server.url, { max: 1, connection: { role: 'reader' } })
    try {
      return await work(reader)
    } finally {
      await reader.end()
    }
  }

  it("uses the role for all its queries, also between other clients' queries", async () => {
    await queryAsReader(async (reader) => {
      for (let round = 0; round < 3; round += 1) {
        expect(await reader`select current_user as name`).toEqual([{ name: 'reader' }])
        expect(await owner`select current_user as name`).not.toEqual([{ name: 'reader' }])
        expect(await owner`select count(*)::int as count from notes`).toEqual([{ count: 2 }])
        expect(await reader`select count(*)::int as count from notes`).toEqual([{ count: 0 }])
      }
    })
  })

  it('is subject to row-level security policies', async () => {
    const visibleRows = await queryAsReader((reader) =>
      reader.begin(async (sql) => {
        await sql`select set_config('app.of', 'b', true)`
        return sql`select words from notes`
      }),
    )
    expect(visibleRows).toEqual([{ words: 'two' }])
  })

  it('has only the permissions of the role', async () => {
    await queryAsReader(async (reader) => {
      await expect(reader`insert into notes values ('c', 'three')`).rejects.toMatchObject({ code: '42501' })
    })
    expect(await owner`select count(*)::int as count from notes`).toEqual([{ count: 2 }])
  })

  it('is rejected for an unknown role without affecting others', async () => {
    const unknownRole = postgres(server.url, { max: 1, connect_timeout: 2, connection: { role: 'nobody_knows' } })
    await expect(unknownRole`select 1`).rejects.toMatchObject({ code: '22023' })
    await unknownRole.end({ timeout: 1 })
    expect(await owner`select count(*)::int as count from notes`).toEqual([{ count: 2 }])
  })
})
