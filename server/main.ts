import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import createNext from 'next'
import { browserFiles } from '../lib/browser-bundles.js'
import { DEMO_SCREENS } from '../lib/dashboard/demo/addresses.ts'
import { waitForBoot } from '../lib/platform/lifecycle/boot.ts'
import { getSharedTags } from '../lib/platform/cache/shared-tags.ts'
import { createEdgeHeaderBuilder } from '../lib/platform/edge-cache/edge.ts'
import { env } from '../lib/platform/env/env.ts'
import { dependencies, createDependency } from '../lib/platform/lifecycle/health/dependency.ts'
import { SPECULATION_RULES_PATH } from '../lib/platform/http/speculation-rules.ts'
import { log } from '../lib/platform/log/log.ts'
import { setServerAddress } from '../lib/platform/http/site-page.ts'
import { getPageStore } from '../lib/platform/page-cache/page-store.ts'
import { registerShutdownTask } from '../lib/platform/lifecycle/process-end.ts'
import { markReady } from '../lib/platform/lifecycle/readiness.ts'
import { endTelemetry } from '../lib/platform/monitoring/start.ts'
import { findKnownPage } from '../sanity/lake/known-paths.ts'
import { probeContentLake, deleteUnusedQueries, readPublished } from '../sanity/lake/published.ts'
import { redirectsRead } from '../sanity/queries/pages.ts'
import { createGateway } from './gateway.ts'
import { createOperator } from './handlers/operator.ts'
import { createHttpServer } from './http-server.ts'
import { OtherBuilds } from './http/other-builds.ts'
import { createRenderer, warmUp } from './http/render.ts'
import { ResponseCache } from './http/response-cache.ts'
import { buildSecurityHeaders } from './http/response-headers.ts'
import { createRouteNames } from './route-names.ts'
import { stopOnSignalsAndErrors } from './shutdown.ts'
import { StaticFiles } from './http/static-files.ts'

/*
 * Starts the site. Run in the folder of a built site: `NODE_ENV=production node server/main.ts [--port 3000]
 * [--hostname localhost]`
 */

if (process.env.NODE_ENV !== 'production') throw new Error('Set NODE_ENV=production. React and Next.js depend on it.')

// Container platforms set PORT.
const defaultPort = process.env.PORT || '3000'
const options = { port: { type: 'string', default: defaultPort }, hostname: { type: 'string' } } as const
const { values } = parseArgs({ options })
const port = Number(values.port)
const folder = process.cwd()

// Node strips the types of next.config.ts. Otherwise, Next.js would load its own compiler, which takes 40 MB.
process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED ??= 'true'

// No hostname is passed. Next.js compares the hostname with localhost. With an address such as 127.0.0.1, it would send
// requests to itself over the network. Behind an https proxy, it would use TLS for them.
const next = createNext({ dev: false, dir: folder, port })
const handleNext = next.getRequestHandler()
await next.prepare()
// The site must not respond before it has loaded the revalidated tags of other processes.
await waitForBoot()

/** Returns the files in `public/` at startup. Excludes folders, because a folder may share its path with a page. */
function listPublicFiles(): Set<string> {
  const root = join(folder, 'public')
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const paths = entries.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  return new Set(paths.map((path) => `/${path.replaceAll(sep, '/')}`))
}

const { siteUrl, trustedProxies, shutdownDelay, databaseUrl, operatorToken } = env()

const files = new StaticFiles(join(folder, '.next/static'))
const scripts = new Map(browserFiles.map(({ path, code }) => [path, code]))
const otherBuilds = new OtherBuilds({
  databaseUrl,
  ownPaths: [...files.paths, ...scripts.keys()],
  readFile: async (path) => {
    const code = scripts.get(path)
    return code === undefined ? files.read(path) : Buffer.from(code)
  },
})
// The files must be stored before the first page refers to them.
await otherBuilds.start()
registerShutdownTask('stopping', 'build files', otherBuilds.stop)

dependencies.push(createDependency('content-lake', probeContentLake))
const pages = getPageStore(join(folder, '.next/server'))
const render = createRenderer(handleNext)
const { host } = new URL(siteUrl)
await warmUp(render, host)
const gateway = createGateway({
  siteUrl,
  trustedProxies,
  headers: buildSecurityHeaders(siteUrl),
  pageHeaders: { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` },
  cache: new ResponseCache(render, pages, host),
  files,
  otherBuilds,
  publicFiles: listPublicFiles(),
  edgeHeaders: createEdgeHeaderBuilder(env()),
  render,
  next: handleNext,
  knownPage: async (path) => (DEMO_SCREENS.has(path) ? path : findKnownPage(path)),
  redirects: () => readPublished(redirectsRead),
  operator: createOperator(operatorToken, dependencies),
  routeName: createRouteNames(join(folder, '.next/routes-manifest.json')),
})

const server = createHttpServer(gateway)
void deleteUnusedQueries()
void pages.deleteOtherBuilds()
const close = async () => {
  await Promise.all([next.close(), getSharedTags(databaseUrl).close()])
  await endTelemetry()
}
stopOnSignalsAndErrors(server, close, shutdownDelay)
// The process is useless if it cannot use its port.
server.once('error', (err) => {
  log.error({ err }, 'http: listen failed')
  process.exit(1)
})
server.listen(port, values.hostname, () => {
  const address = server.address()
  if (address && typeof address === 'object') setServerAddress(address)
  markReady()
})
