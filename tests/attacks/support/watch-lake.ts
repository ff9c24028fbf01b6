/* Sends small requests repeatedly from a separate thread, so that the attack in the main thread does not delay them. */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, query } = workerData as { url: string; query: string }
const PAUSE_MS = 10
const DEADLINE_MS = 60_000
const addresses = [`${url}/v1/ping`, `${url}/v2025-02-19/data/query/production?query=${encodeURIComponent(query)}`]

for (;;) {
  for (const address of addresses) {
    const started = performance.now()
    parentPort?.postMessage('asked', [])
    // A failed request counts as an infinite response time.
    const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() => undefined)
    // An aborted response counts as infinite, too.
    const body = await answer?.arrayBuffer().catch(() => undefined)
    parentPort?.postMessage(body && answer?.ok === true ? performance.now() - started : Infinity, [])
  }
  await pause(PAUSE_MS)
}
