import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../local-server/tests/servers.ts'
import { startLake } from '../../server.ts'
import { createTestClient, listenTo, temporaryFolder, TOKENS, whenDone } from '../fixtures.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

async function startProcess(dataDir: string, port = '0') {
  const server = await startServer(MAIN, [], { env: { LAKE_PORT: port, LAKE_DATA: dataDir } })
  whenDone(() => server.kill('SIGKILL'))
  return { ...server, url: server.address }
}

async function writeUntilKilled(
  client: SanityClient,
  writer: string,
  acknowledged: Map<string, number>,
): Promise<void> {
  for (let n = (acknowledged.get(writer) ?? 0) + 1; ; n++) {
    try {
      const transaction = client
        .transaction()
        .createOrReplace({ _id: `state-${writer}`, _type: 'state', n })
        .create({ _id: `entry-${writer}-${n}`, _type: 'entry', writer, n })
      await transaction.commit()
      acknowledged.set(writer, n)
    } catch {
      // The lake was killed before it acknowledged this write.
      return
    }
  }
}

describe('data folder', () => {
  it('can be opened by only one lake at a time', async () => {
    const dataDir = temporaryFolder()
    const first = await startProcess(dataDir)
    await expect(startLake({ port: 0, dataDir })).rejects.toThrow('Another Content Lake')
    await first.kill('SIGKILL')
    const second = await startLake({ port: 0, dataDir })
    await second.close()
  })
})

describe('lake after kill -9', () => {
  it('keeps every acknowledged write, and log and documents agree', async () => {
    const dataDir = temporaryFolder()
    const acknowledged = new Map<string, number>()
    for (let round = 1; round <= 3; round++) {
      const lake = await startProcess(dataDir)
      const client = createTestClient(lake, TOKENS.editor)
      const targetCount = sum(acknowledged) + 5 + Math.floor(Math.random() * 40)
      const writers = ['a', 'b', 'c'].map((writer) => writeUntilKilled(client, writer, acknowledged))
      await expect.poll(() => sum(acknowledged), { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(targetCount)
      await lake.kill('SIGKILL')
      await Promise.all(writers)
      await verify(dataDir, acknowledged)
    }
    expect(sum(acknowledged)).toBeGreaterThan(15)
  })

  it('lets listeners resume in the next process', async () => {
    const dataDir = temporaryFolder()
    const lake = await startProcess(dataDir)
    const client = createTestClient(lake, TOKENS.editor)
    const listener = await listenTo(client, '*[_type == "state"]', {}, { enableResume: true })
    await client.create({ _id: 'going-on', _type: 'state', n: 1 })
    await expect.poll(() => listener.mutations().length, { timeout: 10_000 }).toBe(1)
    await lake.kill('SIGKILL')
    const intermediateLake = await startLake({ port: 0, dataDir })
    await createTestClient(intermediateLake, TOKENS.editor).patch('going-on').set({ n: 2 }).commit()
    await intermediateLake.close()
    await startProcess(dataDir, new URL(lake.url).port)
    await client.patch('going-on').set({ n: 3 }).commit()
    await expect.poll(() => listener.mutations().map(({ result }) => result?.n), { timeout: 10_000 }).toEqual([1, 2, 3])
    expect(listener.events.some(({ type }) => type === 'reset')).toBe(false)
  })
})

const sum = (acknowledged: Map<string, number>): number => [...acknowledged.values()].reduce((total, n) => total + n, 0)

async function verify(dataDir: string, acknowledged: Map<string, number>): Promise<void> {
  const lake = await startLake({ port: 0, dataDir })
  try {
    const dataset = lake.dataset('production')
    for (const [writer, n] of acknowledged) {
      const state = dataset.get(`state-${writer}`)?.n as number
      // The lake may store the interrupted write completely, but never partly.
      expect([n, n + 1]).toContain(state)
      for (let entry = 1; entry <= state; entry++)
        expect(dataset.get(`entry-${writer}-${entry}`)).toMatchObject({ n: entry })
      expect(dataset.get(`entry-${writer}-${state + 1}`)).toBeUndefined()
      acknowledged.set(writer, state)
    }
    const loggedDocuments = new Map(dataset.log.entriesAfter(0, -1).map(({ documentId, after }) => [documentId, after]))
    const stored = new Map([...dataset.snapshot().all()].map((document) => [document._id, document]))
    expect(new Map([...loggedDocuments].filter(([, after]) => after))).toEqual(stored)
  } finally {
    await lake.close()
  }
}
