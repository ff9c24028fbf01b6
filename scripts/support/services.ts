import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createClient } from '@sanity/client'
import postgres from 'postgres'
import { apiVersion } from '../../sanity/api-version.ts'
import { START_SECRET_HEADER } from '../../lib/voice/start-secret.ts'
import { webhook } from '../../sanity/webhook.ts'
import { next, sanity, siteProcess, siteServer } from '../build/builds.ts'
import { clerkConfig } from './clerk-config.ts'
import { type Service, requireFreePort, serve, stop } from './processes.ts'
import { systemsRedirect, systemsUrl } from './local-systems.ts'
import { step } from './progress.ts'
import { importSeed } from './seed.ts'
import { type Settings, clerkUrl, localAdminToken, root, voiceUrl } from './settings.ts'

const log = (settings: Settings, name: string) => resolve(settings.dataDir, 'logs', `${name}.log`)

/** Where the site's log is kept. */
export const siteLogFile = (settings: Settings): string => log(settings, 'site')

/** Milliseconds that the site has to answer what is under way; it ends by itself within ten seconds. */
export const SITE_GRACE_MS = 11_000

/** Answers as soon as the site does, on this machine, whatever its public address is: all else it answers by its own name. */
const siteProbe = ({ sitePort }: Settings) => `http://localhost:${sitePort}/api/health/ready`
const devProbe = ({ sitePort }: Settings) => `http://localhost:${sitePort}/robots.txt`

/** A marker, not an empty dataset, says that seeding is done: an editor may have deleted everything on purpose. */
const seedMarker = (data: string) => resolve(data, 'seeded')

/** Beside a build, says that it was served; a new build takes it away with everything else that was kept. */
const servedMarker = (siteDir: string) => resolve(siteDir, '.next/served')

/** Notes that a site is served from a folder and may keep content from now on. */
export function noteServed(siteDir: string): void {
  mkdirSync(resolve(siteDir, '.next'), { recursive: true })
  writeFileSync(servedMarker(siteDir), new Date().toISOString())
}

/** Starts the local Content Lake with the site's webhook, and imports the sample content into a new one. */
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
        // Not a flag, because a list of processes shows flags and a webhook holds its secret.
        env: { LAKE_WEBHOOKS: JSON.stringify(webhooks) },
        logFile: log(settings, 'content-lake'),
      },
      `${apiHost}/v1/ping`,
    )
  // A site that was served before may keep pages with other content, and hears of each imported document. A new one keeps
  // nothing: messages to it would only wait until it is up, and take its first seconds.
  if (!existsSync(seedMarker(data)) && !existsSync(servedMarker(siteDir))) {
    const lake = await start([])
    await seedOnce(settings, data)
    await stop(lake)
  }
  const lake = await step('Starting the local Content Lake', () => start([siteWebhook]))
  await seedOnce(settings, data)
  return lake
}

async function acceptsQueries(url: string): Promise<boolean> {
  const connection = postgres(url, { max: 1, connect_timeout: 2 })
  try {
    await connection`select 1`
    return true
  } catch (error) {
    // Not up yet; the launcher asks again until its deadline. Anything else has no code of a connection or of Postgres.
    if (error instanceof Error && 'code' in error) return false
    throw error
  } finally {
    await connection.end({ timeout: 1 })
  }
}

/** Starts the local Postgres; its data stays in the data folder. */
async function startPostgres(settings: Settings): Promise<Service> {
  return step('Starting the local Postgres', () =>
    serve(
      {
        name: 'The local Postgres',
        args: [resolve(root, 'packages/postgres/main.ts')],
        env: {
          POSTGRES_PORT: String(settings.postgresPort),
          POSTGRES_DATA: resolve(settings.dataDir, 'postgres'),
        },
        logFile: log(settings, 'postgres'),
      },
      { name: 'The local Postgres', isReady: () => acceptsQueries(settings.env.databaseUrl) },
    ),
  )
}

const clerkData = (settings: Settings) => resolve(settings.dataDir, 'clerk')

/** Folder in which the local Clerk leaves its mails with codes and invitations. */
export const clerkOutbox = (settings: Pick<Settings, 'dataDir'>): string => resolve(settings.dataDir, 'clerk-outbox')

/** Starts the local Clerk with the site's webhook; it makes the sample accounts in a new data folder. */
async function startClerk(settings: Settings): Promise<Service> {
  const { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY, CLERK_WEBHOOK_SIGNING_SECRET: secret } = settings.site
  const configFile = resolve(settings.dataDir, 'clerk-config.json')
  mkdirSync(settings.dataDir, { recursive: true })
  writeFileSync(configFile, JSON.stringify(clerkConfig, null, 2))
  return step('Starting the local Clerk', () =>
    serve(
      {
        name: 'The local Clerk',
        args: [resolve(root, 'packages/clerk/main.ts')],
        env: {
          NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
          CLERK_SECRET_KEY,
          CLERK_PORT: String(settings.clerkPort),
          CLERK_CONFIG: configFile,
          CLERK_DATA: clerkData(settings),
          CLERK_OUTBOX: clerkOutbox(settings),
          CLERK_SITE_URL: settings.env.siteUrl,
          CLERK_WEBHOOKS: JSON.stringify([{ url: `${settings.env.siteUrl}/api/webhooks/clerk`, secret }]),
        },
        logFile: log(settings, 'clerk'),
      },
      `${clerkUrl(settings)}/health`,
    ),
  )
}

