/** Asks a lake for something small, again and again, on a thread of its own: what the attackers of a test do holds nothing up here. */
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
    // A lake that does not answer is one that others wait for without end.
    const answer = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() => undefined)
    // The same of one that breaks off.
    const body = await answer?.arrayBuffer().catch(() => undefined)
    parentPort?.postMessage(body && answer?.ok === true ? performance.now() - started : Infinity, [])
  }
  await pause(PAUSE_MS)
}
