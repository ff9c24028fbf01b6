import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type SanityClient } from '@sanity/client'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { freePort } from '../../packages/local-server/tests/servers.ts'
import { apiVersion } from '../../sanity/api-version.ts'
import { webhook } from '../../sanity/webhook.ts'
import { type Service, serve, stop } from '../../scripts/support/processes.ts'
import { localAdminToken, root } from '../../scripts/support/settings.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach, until } from '../support/until.ts'
import { BEHIND_PROXY, newCall, newMessage } from './support/asked.ts'
import { untilHolds, visit, type Visit } from './support/visit.ts'

const ORGANIZATION = 'org_of_kills'
const AGENT = 'agent_of_kills'

/** Number of items per kind and round. */
const PIECES = 50

/** Milliseconds between two items of a kind, and before a retry. */
const EVERY = 60
const AGAIN = 200

/** Maximum milliseconds to send one item, and then for all items to be stored. */
const TRIED_FOR = 45_000
const ARRIVED_WITHIN = 45_000

const NO_DEADLINE = 300_000

type Signal = 'SIGKILL' | 'SIGTERM'

describe.skipIf(!hasProgram('postgres'))('processes killed during work', () => {
  let server: RunningPostgres
  let owner: Sql
  let lakeService: Service
  let client: SanityClient
  let site: Site
  let startLake: () => Promise<Service>
  const outbox = resolve(stack.dataDir, 'outbox-of-kills')
  let variables: Record<string, string>

  beforeAll(async () => {
    const [lakePort, sitePort] = [await freePort(), await freePort()]
    const lakeUrl = `http://localhost:${lakePort}`
    const data = resolve(stack.dataDir, 'lake-of-kills')
    for (const folder of [data, outbox]) rmSync(folder, { recursive: true, force: true })
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
          name: 'The lake of the kills',
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
    variables = { ...BEHIND_PROXY, SANITY_API_HOST: lakeUrl, DATABASE_URL: server.url, MAIL_OUTBOX: outbox }
    await publishAll('Before')
    site = await startSite({ name: 'kills', port: sitePort, variables })
    const { db, close } = await openDatabase(server.url)
    await inOrganization(db, ORGANIZATION, (tx) =>
      tx.db.insert(organizationSettings).values({ organizationId: ORGANIZATION, voiceAgentId: AGENT }),
    )
    await close()
  })
  afterAll(async () => {
    await site?.stop()
    if (lakeService) await stop(lakeService)
    await owner?.end()
    await server?.close()
  })

  const pathOf = (index: number) => `/blog/post-of-kills-${index}`

  const publishPost = (index: number, title: string) =>
    client.createOrReplace({
      _id: `post-of-kills-${index}`,
      _type: 'post',
      title: `${title} ${index}.`,
      slug: { _type: 'slug', current: `post-of-kills-${index}` },
      publishedAt: '2026-01-01T00:00:00.000Z',
    })

  const publishAll = (title: string) => forEach([...Array(PIECES).keys()], (index) => publishPost(index, title))

  const shows = async (index: number, title: string): Promise<boolean> => {
    const { status, text } = await visit(site.url, pathOf(index))
    return status === 200 && text.includes(`${title} ${index}.`)
  }

  const notShown = async (title: string): Promise<number[]> => {
    const shown = await forEach([...Array(PIECES).keys()], (index) => shows(index, title))
    return shown.flatMap((isShown, index) => (isShown ? [] : [index]))
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
  async function tryUntilTaken(attempt: () => Promise<boolean>): Promise<boolean> {
    return (await untilHolds(attempt, { deadlineMs: TRIED_FOR, intervalMs: AGAIN })) < Infinity
  }

  const isTaken = ({ status }: Visit) => status === 200

  async function stream(pieces: (() => Promise<boolean>)[], progress: { taken: number; lost: number }): Promise<void> {
    await Promise.all(
      pieces.map(async (piece, index) => {
        await wait(index * EVERY)
        if (!(await tryUntilTaken(piece)) || !(await tryUntilTaken(piece))) progress.lost += 1
        progress.taken += 1
      }),
    )
  }

  const postmaster = async (): Promise<number> => {
    const [found] = await owner<{ folder: string }[]>`select current_setting('data_directory') as folder`
    return Number(readFileSync(resolve(found?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Stops and restarts each process. Postgres gets a fast shutdown, because open connections block a slow one. */
  const deaths: Record<'lake' | 'Postgres' | 'site', (signal: Signal) => Promise<void>> = {
    lake: async (signal) => {
      if (signal === 'SIGKILL') lakeService.child.kill(signal)
      await stop(lakeService)
      lakeService = await startLake()
    },
    Postgres: async (signal) => {
      if (signal === 'SIGKILL') process.kill(await postmaster(), signal)
      await until('Postgres to restart', async () => {
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

  async function stored(mark: string, calls: string[]) {
    const [counted] = await owner<
      { messages: number; different: number; calls: number; leads: number; called: number }[]
    >`
      select
        (select count(*)::int from contact_messages where company like ${`${mark}%`}) as messages,
        (select count(distinct company)::int from contact_messages where company like ${`${mark}%`}) as different,
        (select count(*)::int from calls where external_id = any(${calls})) as calls,
        (select count(*)::int from leads join calls on calls.id = leads.call_id where external_id = any(${calls})) as leads,
        (select count(distinct call_id)::int from leads join calls on calls.id = leads.call_id where external_id = any(${calls})) as called`
    return counted
  }

  const mails = (mark: string): string[] =>
    readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(resolve(outbox, name), 'utf8'))
      .filter((mail) => mail.includes(mark))

  for (const signal of ['SIGKILL', 'SIGTERM'] as const)
    check(
      {
        what: `${signal} to lake, Postgres and site`,
        tried: `signaled each once during ${PIECES} publishes, ${PIECES} calls and ${PIECES} messages, all sent twice`,
        expected: 'neither loses nor duplicates pages, rows or emails',
        timeout: NO_DEADLINE,
      },
      async () => {
        const title = `Published at ${signal}`
        const mark = `mark of ${signal}`
        const began = performance.now()
        // Caches these pages with the current text, so that a stale page is noticed after the publish.
        expect(await notShown(signal === 'SIGKILL' ? 'Before' : 'Published at SIGKILL')).toEqual([])
        const indexes = [...Array(PIECES).keys()]
        const calls = indexes.map(() => newCall(AGENT))
        const messages = indexes.map((index) => newMessage(`${mark} ${index}.`))
        const progress = { taken: 0, lost: 0 }
        const send = (piece: { send: (site: string) => Promise<Visit> }) => async () =>
          isTaken(await piece.send(site.url))
        const streams = [
          stream(
            indexes.map((index) => () => isPublished(index, title)),
            progress,
          ),
          stream(calls.map(send), progress),
          stream(messages.map(send), progress),
        ]
        for (const [order, die] of Object.values(deaths).entries()) {
          const due = (order + 1) * PIECES * 0.6
          await untilHolds(async () => progress.taken >= due, { deadlineMs: TRIED_FOR })
          await die(signal)
        }
        await Promise.all(streams)
        expect(progress.lost, 'items never accepted').toBe(0)
        const ids = calls.map(({ id }) => id)
        await untilHolds(async () => (await notShown(title)).length === 0, {
          deadlineMs: ARRIVED_WITHIN,
          intervalMs: 500,
        })
        expect(await notShown(title), 'stale pages').toEqual([])
        const rows = await stored(mark, ids)
        expect(rows, 'rows').toEqual({
          messages: PIECES,
          different: PIECES,
          calls: PIECES,
          leads: PIECES,
          called: PIECES,
        })
        // Ends the leases of the killed process, which otherwise last several minutes.
        await owner`update jobs set lease_until = null where done_at is null`
        await untilHolds(async () => mails(mark).length >= PIECES, { deadlineMs: ARRIVED_WITHIN, intervalMs: 200 })
        expect(mails(mark)).toHaveLength(PIECES)
        return `${3 * PIECES} of ${3 * PIECES} stored once in ${Math.round((performance.now() - began) / 1_000)} s`
      },
    )
})
