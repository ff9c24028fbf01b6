import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SanityClient } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import { startLake } from '../../server.ts'
import { clientOf, listenTo, temporaryFolder, TOKENS, whenDone } from '../fixtures.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

type Running = { process: ChildProcess; url: string }

async function startProcess(dataDir: string, port = '0'): Promise<Running> {
  const env = { ...process.env, LAKE_PORT: port, LAKE_DATA: dataDir }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  whenDone(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^content lake listening on (\S+)$/.exec(line)?.[1]
    if (url) return { process: child, url }
  }
  throw new Error('the lake ended before it listened')
}

async function kill({ process: child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return code
}

/** Writes until the connection dies; returns what was acknowledged. */
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
      // The lake was killed, as it should be: this one was not acknowledged.
      return
    }
  }
}

describe('a data folder', () => {
  it('belongs to one lake at a time', async () => {
    const dataDir = temporaryFolder()
    const first = await startProcess(dataDir)
    await expect(startLake({ port: 0, dataDir })).rejects.toThrow('Another Content Lake')
    await kill(first, 'SIGKILL')
    const second = await startLake({ port: 0, dataDir })
    await second.close()
  })
})

describe('after kill -9', () => {
  it('every acknowledged write is there, whole, and the log agrees with the documents', async () => {
    const dataDir = temporaryFolder()
    const acknowledged = new Map<string, number>()
    for (let round = 1; round <= 3; round++) {
      const lake = await startProcess(dataDir)
      const client = clientOf(lake, TOKENS.editor)
      const goal = sum(acknowledged) + 5 + Math.floor(Math.random() * 40)
      const writers = ['a', 'b', 'c'].map((writer) => writeUntilKilled(client, writer, acknowledged))
      await expect.poll(() => sum(acknowledged), { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(goal)
      await kill(lake, 'SIGKILL')
      await Promise.all(writers)
      await verify(dataDir, acknowledged)
    }
    expect(sum(acknowledged)).toBeGreaterThan(15)
  })

  it('listeners go on where they were, in the next process', async () => {
    const dataDir = temporaryFolder()
    const lake = await startProcess(dataDir)
    const client = clientOf(lake, TOKENS.editor)
    const listener = await listenTo(client, '*[_type == "state"]', {}, { enableResume: true })
    await client.create({ _id: 'going-on', _type: 'state', n: 1 })
    await expect.poll(() => listener.mutations().length, { timeout: 10_000 }).toBe(1)
    await kill(lake, 'SIGKILL')
    const unheard = await startLake({ port: 0, dataDir })
    await clientOf(unheard, TOKENS.editor).patch('going-on').set({ n: 2 }).commit()
    await unheard.close()
    await startProcess(dataDir, new URL(lake.url).port)
    await client.patch('going-on').set({ n: 3 }).commit()
    await expect.poll(() => listener.mutations().map(({ result }) => result?.n), { timeout: 10_000 }).toEqual([1, 2, 3])
    expect(listener.events.some(({ type }) => type === 'reset')).toBe(false)
    listener.stop()
  })

  it('ends cleanly on SIGTERM', async () => {
    const lake = await startProcess(temporaryFolder())
    expect(await kill(lake, 'SIGTERM')).toBe(0)
  })
})

const sum = (acknowledged: Map<string, number>): number => [...acknowledged.values()].reduce((total, n) => total + n, 0)

async function verify(dataDir: string, acknowledged: Map<string, number>): Promise<void> {
  const lake = await startLake({ port: 0, dataDir })
  try {
    const dataset = lake.dataset('production')
    for (const [writer, n] of acknowledged) {
      const state = dataset.get(`state-${writer}`)?.n as number
      // The write that was under way may have made it; a half of it may not.
      expect([n, n + 1]).toContain(state)
      for (let entry = 1; entry <= state; entry++)
        expect(dataset.get(`entry-${writer}-${entry}`)).toMatchObject({ n: entry })
      expect(dataset.get(`entry-${writer}-${state + 1}`)).toBeUndefined()
      acknowledged.set(writer, state)
    }
    const inLog = new Map(dataset.log.entriesAfter(0, -1).map(({ documentId, after }) => [documentId, after]))
    const stored = new Map([...dataset.snapshot().all()].map((document) => [document._id, document]))
    expect(new Map([...inLog].filter(([, after]) => after))).toEqual(stored)
  } finally {
    await lake.close()
  }
}
