import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhook } from '../../sanity/webhook.ts'
import { buildCookies, getToken } from '../e2e/account/gate-visitors.ts'
import { publish, waitForWebhookBody } from '../support/pages/publishing.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { startLoad } from './support/load.ts'
import { type SendRequest, createNginxClient, type Nginx, startNginx } from './support/nginx.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const PROCESS_NAMES = ['rolling-0', 'rolling-1', 'rolling-2']

/** Delay from "not ready" to the shutdown. Longer than nginx's idle timeout, which the test shortens. */
const SHUTDOWN_DELAY_SECONDS = 2
const IDLE_TIMEOUT_SECONDS = 1

const PUBLISHED_TITLE_PATTERN = /Published in turn (\d+)</

describe.skipIf(!hasProgram('nginx') || !hasProgram('postgres'))('three processes behind nginx', () => {
  let postgres: RunningPostgres
  let nginx: Nginx
  let sendRequest: SendRequest
  let disconnect: () => void
  const sites: Site[] = []
  let post: { id: string; title: string; path: string }
  let published = 0

  const buildVariables = () => ({
    DATABASE_URL: postgres.url,
    TRUSTED_PROXIES: '1',
    SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
  })

  beforeAll(async () => {
    postgres = await startOperatePostgres()
    // Starts the processes one at a time, because the first one creates the tables.
    for (const name of PROCESS_NAMES) sites.push(await startSite({ name, variables: buildVariables() }))
    nginx = await startNginx({
      name: 'nginx-rolling',
      upstreams: sites.map(({ port }) => port),
      replacements: [
        ['keepalive_timeout 4s;', `keepalive_timeout ${IDLE_TIMEOUT_SECONDS}s;`],
        // Raises the rate limit, because all test clients share one address.
        ['rate=50r/s', 'rate=100000r/s'],
        ['ductwise_connections 200', 'ductwise_connections 10000'],
      ],
    })
    ;({ sendRequest, disconnect } = createNginxClient(nginx.port, 64))
    const [row] = await lake.fetch<{ id: string; title: string; slug: string }[]>(
      `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id) { "id": _id, title, "slug": slug.current }[0...1]`,
    )
    if (!row) throw new Error('There is no post')
    post = { ...row, path: `/blog/${row.slug}` }
  })

  afterAll(async () => {
    disconnect?.()
    await nginx?.stop()
    await Promise.all(sites.map((site) => site.stop()))
    await postgres?.close()
    if (post) await publish(post.id, { title: post.title })
  })

  async function publishNext(): Promise<void> {
    const { transactionId } = await publish(post.id, { title: `Published in turn ${published + 1}` })
    const body = await waitForWebhookBody(transactionId)
    const signature = await encodeSignatureHeader(body, Date.now(), stack.env.webhookSecret)
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature }
    const response = await sendRequest(webhook.path, { method: 'POST', headers }, body)
    if (response.status !== 200)
      throw new Error(`The webhook was answered with ${response.status}: ${String(response.body)}`)
    published += 1
  }

  const describeFailure = (label: string, { status }: { status: number }) =>
    status === 200 ? undefined : `${label}: ${status}`

  async function checkPost(): Promise<string | undefined> {
    const expectedMin = published
    const response = await sendRequest(post.path)
    const [, titleNumber] = PUBLISHED_TITLE_PATTERN.exec(response.body.toString()) ?? []
    if (response.status === 200 && Number(titleNumber) < expectedMin)
      return `${post.path} is old: ${titleNumber} and not ${expectedMin}`
    return describeFailure(post.path, response)
  }

  it('restart one by one without failed requests or stale pages', async () => {
    await publishNext()
    let token: { cookie?: string; expiresAt: number } = { expiresAt: 0 }
    const signIn = async () => {
      if (Date.now() > token.expiresAt)
        token = { ...(await buildCookies(getToken('admin'))), expiresAt: Date.now() + 30_000 }
      return { headers: { cookie: token.cookie ?? '' } }
    }
    let pollCount = 0
    let since = '-'
    const pollChanges = async () => {
      const response = await sendRequest(`/api/dashboard/changes?since=${since}`, await signIn())
      pollCount += 1
      if (response.status !== 200) return `a long poll: ${response.status}`
      since = (JSON.parse(response.body.toString()) as { last: string | null }).last ?? '-'
      return undefined
    }
    const checkPath = (path: string) => async () => describeFailure(path, await sendRequest(path))
    const checkApi = async () =>
      describeFailure('an API read', await sendRequest('/api/dashboard/leads', await signIn()))
    const sendPageView = async () => {
      const headers = { origin: stack.env.siteUrl, 'content-type': 'text/plain' }
      const { status } = await sendRequest('/api/page-views', { method: 'POST', headers }, '/pricing')
      return status === 204 ? undefined : `a POST: ${status}`
    }
    const pages = ['/', '/pricing', '/blog', '/contact']
    const load = startLoad([
      ...pages.map((path) => ({ visit: checkPath(path), pause: 8 })),
      ...[1, 2].map(() => ({ visit: checkPost, pause: 8 })),
      { visit: checkPath('/api/contact/ticket'), pause: 20 },
      { visit: checkApi, pause: 50 },
      { visit: sendPageView, pause: 20 },
      { visit: pollChanges, pause: 0 },
    ])
    const startedAt = performance.now()
    for (const [index, name] of PROCESS_NAMES.entries()) {
      const previousSite = sites[index]
      if (!previousSite) throw new Error(`There is no ${name}`)
      const shutdown = previousSite.stop()
      await publishNext()
      await shutdown
      expect(previousSite.child.exitCode, 'exits cleanly').toBe(0)
      sites[index] = await startSite({
        name,
        folder: previousSite.folder,
        port: previousSite.port,
        variables: buildVariables(),
      })
      await publishNext()
    }
    const seconds = (performance.now() - startedAt) / 1_000
    // Does not wait for a pending long poll, which ends only with the next change.
    await Promise.race([load.stop(), new Promise((resolve) => setTimeout(resolve, 1_000))])
    const summary = {
      answered: load.completed,
      aSecond: Math.round(load.completed / seconds),
      seconds,
      waited: pollCount,
      published,
    }
    process.stdout.write(`▸ Rolling restart: ${JSON.stringify(summary)}\n`)
    expect(load.failures).toEqual([])
    expect(load.completed).toBeGreaterThan(1_000)
    expect(pollCount, 'long polls end with a retry when the process stops').toBeGreaterThanOrEqual(1)
  })
})
