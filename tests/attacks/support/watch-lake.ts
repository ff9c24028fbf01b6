/* Sends small requests repeatedly from a separate thread, so that the attack in the main thread does not delay them. */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, query } = workerData as { url: string; query: string }
const PAUSE_MS = 10
const TIMEOUT_MS = 60_000
const addresses = [`${url}/v1/ping`, `${url}/v2025-02-19/data/query/production?query=${encodeURIComponent(query)}`]

for (;;) {
  for (const address of addresses) {
    const startedAt = performance.now()
    parentPort?.postMessage('asked', [])
    // A failed request counts as an infinite response time.
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
    // An aborted response also counts as infinite.
    const body = await response?.arrayBuffer().catch(() => undefined)
    parentPort?.postMessage(body && response?.ok === true ? performance.now() - startedAt : Infinity, [])
  }
  await pause(PAUSE_MS)
}
