import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type SanityClient } from '@sanity/client'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { apiVersion } from '../../sanity/api-version.ts'
import { webhook } from '../../sanity/webhook.ts'
import { type Service, serve, stop } from '../../scripts/support/processes.ts'
import { localAdminToken, root } from '../../scripts/support/settings.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { listMails } from '../support/inbox.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently, pollUntil } from '../support/until.ts'
import { TRUSTED_PROXY_ENV, createVoiceCall, createMessage } from './support/sample-requests.ts'
import { measureUntil, requestSite, type SiteResult } from './support/request-site.ts'

const ORGANIZATION_ID = 'org_of_kills'
const AGENT_ID = 'agent_of_kills'

/** Number of items per kind and round. */
const ITEM_COUNT = 50

/** Time between two items of a kind, and before a retry. */
const SEND_INTERVAL_MS = 60
const RETRY_DELAY_MS = 200

/** Time limit for sending one item, and for storing all items afterwards. */
const SEND_TIMEOUT_MS = 45_000
const ARRIVAL_TIMEOUT_MS = 45_000

const TEST_TIMEOUT_MS = 300_000

type Signal = 'SIGKILL' | 'SIGTERM'

describe.skipIf(!hasProgram('postgres'))('processes killed during work', () => {
  let server: RunningPostgres
  let owner: Sql
  let lakeService: Service
  let client: SanityClient
  let site: Site
  let startLake: () => Promise<Service>
  let variables: Record<string, string>

  beforeAll(async () => {
    const [lakePort, sitePort] = [await findFreePort(), await findFreePort()]
    const lakeUrl = `http://localhost:${lakePort}`
    const data = resolve(stack.dataDir, 'lake-of-kills')
    rmSync(data, { recursive: true, force: true })
    const { path, ...definition } = webhook
    const { projectId, dataset, webhookSecret } = stack.env
    const hook = {
      ...definition,
      id: 'kills',
      url: `http://localhost:${sitePort}${path}`,
      secret: webhookSecret,
      dataset,
    }
    startLake = () =>
      serve(
        {
          name: 'The lake of the kill tests',
          args: [
            resolve(root, 'packages/content-lake/main.ts'),
            `--port=${lakePort}`,
            `--data=${data}`,
            `--project=${projectId}`,
            `--dataset=${dataset}`,
          ],
          env: { LAKE_WEBHOOKS: JSON.stringify([hook]) },
          logFile: `${stack.dataDir}/logs/lake-of-kills.log`,
        },
        `${lakeUrl}/v1/ping`,
      )
    lakeService = await startLake()
    client = createClient({
      projectId,
      dataset,
      apiHost: lakeUrl,
      useProjectHostname: false,
      useCdn: false,
      apiVersion,
      token: localAdminToken,
      maxRetries: 0,
    })
    server = await startOperatePostgres()
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    variables = { ...TRUSTED_PROXY_ENV, SANITY_API_HOST: lakeUrl, DATABASE_URL: server.url }
    await publishAll('Before')
    site = await startSite({ name: 'kills', port: sitePort, variables })
    const { db, close } = await openDatabase(server.url)
    await runInOrganization(db, ORGANIZATION_ID, (tx) =>
      tx.db.insert(organizationSettings).values({ organizationId: ORGANIZATION_ID, voiceAgentId: AGENT_ID }),
    )
    await close()
  })
  afterAll(async () => {
    await site?.stop()
    if (lakeService) await stop(lakeService)
    await owner?.end()
    await server?.close()
  })

  const getPostPath = (index: number) => `/blog/post-of-kills-${index}`

  const publishPost = (index: number, title: string) =>
    client.createOrReplace({
      _id: `post-of-kills-${index}`,
      _type: 'post',
      title: `${title} ${index}.`,
      slug: { _type: 'slug', current: `post-of-kills-${index}` },
      publishedAt: '2026-01-01T00:00:00.000Z',
    })

  const publishAll = (title: string) =>
    mapConcurrently([...Array(ITEM_COUNT).keys()], (index) => publishPost(index, title))

  const isTitleShown = async (index: number, title: string): Promise<boolean> => {
    const { status, text } = await requestSite(site.url, getPostPath(index))
    return status === 200 && text.includes(`${title} ${index}.`)
  }

  const findStalePosts = async (title: string): Promise<number[]> => {
    const shownFlags = await mapConcurrently([...Array(ITEM_COUNT).keys()], (index) => isTitleShown(index, title))
    return shownFlags.flatMap((isShown, index) => (isShown ? [] : [index]))
  }

  async function isPublished(index: number, title: string): Promise<boolean> {
    try {
      await publishPost(index, title)
      return true
    } catch {
      // The request fails while the Content Lake is down, and the caller retries.
      return false
    }
  }

  /** Retries until the attempt succeeds, as senders do. @returns false after the time limit */
  async function retryUntilAccepted(attempt: () => Promise<boolean>): Promise<boolean> {
    return (await measureUntil(attempt, { deadlineMs: SEND_TIMEOUT_MS, intervalMs: RETRY_DELAY_MS })) < Infinity
  }

  const isAccepted = ({ status }: SiteResult) => status === 200

  async function stream(
    attempts: (() => Promise<boolean>)[],
    progress: { taken: number; lost: number },
  ): Promise<void> {
    await Promise.all(
      attempts.map(async (attempt, index) => {
        await wait(index * SEND_INTERVAL_MS)
        if (!(await retryUntilAccepted(attempt)) || !(await retryUntilAccepted(attempt))) progress.lost += 1
        progress.taken += 1
      }),
    )
  }

  const readPostmasterPid = async (): Promise<number> => {
    const [setting] = await owner<{ folder: string }[]>`select current_setting('data_directory') as folder`
    return Number(readFileSync(resolve(setting?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Stops and restarts each process. Postgres gets a fast shutdown, because open connections block a slow one. */
  const restarts: Record<'lake' | 'Postgres' | 'site', (signal: Signal) => Promise<void>> = {
    lake: async (signal) => {
      if (signal === 'SIGKILL') lakeService.child.kill(signal)
      await stop(lakeService)
      lakeService = await startLake()
    },
    Postgres: async (signal) => {
      if (signal === 'SIGKILL') process.kill(await readPostmasterPid(), signal)
      await pollUntil('Postgres to restart', async () => {
        try {
          await server.restart()
          return true
        } catch {
          // Child processes of a killed Postgres server end slightly later, so the start is retried.
          return undefined
        }
      })
    },
    site: async (signal) => {
      await (signal === 'SIGKILL' ? site.kill() : site.stop())
      site = await startSite({ name: 'kills', folder: site.folder, port: site.port, variables })
    },
  }

  async function countStoredRows(marker: string, calls: string[]) {
    const [counts] = await owner<
      { messages: number; different: number; calls: number; leads: number; called: number }[]
    >`
      select
        (select count(*)::int from contact_messages where company like ${`${marker}%`}) as messages,
        (select count(distinct company)::int from contact_messages where company like ${`${marker}%`}) as different,
        (select count(*)::int from calls where external_id = any(${calls})) as calls,
        (select count(*)::int from leads join calls on calls.id = leads.call_id where external_id = any(${calls})) as leads,
        (select count(distinct call_id)::int from leads join calls on calls.id = leads.call_id where external_id = any(${calls})) as called`
    return counts
  }

  /** Counts emails by message id, by which mail clients detect an email that was sent again after a kill. */
  const countMails = async (marker: string): Promise<number> =>
    new Set((await listMails({ search: marker })).map(({ messageId }) => messageId)).size

  for (const signal of ['SIGKILL', 'SIGTERM'] as const)
    check(
      {
        what: `${signal} to lake, Postgres and site`,
        tried: `signaled each once during ${ITEM_COUNT} publishes, ${ITEM_COUNT} calls and ${ITEM_COUNT} messages, all sent twice`,
        expected: 'neither loses nor duplicates pages, rows or emails',
        timeout: TEST_TIMEOUT_MS,
      },
      async () => {
        const title = `Published at ${signal}`
        const marker = `mark of ${signal}`
        const startedAt = performance.now()
        // Caches these pages with the current text, so that the test detects a stale page after the publish.
        expect(await findStalePosts(signal === 'SIGKILL' ? 'Before' : 'Published at SIGKILL')).toEqual([])
        const indexes = [...Array(ITEM_COUNT).keys()]
        const calls = indexes.map(() => createVoiceCall(AGENT_ID))
        const messages = indexes.map((index) => createMessage(`${marker} ${index}.`))
        const progress = { taken: 0, lost: 0 }
        const send = (item: { send: (site: string) => Promise<SiteResult> }) => async () =>
          isAccepted(await item.send(site.url))
        const streams = [
          stream(
            indexes.map((index) => () => isPublished(index, title)),
            progress,
          ),
          stream(calls.map(send), progress),
          stream(messages.map(send), progress),
        ]
        for (const [order, restart] of Object.values(restarts).entries()) {
          const threshold = (order + 1) * ITEM_COUNT * 0.6
          await measureUntil(async () => progress.taken >= threshold, { deadlineMs: SEND_TIMEOUT_MS })
          await restart(signal)
        }
        await Promise.all(streams)
        expect(progress.lost, 'items never accepted').toBe(0)
        const ids = calls.map(({ id }) => id)
        await measureUntil(async () => (await findStalePosts(title)).length === 0, {
          deadlineMs: ARRIVAL_TIMEOUT_MS,
          intervalMs: 500,
        })
        expect(await findStalePosts(title), 'stale pages').toEqual([])
        const rows = await countStoredRows(marker, ids)
        expect(rows, 'rows').toEqual({
          messages: ITEM_COUNT,
          different: ITEM_COUNT,
          calls: ITEM_COUNT,
          leads: ITEM_COUNT,
          called: ITEM_COUNT,
        })
        // Ends the leases of the killed process, which otherwise last several minutes.
        await owner`update jobs set lease_until = null where done_at is null`
        await measureUntil(async () => (await countMails(marker)) >= ITEM_COUNT, {
          deadlineMs: ARRIVAL_TIMEOUT_MS,
          intervalMs: 200,
        })
        expect(await countMails(marker)).toBe(ITEM_COUNT)
        return `${3 * ITEM_COUNT} of ${3 * ITEM_COUNT} stored once in ${Math.round((performance.now() - startedAt) / 1_000)} s`
      },
    )
})
