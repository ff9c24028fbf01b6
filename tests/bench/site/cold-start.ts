import { type Service, stop } from '../../../scripts/support/processes.ts'
import { startSite } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { release } from '../../support/stack/stack.ts'
import { pollUntil } from '../../support/until.ts'
import { computeMedian } from './statistics.ts'
import type { BenchSetup } from './under-test.ts'

async function isReady(url: string): Promise<true | undefined> {
  // The request fails until the server listens.
  const response = await fetch(url).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok || undefined
}

/** Returns the service and the milliseconds until its first 200 response. */
async function measureStart(start: () => Promise<Service>, url: string): Promise<[Service, number]> {
  const startedAt = performance.now()
  const waitForResponse = async () => {
    await pollUntil(`the first response of ${url}`, () => isReady(url), { intervalMs: 5, deadlineMs: 60_000 })
    return performance.now() - startedAt
  }
  return Promise.all([start(), waitForResponse()])
}

export async function restartSite(setup: BenchSetup): Promise<number> {
  await stop(setup.service)
  const [service, milliseconds] = await measureStart(() => startSite(stack, release), `${setup.site}/`)
  setup.service = service
  return milliseconds
}

/** Median time in milliseconds from process start to the first response of the home page. */
export type ColdStarts = { site: number; plainNext: number }

export async function measureColdStarts(setup: BenchSetup, rounds: number): Promise<ColdStarts> {
  const plainNext = await setup.plainNext()
  const times: { site: number; plainNext: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const site = await restartSite(setup)
    await stop(plainNext.service)
    const [service, milliseconds] = await measureStart(plainNext.start, `${plainNext.address}/`)
    plainNext.service = service
    times.push({ site, plainNext: milliseconds })
  }
  return {
    site: computeMedian(times.map(({ site }) => site)),
    plainNext: computeMedian(times.map(({ plainNext }) => plainNext)),
  }
}
