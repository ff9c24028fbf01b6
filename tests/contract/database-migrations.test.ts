import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/db/client.ts'
import { contactMessages } from '../../lib/db/schema/index.ts'
import { postgresServers, type RunningPostgres } from '@ductwise/postgres/testing'

describe.each(postgresServers)('on $name', ({ start }) => {
  let server: RunningPostgres
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  it('several processes may migrate at once, and again', async () => {
    const opened = await Promise.all([openDatabase(server.url), openDatabase(server.url), openDatabase(server.url)])
    const again = await openDatabase(server.url)
    expect(await again.db.select().from(contactMessages)).toEqual([])
    for (const { close } of [...opened, again]) await close()
  })
})
