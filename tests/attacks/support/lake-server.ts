import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { kill, serve } from '../../../scripts/support/processes.ts'
import { localAdminToken, root } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'

export type LakeServer = {
  url: string
  /** Sends a request to a path below the API version. Status 0 means a timeout or a network error. */
  request: (path: string, init?: LakeRequestInit) => Promise<LakeResponse>
  /** Returns the watcher's longest response time since `begin`, in milliseconds. Includes pending requests. */
  waited: () => number
  answered: () => number
  begin: () => void
  stop: () => Promise<void>
}

export type LakeRequestInit = RequestInit & { token?: string; json?: unknown; deadlineMs?: number; isFullUrl?: boolean }
export type LakeResponse = { status: number; text: string }

const TIMEOUT_MS = 8_000

/** Maximum characters of a response to store. */
const MAX_RESPONSE_CHARS = 2_000_000

const TOLERANCE_MS = 500
const IDLE_FACTOR = 20

export async function startLakeServer(name: string, documents: object[]): Promise<LakeServer> {
  const dataDir = resolve(stack.dataDir, name)
  rmSync(dataDir, { recursive: true, force: true })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const service = await serve(
    {
      name,
      args: [resolve(root, 'packages/content-lake/main.ts'), `--port=${port}`, `--data=${dataDir}`],
      logFile: `${stack.dataDir}/logs/${name}.log`,
    },
    `${url}/v1/ping`,
  )
  const request = (path: string, options: LakeRequestInit = {}): Promise<LakeResponse> =>
    requestLake(url, path, options)
  for (let from = 0; from < documents.length; from += 1000) {
    const mutations = documents.slice(from, from + 1000).map((document) => ({ createOrReplace: document }))
    await request('/data/mutate/production', { json: { mutations }, token: localAdminToken })
  }
  const watcher = startWatcher(url)
  return { url, request, ...watcher, stop: () => watcher.stop().then(() => kill(service)) }
}

async function requestLake(url: string, path: string, options: LakeRequestInit): Promise<LakeResponse> {
  const { token, json, deadlineMs = TIMEOUT_MS, isFullUrl, ...init } = options
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
    const response = await fetch(isFullUrl ? url + path : `${url}/v2025-02-19${path}`, request)
    return { status: response.status, text: (await response.text()).slice(0, MAX_RESPONSE_CHARS) }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message : String(error) }
  }
}

function startWatcher(url: string): Pick<LakeServer, 'waited' | 'answered' | 'begin' | 'stop'> {
  const worker = new Worker(new URL('./watch-lake.ts', import.meta.url), {
    workerData: { url, query: '*[_id == "note-7"][0].number' },
  })
  let sentAt: number | undefined
  let longestMs = 0
  let responseCount = 0
  worker.on('message', (message: 'asked' | number) => {
    if (message !== 'asked' && sentAt !== undefined) {
      longestMs = Math.max(longestMs, message)
      responseCount++
    }
    sentAt = message === 'asked' ? performance.now() : undefined
  })
  return {
    waited: () => Math.max(longestMs, sentAt === undefined ? 0 : performance.now() - sentAt),
    answered: () => responseCount,
    begin: () => {
      longestMs = 0
      responseCount = 0
      sentAt = undefined
    },
    stop: async () => void (await worker.terminate()),
  }
}

export const getMaxWaitMs = (idleMs: number): number => TOLERANCE_MS + IDLE_FACTOR * Math.min(idleMs, TOLERANCE_MS)
