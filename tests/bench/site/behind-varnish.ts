import { freePort } from '../../../packages/local-server/tests/servers.ts'
import { hasProgram, prepareOperatePrograms } from '../../support/operate-programs.ts'
import { startSite } from '../../operate/support/sites.ts'
import { startVarnish } from '../../operate/support/varnish.ts'
import { look } from '../../support/pages/known-pages.ts'
import { deliverTo, publish } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { until } from '../../support/until.ts'
import { type Load, loadTargets } from './load.ts'
import { type Times, timesOf } from './statistics.ts'
import type { UnderTest } from './under-test.ts'

const CITY = 'city-chicago'
const PATH = '/hvac-ai-sdr/chicago'

export type BehindVarnish = { load: Load[]; count: number; firstLook: Times; old: number }

export const VARNISH = 'The site behind Varnish, which is told of publishes'
export const NGINX_CACHE = 'The site behind a cache of nginx, which is not'

async function start(): Promise<{ site: string; varnish: string }> {
  const [varnishPort, purgePort] = [await freePort(), await freePort()]
  const { url: site, port } = await startSite({
    name: 'bench-behind-varnish',
    variables: { EDGE_CACHE: 'varnish', VARNISH_URLS: `http://127.0.0.1:${purgePort}` },
  })
  const { url } = await startVarnish([port], varnishPort, purgePort)
  return { site, varnish: url }
}

async function measurePublish(site: string, varnish: string, words: string): Promise<{ took: number; isOld: boolean }> {
  const { transactionId } = await publish(CITY, { headline: words })
  const answeredAt = await deliverTo(site, transactionId)
  const { text } = await look(varnish, PATH)
  return { took: Date.now() - answeredAt, isOld: !text.includes(words) }
}

/** Measures the site behind Varnish and nginx. @returns undefined if Varnish, nginx or wrk is unavailable */
export async function measureBehindVarnish(
  under: UnderTest,
  { rounds, seconds, publishes }: { rounds: number; seconds: number; publishes: number },
): Promise<BehindVarnish | undefined> {
  await prepareOperatePrograms()
  const nginx = await under.nginx()
  if (!nginx || !hasProgram('varnishd')) return undefined
  const { site, varnish } = await start()
  const targets = [
    { name: VARNISH, address: `${varnish}/` },
    { name: NGINX_CACHE, address: `${nginx.caching}/` },
  ]
  const load = await loadTargets(targets, rounds, seconds)
  if (!load) return undefined
  const headline = String((await lake.getDocument(CITY))?.headline)
  await until('the first page', async () => (await look(varnish, PATH)).text.includes(headline) || undefined)
  const looks = []
  for (let round = 0; round < publishes; round++) {
    looks.push(await measurePublish(site, varnish, `Headline ${round} of the benchmark`))
  }
  await publish(CITY, { headline })
  return {
    load,
    count: publishes,
    firstLook: timesOf(looks.map(({ took }) => took)),
    old: looks.filter(({ isOld }) => isOld).length,
  }
}
