import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createClient } from '@sanity/client'
import postgres from 'postgres'
import { apiVersion } from '../../sanity/api-version.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { webhook } from '../../sanity/webhook.ts'
import { clerkConfig } from './clerk-config.ts'
import { type Service, buildNextCommand, requireFreePort, buildSanityCommand, serve, stop } from './processes.ts'
import { getSystemsRedirectUrl, getSystemsUrl } from './local-systems.ts'
import { runStep } from './progress.ts'
import { sampleOrganization } from './sample-accounts.ts'
import { importSeed } from './seed.ts'
import { type Settings, getClerkUrl, getInboxUrl, localAdminToken, root, getVoiceUrl } from './settings.ts'

const log = (settings: Settings, name: string) => resolve(settings.dataDir, 'logs', `${name}.log`)

export const getSiteLogFile = (settings: Settings): string => log(settings, 'site')

/** Time to stop the site, which drains requests within ten seconds. */
export const SITE_GRACE_MS = 11_000

/** Returns the readiness URL, which responds on localhost. All other paths require the public host. */
const getSiteProbeUrl = ({ sitePort }: Settings) => `http://localhost:${sitePort}/api/health/ready`
const getDevProbeUrl = ({ sitePort }: Settings) => `http://localhost:${sitePort}/robots.txt`

const getSeedMarker = (data: string) => resolve(data, 'seeded')

/** Returns the marker file of a build that has been served. A new build deletes it along with the caches. */
const getServedMarker = (siteDir: string) => resolve(siteDir, '.next/served')

function writeMarker(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, new Date().toISOString())
}

/** Runs `work` once. Checks a marker file, because an empty store could also mean that a user deleted everything. */
async function runOnce(marker: string, title: string, work: () => Promise<void>): Promise<void> {
  if (existsSync(marker)) return
  await runStep(title, work)
  writeMarker(marker)
}

export const markServed = (siteDir: string): void => writeMarker(getServedMarker(siteDir))

async function startLake(settings: Settings, siteDir: string): Promise<Service> {
  const apiHost = `http://localhost:${settings.lakePort}`
  const data = resolve(settings.dataDir, 'content-lake')
  const { path, ...definition } = webhook
  const siteWebhook = {
    ...definition,
    id: 'revalidate-site',
    url: settings.env.siteUrl + path,
    secret: settings.env.webhookSecret,
    dataset: settings.env.dataset,
  }
  const start = (webhooks: object[]) =>
    serve(
      {
        name: 'The local Content Lake',
        args: [
          resolve(root, 'packages/content-lake/main.ts'),
          `--port=${settings.lakePort}`,
          `--data=${data}`,
          `--public-url=${apiHost}`,
          `--project=${settings.env.projectId}`,
          `--dataset=${settings.env.dataset}`,
          `--cors=${settings.env.siteUrl}`,
          `--cors=http://localhost:${settings.studioPort}`,
        ],
        // Passes webhooks in the environment: flags are visible in process lists, and webhooks contain secrets.
        env: { LAKE_WEBHOOKS: JSON.stringify(webhooks) },
        logFile: log(settings, 'content-lake'),
      },
      `${apiHost}/v1/ping`,
    )
  // Imports the content of a new site without webhooks: it has no cached content, and queued webhooks would slow its
  // start. A site that has run before needs the webhooks.
  if (!existsSync(getSeedMarker(data)) && !existsSync(getServedMarker(siteDir))) {
    const lake = await start([])
    await seedOnce(settings, data)
    await stop(lake)
  }
  const lake = await runStep('Starting the local Content Lake', () => start([siteWebhook]))
  await seedOnce(settings, data)
  return lake
}

async function acceptsQueries(url: string): Promise<boolean> {
  const connection = postgres(url, { max: 1, connect_timeout: 2 })
  try {
    await connection`select 1`
    return true
  } catch (error) {
    // Connection errors have a code. They mean that the server is not ready yet.
    if (error instanceof Error && 'code' in error) return false
    throw error
  } finally {
    await connection.end({ timeout: 1 })
  }
}

type Server = {
  folder: string
  name: string
  /** Environment variables instead of flags, which are visible in process lists. */
  env: Record<string, string | undefined>
  readiness: Parameters<typeof serve>[1]
}

const startServer = (settings: Settings, { folder, name, env, readiness }: Server): Promise<Service> =>
  runStep(`Starting the ${name}`, () =>
    serve(
      {
        name: `The ${name}`,
        args: [resolve(root, `packages/${folder}/main.ts`)],
        env,
        logFile: log(settings, folder),
      },
      readiness,
    ),
  )

