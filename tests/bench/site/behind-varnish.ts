import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { hasProgram, prepareOperatePrograms } from '../../support/operate-programs.ts'
import { startSite } from '../../operate/support/sites.ts'
import { startVarnish } from '../../operate/support/varnish.ts'
import { requestPage } from '../../support/pages/known-pages.ts'
import { deliverWebhook, publish } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { pollUntil } from '../../support/until.ts'
import { type Load, loadTargets } from './load.ts'
import { type Times, summarizeTimes } from './statistics.ts'
import type { BenchSetup } from './under-test.ts'

const CITY_ID = 'city-chicago'
const CITY_PATH = '/hvac-ai-sdr/chicago'

export type VarnishMeasurements = { load: Load[]; count: number; firstLook: Times; old: number }

export const VARNISH_LABEL = 'The site behind Varnish, with purges'
export const NGINX_CACHE_LABEL = 'The site behind an nginx cache, without purges'

async function start(): Promise<{ site: string; varnish: string }> {
  const [varnishPort, purgePort] = [await findFreePort(), await findFreePort()]
  const { url: site, port } = await startSite({
    name: 'bench-behind-varnish',
    variables: { EDGE_CACHE: 'varnish', VARNISH_URLS: `http://127.0.0.1:${purgePort}` },
  })
  const { url } = await startVarnish([port], varnishPort, purgePort)
  return { site, varnish: url }
}

async function measurePublish(
  site: string,
  varnish: string,
  headline: string,
): Promise<{ took: number; isOld: boolean }> {
  const { transactionId } = await publish(CITY_ID, { headline })
  const answeredAt = await deliverWebhook(site, transactionId)
  const { text } = await requestPage(varnish, CITY_PATH)
  return { took: Date.now() - answeredAt, isOld: !text.includes(headline) }
}

/** Measures the site behind Varnish and nginx. @returns undefined if Varnish, nginx or wrk is unavailable */
export async function measureBehindVarnish(
  setup: BenchSetup,
  { rounds, seconds, publishes }: { rounds: number; seconds: number; publishes: number },
): Promise<VarnishMeasurements | undefined> {
  await prepareOperatePrograms()
  const nginx = await setup.nginx()
  if (!nginx || !hasProgram('varnishd')) return undefined
  const { site, varnish } = await start()
  const targets = [
    { name: VARNISH_LABEL, address: `${varnish}/` },
    { name: NGINX_CACHE_LABEL, address: `${nginx.caching}/` },
  ]
  const load = await loadTargets(targets, rounds, seconds)
  if (!load) return undefined
  const headline = String((await lake.getDocument(CITY_ID))?.headline)
  await pollUntil(
    'the first page',
    async () => (await requestPage(varnish, CITY_PATH)).text.includes(headline) || undefined,
  )
  const measurements = []
  for (let round = 0; round < publishes; round++) {
    measurements.push(await measurePublish(site, varnish, `Headline ${round} of the benchmark`))
  }
  await publish(CITY_ID, { headline })
  return {
    load,
    count: publishes,
    firstLook: summarizeTimes(measurements.map(({ took }) => took)),
    old: measurements.filter(({ isOld }) => isOld).length,
  }
}
