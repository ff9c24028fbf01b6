import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freePort } from '../../../packages/local-server/tests/servers.ts'
import { kill, serve } from '../../../scripts/support/processes.ts'
import { localAdminToken, root } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'

export type OwnLake = {
  url: string
  /** Sends a request to a path below the API version. Status 0 means a timeout or a network error. */
  ask: (path: string, init?: Asking) => Promise<Answer>
  /** Returns the longest response time of the watcher since `begin`, in ms, including pending requests. */
  waited: () => number
  answered: () => number
  begin: () => void
  stop: () => Promise<void>
}

export type Asking = RequestInit & { token?: string; json?: unknown; deadlineMs?: number; wholeUrl?: boolean }
export type Answer = { status: number; text: string }

const DEADLINE_MS = 8_000

/** Maximum characters kept of a response. */
const LOOKED_AT = 2_000_000

const SLACK_MS = 500
const TIMES_IDLE = 20

export async function startOwnLake(name: string, documents: object[]): Promise<OwnLake> {
  const dataDir = resolve(stack.dataDir, name)
  rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const service = await serve(
    {
      name,
      args: [resolve(root, 'packages/content-lake/main.ts'), `--port=${port}`, `--data=${dataDir}`],
      logFile: `${stack.dataDir}/logs/${name}.log`,
    },
    `${url}/v1/ping`,
  )
  const ask = (path: string, asking: Asking = {}): Promise<Answer> => askLake(url, path, asking)
  for (let from = 0; from < documents.length; from += 1000) {
    const mutations = documents.slice(from, from + 1000).map((document) => ({ createOrReplace: document }))
    await ask('/data/mutate/production', { json: { mutations }, token: localAdminToken })
  }
  const watcher = watch(url)
  return { url, ask, ...watcher, stop: () => watcher.stop().then(() => kill(service)) }
}

async function askLake(url: string, path: string, asking: Asking): Promise<Answer> {
  const { token, json, deadlineMs = DEADLINE_MS, wholeUrl, ...init } = asking
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...init.headers,
  }
  const body = json === undefined ? init.body : JSON.stringify(json)
  const request = {
    signal: AbortSignal.timeout(deadlineMs),
    ...init,
    headers,
    ...(body != null && { method: init.method ?? 'POST', body }),
  }
  try {
    const response = await fetch(wholeUrl ? url + path : `${url}/v2025-02-19${path}`, request)
    return { status: response.status, text: (await response.text()).slice(0, LOOKED_AT) }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error) }
  }
}

function watch(url: string): Pick<OwnLake, 'waited' | 'answered' | 'begin' | 'stop'> {
  const worker = new Worker(new URL('./watch-lake.ts', import.meta.url), {
    workerData: { url, query: '*[_id == "note-7"][0].number' },
  })
  let askedAt: number | undefined
  let longest = 0
  let answers = 0
  worker.on('message', (told: 'asked' | number) => {
    if (told !== 'asked' && askedAt !== undefined) {
      longest = Math.max(longest, told)
      answers++
    }
    askedAt = told === 'asked' ? performance.now() : undefined
  })
  return {
    waited: () => Math.max(longest, askedAt === undefined ? 0 : performance.now() - askedAt),
    answered: () => answers,
    begin: () => {
      longest = 0
      answers = 0
      askedAt = undefined
    },
    stop: async () => void (await worker.terminate()),
  }
}

export const bearable = (idle: number): number => SLACK_MS + TIMES_IDLE * Math.min(idle, SLACK_MS)