/** Starts the local voice vendor, which asks the site what calls begin with, and tells it of those that are over. */
async function startVoice(settings: Settings): Promise<Service> {
  const { env } = settings
  const webhooks = `${env.siteUrl}/api/webhooks/voice`
  return step('Starting the local voice vendor', () =>
    serve(
      {
        name: 'The local voice vendor',
        args: [resolve(root, 'packages/voice/main.ts')],
        // Not flags, because a list of processes shows those, and these hold secrets.
        env: {
          VOICE_API_KEY: env.voice.apiKey ?? '',
          VOICE_PORT: String(settings.voicePort),
          VOICE_DATA: resolve(settings.dataDir, 'voice'),
          VOICE_START_WEBHOOK: JSON.stringify({
            url: `${webhooks}/start`,
            headers: { [START_SECRET_HEADER]: env.voice.startSecret },
          }),
          VOICE_POST_CALL_WEBHOOK: JSON.stringify({ url: webhooks, secret: env.voice.webhookSecret }),
        },
        logFile: log(settings, 'voice'),
      },
      `${voiceUrl(settings)}/health`,
    ),
  )
}

/** Starts what stands in for the systems that an owner can connect; what is entered there stays in the data folder. */
async function startSystems(settings: Settings): Promise<Service> {
  return step('Starting the local systems', () =>
    serve(
      {
        name: 'The local systems',
        args: [resolve(root, 'packages/systems/main.ts')],
        env: {
          SYSTEMS_PORT: String(settings.systemsPort),
          SYSTEMS_DATA: resolve(settings.dataDir, 'systems'),
          SYSTEMS_REDIRECT: systemsRedirect(settings.env.siteUrl),
          SYSTEMS_APPLICATION_NAME: 'Ductwise',
        },
        logFile: log(settings, 'systems'),
      },
      `${systemsUrl(settings)}/health`,
    ),
  )
}

/** Environment of the running site: what its build knows, and the key of the local Clerk, which is made when that starts. */
export function siteVariables(settings: Settings): Record<string, string> {
  if (!settings.localClerk) return settings.site
  return { ...settings.site, CLERK_JWT_KEY: readFileSync(resolve(clerkData(settings), 'jwt.pub.pem'), 'utf8') }
}

/**
 * Starts what stands in for the hosted services that are not configured, for the site in `siteDir`.
 * @param hasPostgres whether there is a Postgres already where the local one would be
 */
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
  const services = [
    ...(settings.hosted ? [] : [await startLake(settings, siteDir)]),
    ...(needsPostgres ? [await startPostgres(settings)] : []),
    ...(settings.localClerk ? [await startClerk(settings)] : []),
    ...(settings.localVoice ? [await startVoice(settings)] : []),
    ...(settings.localSystems ? [await startSystems(settings)] : []),
  ]
  // The sample company is known to the local Clerk only, and a database of one's own gets no sample data.
  if (settings.localClerk && !settings.hostedDatabase) await insertSampleDataOnce(settings)
  return services
}

/** A marker, not an empty table, says that it is done: an owner may have deleted everything on purpose. */
async function insertSampleDataOnce(settings: Settings): Promise<void> {
  const marker = resolve(settings.dataDir, 'postgres', 'sample-data')
  if (existsSync(marker)) return
  await step('Making 90 days of sample calls', async () => {
    // It loads much of the site, for which only a first start should wait.
    const { insertSampleData } = await import('./sample-data/insert.ts')
    await insertSampleData(settings)
  })
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, new Date().toISOString())
}

async function seedOnce(settings: Settings, data: string): Promise<void> {
  if (existsSync(seedMarker(data))) return
  await step('Importing the sample content', async () => {
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
  mkdirSync(data, { recursive: true })
  writeFileSync(seedMarker(data), new Date().toISOString())
}

/** Where Next listens, as it wants to be told. */
const listening = ({ sitePort, host }: Settings) => ['--port', String(sitePort), ...(host ? ['--hostname', host] : [])]

/** Serves the built site (and the built Studio below /studio) from `dir`. */
export async function startSite(settings: Settings, dir = root): Promise<Service> {
  await requireFreePort(settings.sitePort, 'PORT')
  noteServed(dir)
  return step('Starting the site', () =>
    serve(
      {
        name: 'The site',
        args: siteServer(dir, ...listening(settings)),
        cwd: dir,
        env: { ...siteVariables(settings), ...siteProcess },
        logFile: siteLogFile(settings),
        graceMs: SITE_GRACE_MS,
      },
      siteProbe(settings),
    ),
  )
}

/** Next's and the Studio's development servers, both with hot reload. */
export async function startDevServers(settings: Settings): Promise<Service[]> {
  await requireFreePort(settings.sitePort, 'PORT')
  await requireFreePort(settings.studioPort, 'STUDIO_PORT')
  const studioUrl = `http://localhost:${settings.studioPort}`
  noteServed(root)
  return step('Starting the development servers', () =>
    Promise.all([
      serve(
        {
          name: 'The development server of the site',
          args: next('dev', ...listening(settings)),
          cwd: root,
          env: { ...siteVariables(settings), NODE_ENV: 'development', STUDIO_DEV_URL: studioUrl },
          logFile: log(settings, 'site-dev'),
        },
        devProbe(settings),
      ),
      serve(
        {
          name: 'The development server of the Studio',
          args: sanity('dev', '--port', String(settings.studioPort)),
          cwd: resolve(root, 'studio'),
          env: { ...settings.studio, NODE_ENV: 'development' },
          logFile: log(settings, 'studio-dev'),
        },
        `${studioUrl}/studio/`,
      ),
    ]),
  )
}