const startPostgres = (settings: Settings): Promise<Service> =>
  startServer(settings, {
    folder: 'postgres',
    name: 'local Postgres',
    env: { POSTGRES_PORT: String(settings.postgresPort), POSTGRES_DATA: resolve(settings.dataDir, 'postgres') },
    readiness: { name: 'The local Postgres', isReady: () => acceptsQueries(settings.env.databaseUrl) },
  })

const getClerkDataDir = (settings: Settings) => resolve(settings.dataDir, 'clerk')

async function startClerk(settings: Settings): Promise<Service> {
  const { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY, CLERK_WEBHOOK_SIGNING_SECRET: secret } = settings.site
  const configFile = resolve(settings.dataDir, 'clerk-config.json')
  mkdirSync(settings.dataDir, { recursive: true })
  // A hosted mail server rejects the sample sender.
  const mailFrom = settings.localMail ? clerkConfig.mailFrom : settings.env.contact.mail?.from
  writeFileSync(configFile, JSON.stringify({ ...clerkConfig, mailFrom }, null, 2))
  return startServer(settings, {
    folder: 'clerk',
    name: 'local Clerk',
    env: {
      NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
      CLERK_SECRET_KEY,
      CLERK_PORT: String(settings.clerkPort),
      CLERK_CONFIG: configFile,
      CLERK_DATA: getClerkDataDir(settings),
      CLERK_SMTP_URL: settings.site.SMTP_URL,
      CLERK_SITE_URL: settings.env.siteUrl,
      CLERK_WEBHOOKS: JSON.stringify([{ url: `${settings.env.siteUrl}/api/webhooks/clerk`, secret }]),
    },
    readiness: `${getClerkUrl(settings)}/health`,
  })
}

function startVoice(settings: Settings): Promise<Service> {
  const { env } = settings
  const webhookUrl = `${env.siteUrl}/api/webhooks/voice`
  return startServer(settings, {
    folder: 'voice',
    name: 'local voice vendor',
    env: {
      VOICE_API_KEY: env.voice.apiKey ?? '',
      VOICE_PORT: String(settings.voicePort),
      VOICE_DATA: resolve(settings.dataDir, 'voice'),
      VOICE_START_WEBHOOK: JSON.stringify({
        url: `${webhookUrl}/start`,
        headers: { [START_SECRET_HEADER]: env.voice.startSecret },
      }),
      VOICE_POST_CALL_WEBHOOK: JSON.stringify({ url: webhookUrl, secret: env.voice.webhookSecret }),
    },
    readiness: `${getVoiceUrl(settings)}/health`,
  })
}

const startSystems = (settings: Settings): Promise<Service> =>
  startServer(settings, {
    folder: 'systems',
    name: 'local systems',
    env: {
      SYSTEMS_PORT: String(settings.systemsPort),
      SYSTEMS_DATA: resolve(settings.dataDir, 'systems'),
      SYSTEMS_REDIRECT: getSystemsRedirectUrl(settings.env.siteUrl),
      SYSTEMS_APPLICATION_NAME: 'Ductwise',
    },
    readiness: `${getSystemsUrl(settings)}/health`,
  })

const startInbox = (settings: Settings): Promise<Service> =>
  startServer(settings, {
    folder: 'mail',
    name: 'local inbox',
    env: {
      MAIL_PORT: String(settings.mailPort),
      MAIL_SMTP_PORT: String(settings.smtpPort),
      MAIL_DATA: resolve(settings.dataDir, 'mail'),
    },
    readiness: `${getInboxUrl(settings)}/health`,
  })

/** Returns the build's variables and the local Clerk's key, which exists after Clerk's first start. */
export function buildSiteVariables(settings: Settings): Record<string, string> {
  if (!settings.localClerk) return settings.site
  return { ...settings.site, CLERK_JWT_KEY: readFileSync(resolve(getClerkDataDir(settings), 'jwt.pub.pem'), 'utf8') }
}

