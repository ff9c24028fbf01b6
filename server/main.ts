import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import createNext from 'next'
import { browserFiles } from '../lib/browser-bundles.js'
import { DEMO_SCREENS } from '../lib/demo/addresses.ts'
import { booted } from '../lib/boot.ts'
import { sharedTags } from '../lib/cache/shared-tags.ts'
import { edgeHeaders } from '../lib/edge-cache/edge.ts'
import { env } from '../lib/env.ts'
import { dependencies, dependency } from '../lib/health/dependency.ts'
import { SPECULATION_RULES_PATH } from '../lib/http/speculation-rules.ts'
import { log } from '../lib/log/log.ts'
import { setOwnAddress } from '../lib/own-page.ts'
import { pageStore } from '../lib/page-cache/page-store.ts'
import { atProcessEnd } from '../lib/process-end.ts'
import { markReady } from '../lib/readiness.ts'
import { endTelemetry } from '../lib/telemetry/start.ts'
import { knownPage } from '../sanity/known-paths.ts'
import { askLake } from '../sanity/ping.ts'
import { forgetFormerQueries, readPublished } from '../sanity/published.ts'
import { redirectsRead } from '../sanity/queries/redirect.ts'
import { createFront } from './front.ts'
import { OtherBuilds } from './other-builds.ts'
import { createOperator } from './operator.ts'
import { renderer } from './render.ts'
import { routeNames, routesFile } from './route-names.ts'
import { securityHeaders } from './security-headers.ts'
import { stopOnSignalsAndErrors } from './shutdown.ts'
import { createSiteServer } from './site-server.ts'
import { StaticFiles } from './static-files.ts'
import { StoredAnswers } from './stored-answers.ts'
import { warmUp } from './warm-up.ts'

/*
 * The production server: `NODE_ENV=production node server/main.ts [--port 3000] [--hostname localhost]`, in the folder of a
 * built site or of a release (`npm run release`).
 */

if (process.env.NODE_ENV !== 'production') throw new Error('Set NODE_ENV=production: React and Next go by it.')

// Hosts of containers say the port in the environment.
const usualPort = process.env.PORT || '3000'
const { values } = parseArgs({
  options: { port: { type: 'string', default: usualPort }, hostname: { type: 'string' } },
})
const port = Number(values.port)
const folder = process.cwd()

// Node reads next.config.ts itself: Next would load its compiler for that, and keep the 40 MB.
process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED ??= 'true'

// It is not told what the site listens on: it takes an address such as 127.0.0.1 for another host than the localhost that it
// makes of it, and would ask itself by the network, behind a proxy that speaks https even in TLS.
const next = createNext({ dev: false, dir: folder, port })
const framework = next.getRequestHandler()
await next.prepare()
// Before anybody is answered: until then the tags that other processes revalidated are not known.
await booted()

/** Paths of the files in `public/`, which are there when the site starts; a folder of it may have the path of a page. */
function publicFiles(): Set<string> {
  const root = join(folder, 'public')
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  return new Set(
    entries.map(({ parentPath, name }) => `/${relative(root, join(parentPath, name)).replaceAll(sep, '/')}`),
  )
}

const { siteUrl, trustedProxies, shutdownDelay, databaseUrl, operatorToken } = env()

const files = new StaticFiles(join(folder, '.next/static'))
const scripts = new Map(browserFiles.map(({ path, code }) => [path, code]))
const otherBuilds = new OtherBuilds({
  databaseUrl,
  own: [...files.paths, ...scripts.keys()],
  read: async (path) => {
    const code = scripts.get(path)
    return code === undefined ? files.read(path) : Buffer.from(code)
  },
})
// Before the first page that names them.
await otherBuilds.start()
atProcessEnd('stopping', 'files of builds', otherBuilds.stop)

dependencies.push(dependency('content-lake', askLake))
const pages = pageStore(join(folder, '.next/server'))
const render = renderer(framework)
const { host } = new URL(siteUrl)
await warmUp(render, host)
const front = createFront({
  siteUrl,
  trustedProxies,
  headers: securityHeaders(siteUrl),
  pageHeaders: { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` },
  stored: new StoredAnswers(render, pages, host),
  files,
  otherBuilds,
  publicFiles: publicFiles(),
  edgeHeaders: edgeHeaders(env()),
  render,
  framework,
  knownPage: async (path) => (DEMO_SCREENS.has(path) ? path : knownPage(path)),
  redirects: () => readPublished(redirectsRead),
  operator: createOperator(operatorToken, dependencies),
  routeName: routeNames(routesFile(folder)),
})

const server = createSiteServer(front)
void forgetFormerQueries()
void pages.forgetOtherBuilds()
const close = async () => {
  await Promise.all([next.close(), sharedTags(databaseUrl).close()])
  await endTelemetry()
}
stopOnSignalsAndErrors(server, close, shutdownDelay)
// Without its port it is of no use to anybody.
server.once('error', (err) => {
  log.error({ err }, 'The site cannot listen')
  process.exit(1)
})
server.listen(port, values.hostname, () => {
  const address = server.address()
  if (address && typeof address === 'object') setOwnAddress(address)
  markReady()
})
