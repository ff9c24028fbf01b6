import { freePort } from '../../../packages/local-server/testing.ts'
import { siteProcess, siteServer } from '../../../scripts/build/builds.ts'
import { hasProgram, prepareOperatePrograms } from '../../../scripts/support/operate-programs.ts'
import { serve } from '../../../scripts/support/processes.ts'
import { siteVariables } from '../../../scripts/support/services.ts'
import { startVarnish } from '../../operate/support/varnish.ts'
import { look } from '../../support/pages/known-pages.ts'
import { deliverTo, publish } from '../../support/pages/publishing.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { ownRelease } from '../../support/stack/own-release.ts'
import { until, untilTime } from '../../support/until.ts'
import { type Load, loadTargets } from './load.ts'
import { type Times, timesOf } from './statistics.ts'
import type { UnderTest } from './under-test.ts'

/** A page is made anew at most once in this many milliseconds, so the rounds keep that distance. */
const MADE_ANEW_EVERY = 1_000

const CITY = 'city-chicago'
const PATH = '/hvac-ai-sdr/chicago'

/** Stored pages through two caches, and milliseconds from the answer to the webhook of a publish to the end of the first look. */
export type BehindVarnish = { load: Load[]; count: number; firstLook: Times; old: number }

export const VARNISH = 'The site behind Varnish, which is told of publishes'
export const NGINX_CACHE = 'The site behind a cache of nginx, which is not'

/** Starts the release behind Varnish as `deploy/varnish/` has it. @returns their addresses */
async function start(): Promise<{ site: string; varnish: string }> {
  const [sitePort, varnishPort, purgePort] = [await freePort(), await freePort(), await freePort()]
  const site = `http://localhost:${sitePort}`
  const folder = ownRelease('bench-behind-varnish')
  await serve(
    {
      name: 'The site behind Varnish',
      args: siteServer(folder, '--port', String(sitePort), '--hostname', 'localhost'),
      cwd: folder,
      env: {
        ...siteVariables(stack),
        EDGE_CACHE: 'varnish',
        VARNISH_URLS: `http://127.0.0.1:${purgePort}`,
        ...siteProcess,
      },
      logFile: `${stack.dataDir}/logs/bench-behind-varnish.log`,
    },
    `${site}/robots.txt`,
  )
  const { url } = await startVarnish([sitePort], varnishPort, purgePort)
  return { site, varnish: url }
}

async function measurePublish(site: string, varnish: string, words: string): Promise<{ took: number; isOld: boolean }> {
  await untilTime(Date.now() + MADE_ANEW_EVERY)
  const { transactionId } = await publish(CITY, { headline: words })
  const answeredAt = await deliverTo(site, transactionId)
  const { text } = await look(varnish, PATH)
  return { took: Date.now() - answeredAt, isOld: !text.includes(words) }
}

/** @returns undefined where Varnish, nginx or wrk cannot be had */
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
  await until('A first page', async () => (await look(varnish, PATH)).text.includes(headline) || undefined)
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
