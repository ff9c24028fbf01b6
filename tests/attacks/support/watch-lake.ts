/** Requests something small repeatedly from a separate thread, so that the attack does not delay it. */
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
    // An unresponsive lake counts as an infinite wait.
    const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() => undefined)
    // So does an aborted response.
    const body = await answer?.arrayBuffer().catch(() => undefined)
    parentPort?.postMessage(body && answer?.ok === true ? performance.now() - started : Infinity, [])
  }
  await pause(PAUSE_MS)
}
