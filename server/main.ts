import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, sep } from 'node:path'
import { parseArgs } from 'node:util'
import createNext from 'next'
import { env } from '../lib/env.ts'
import { SPECULATION_RULES_PATH } from '../lib/http/speculation-rules.ts'
import { log } from '../lib/log/log.ts'
import { pageStore } from '../lib/page-cache/page-store.ts'
import { knownPage } from '../sanity/known-paths.ts'
import { forgetFormerQueries, readPublished } from '../sanity/published.ts'
import { redirectsRead } from '../sanity/queries/redirect.ts'
import { createFront } from './front.ts'
import { renderer } from './render.ts'
import { securityHeaders } from './security-headers.ts'
import { stopOnSignals } from './shutdown.ts'
import { SiteRequest } from './site-request.ts'
import { SiteResponse } from './site-response.ts'
import { StaticFiles } from './static-files.ts'
import { StoredAnswers } from './stored-answers.ts'

/*
 * The production server: `NODE_ENV=production node server/main.ts --port 3000 [--hostname localhost]`, in the folder of a
 * built site.
 */

/** Milliseconds that the headers of a request, and all of it, may take to come in. */
const HEADERS_WITHIN = 10_000
const REQUEST_WITHIN = 60_000
const CHECKED_EVERY = 5_000

if (process.env.NODE_ENV !== 'production') throw new Error('Set NODE_ENV=production: React and Next go by it.')

const { values } = parseArgs({ options: { port: { type: 'string', default: '3000' }, hostname: { type: 'string' } } })
const port = Number(values.port)
const folder = process.cwd()

const next = createNext({ dev: false, dir: folder, port, ...(values.hostname && { hostname: values.hostname }) })
const framework = next.getRequestHandler()
await next.prepare()

/** Paths of the files in `public/`, which are there when the site starts. */
function publicFiles(): Set<string> {
  const files = readdirSync(join(folder, 'public'), { recursive: true, encoding: 'utf8' })
  return new Set(files.map((name) => `/${name.replaceAll(sep, '/')}`))
}

const { siteUrl, trustedProxies } = env()
const render = renderer(framework)
const front = createFront({
  siteUrl,
  trustedProxies,
  headers: securityHeaders(siteUrl),
  pageHeaders: { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` },
  stored: new StoredAnswers(render, pageStore(join(folder, '.next/server')), new URL(siteUrl).host),
  files: new StaticFiles(join(folder, '.next/static')),
  publicFiles: publicFiles(),
  render,
  framework,
  knownPage,
  redirects: () => readPublished(redirectsRead),
})

// A fault in one answer, such as a connection that ends in the middle, is no reason to end all others.
process.on('uncaughtException', (err) => log.error({ err }, 'An error that nothing caught'))
process.on('unhandledRejection', (err) => log.error({ err }, 'A rejection that nothing caught'))

const server = createServer(
  {
    IncomingMessage: SiteRequest,
    ServerResponse: SiteResponse,
    headersTimeout: HEADERS_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: CHECKED_EVERY,
  },
  front,
)
void forgetFormerQueries()
stopOnSignals(server, () => next.close())
server.listen(port, values.hostname)