/** Starts local servers for unconfigured services. With `hasPostgres`, Postgres already runs on the local port. */
export async function startLocalServices(
  settings: Settings,
  { siteDir = root, hasPostgres = false } = {},
): Promise<Service[]> {
  const needsPostgres = !settings.hostedDatabase && !hasPostgres
  if (!settings.hosted) await requireFreePort(settings.lakePort, 'LAKE_PORT')
  if (needsPostgres) await requireFreePort(settings.postgresPort, 'POSTGRES_PORT', '127.0.0.1')
  if (settings.localClerk) await requireFreePort(settings.clerkPort, 'CLERK_PORT', '127.0.0.1')
  if (settings.localVoice) await requireFreePort(settings.voicePort, 'VOICE_PORT', '127.0.0.1')
  if (settings.localSystems) await requireFreePort(settings.systemsPort, 'SYSTEMS_PORT', '127.0.0.1')
  if (settings.localMail) {
    await requireFreePort(settings.mailPort, 'MAIL_PORT', '127.0.0.1')
    await requireFreePort(settings.smtpPort, 'MAIL_SMTP_PORT', '127.0.0.1')
  }
  const services = [
    ...(settings.hosted ? [] : [await startLake(settings, siteDir)]),
    ...(needsPostgres ? [await startPostgres(settings)] : []),
    ...(settings.localMail ? [await startInbox(settings)] : []),
    ...(settings.localClerk ? [await startClerk(settings)] : []),
    ...(settings.localVoice ? [await startVoice(settings)] : []),
    ...(settings.localSystems ? [await startSystems(settings)] : []),
  ]
  // Sample data needs the local Clerk and the local database.
  if (settings.localClerk && !settings.hostedDatabase) await insertSampleDataOnce(settings)
  return services
}

const insertSampleDataOnce = (settings: Settings): Promise<void> =>
  runOnce(resolve(settings.dataDir, 'postgres', 'sample-data'), 'Creating 90 days of sample calls', async () => {
    // Imports the module on demand. It loads a large part of the site and is used only on the first start.
    const { insertSampleData } = await import('./sample-data/insert.ts')
    await insertSampleData(settings, sampleOrganization.slug)
  })

const seedOnce = (settings: Settings, data: string): Promise<void> =>
  runOnce(getSeedMarker(data), 'Importing the sample content', async () => {
    const client = createClient({
      projectId: settings.env.projectId,
      dataset: settings.env.dataset,
      apiHost: settings.env.apiHost,
      useProjectHostname: false,
      useCdn: false,
      apiVersion,
      token: localAdminToken,
    })
    await importSeed(client, resolve(settings.dataDir, 'seed'))
  })

/**
 * Node flags that keep the site below 500 MB while it renders every page: frequent young-generation GC and a limited
 * heap.
 */
const SITE_MEMORY_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512']

export const buildSiteServerArgs = (dir: string, ...args: string[]): string[] => [
  ...SITE_MEMORY_FLAGS,
  resolve(dir, 'server/main.ts'),
  ...args,
]

/** Environment of the site process. MALLOC_ARENA_MAX limits glibc's per-thread heaps. */
export const siteProcessEnv = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' } as const

const buildListenArgs = ({ sitePort, host }: Settings) => [
  '--port',
  String(sitePort),
  ...(host ? ['--hostname', host] : []),
]

export async function startSite(settings: Settings, dir = root): Promise<Service> {
  await requireFreePort(settings.sitePort, 'PORT')
  markServed(dir)
  return runStep('Starting the site', () =>
    serve(
      {
        name: 'The site',
        args: buildSiteServerArgs(dir, ...buildListenArgs(settings)),
        cwd: dir,
        env: { ...buildSiteVariables(settings), ...siteProcessEnv },
        logFile: getSiteLogFile(settings),
        graceMs: SITE_GRACE_MS,
      },
      getSiteProbeUrl(settings),
    ),
  )
}

export async function startDevServers(settings: Settings): Promise<Service[]> {
  await requireFreePort(settings.sitePort, 'PORT')
  await requireFreePort(settings.studioPort, 'STUDIO_PORT')
  const studioUrl = `http://localhost:${settings.studioPort}`
  markServed(root)
  return runStep('Starting the development servers', () =>
    Promise.all([
      serve(
        {
          name: 'The site’s development server',
          args: buildNextCommand('dev', ...buildListenArgs(settings)),
          cwd: root,
          env: { ...buildSiteVariables(settings), NODE_ENV: 'development', STUDIO_DEV_URL: studioUrl },
          logFile: log(settings, 'site-dev'),
        },
        getDevProbeUrl(settings),
      ),
      serve(
        {
          name: 'The Studio’s development server',
          args: buildSanityCommand('dev', '--port', String(settings.studioPort)),
          cwd: resolve(root, 'studio'),
          env: { ...settings.studio, NODE_ENV: 'development' },
          logFile: log(settings, 'studio-dev'),
        },
        `${studioUrl}/studio/`,
      ),
    ]),
  )
}
