import { type Service, stop } from '../../../scripts/support/processes.ts'
import { startSite } from '../../../scripts/support/services.ts'
import { stack } from '../../support/stack/addresses.ts'
import { release } from '../../support/stack/stack.ts'
import { until } from '../../support/until.ts'
import { median } from './statistics.ts'
import type { UnderTest } from './under-test.ts'

async function isAnswered(url: string): Promise<true | undefined> {
  // The request fails until the server listens.
  const response = await fetch(url).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok || undefined
}

/** Returns the service and the milliseconds until its first 200 response. */
async function startUp(start: () => Promise<Service>, url: string): Promise<[Service, number]> {
  const begun = performance.now()
  const answered = async () => {
    await until(`the first response of ${url}`, () => isAnswered(url), { intervalMs: 5, deadlineMs: 60_000 })
    return performance.now() - begun
  }
  return Promise.all([start(), answered()])
}

export async function restartSite(under: UnderTest): Promise<number> {
  await stop(under.service)
  const [service, milliseconds] = await startUp(() => startSite(stack, release), `${under.site}/`)
  under.service = service
  return milliseconds
}

/** Median milliseconds from process start to the first response of the home page. */
export type ColdStarts = { site: number; plainNext: number }

export async function startCold(under: UnderTest, rounds: number): Promise<ColdStarts> {
  const plainNext = await under.plainNext()
  const times: { site: number; plainNext: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const site = await restartSite(under)
    await stop(plainNext.service)
    const [service, milliseconds] = await startUp(plainNext.start, `${plainNext.address}/`)
    plainNext.service = service
    times.push({ site, plainNext: milliseconds })
  }
  return { site: median(times.map(({ site }) => site)), plainNext: median(times.map(({ plainNext }) => plainNext)) }
}
