import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhook } from '../../sanity/webhook.ts'
import { cookiesWith, tokenOf } from '../e2e/account/gate-visitors.ts'
import { publish, webhookBody } from '../support/pages/publishing.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { startLoad } from './support/load.ts'
import { type Ask, createVisitor, type Nginx, startNginx } from './support/nginx.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const PROCESSES = ['rolling-0', 'rolling-1', 'rolling-2']

/** Seconds from "not ready" to the shutdown. Longer than nginx's idle timeout, which the test shortens. */
const DELAY = 2
const IDLE = 1

const TITLE = /Published in turn (\d+)</

describe.skipIf(!hasProgram('nginx') || !hasProgram('postgres'))('three processes behind nginx', () => {
  let postgres: RunningPostgres
  let nginx: Nginx
  let ask: Ask
  let leave: () => void
  const sites: Site[] = []
  let post: { id: string; title: string; path: string }
  let published = 0

  const variables = () => ({
    DATABASE_URL: postgres.url,
    TRUSTED_PROXIES: '1',
    SHUTDOWN_DELAY_SECONDS: String(DELAY),
  })

  beforeAll(async () => {
    postgres = await startOperatePostgres()
    // One after another, because the first process creates the tables.
    for (const name of PROCESSES) sites.push(await startSite({ name, variables: variables() }))
    nginx = await startNginx({
      name: 'nginx-rolling',
      upstreams: sites.map(({ port }) => port),
      replaced: [
        ['keepalive_timeout 4s;', `keepalive_timeout ${IDLE}s;`],
        // Raises the rate limit, because all test clients share one address.
        ['rate=50r/s', 'rate=100000r/s'],
        ['ductwise_connections 200', 'ductwise_connections 10000'],
      ],
    })
    ;({ ask, leave } = createVisitor(nginx.port, 64))
    const [found] = await lake.fetch<{ id: string; title: string; slug: string }[]>(
      `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id) { "id": _id, title, "slug": slug.current }[0...1]`,
    )
    if (!found) throw new Error('There is no post')
    post = { ...found, path: `/blog/${found.slug}` }
  })

  afterAll(async () => {
    leave?.()
    await nginx?.stop()
    await Promise.all(sites.map((site) => site.stop()))
    await postgres?.close()
    if (post) await publish(post.id, { title: post.title })
  })

  async function publishNext(): Promise<void> {
    const { transactionId } = await publish(post.id, { title: `Published in turn ${published + 1}` })
    const body = await webhookBody(transactionId)
    const signature = await encodeSignatureHeader(body, Date.now(), stack.env.webhookSecret)
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature }
    const answer = await ask(webhook.path, { method: 'POST', headers }, body)
    if (answer.status !== 200) throw new Error(`The webhook was answered with ${answer.status}: ${String(answer.body)}`)
    published += 1
  }

  const isWrong = (what: string, { status }: { status: number }) => (status === 200 ? undefined : `${what}: ${status}`)

  async function lookAtPost(): Promise<string | undefined> {
    const least = published
    const answer = await ask(post.path)
    const [, shown] = TITLE.exec(answer.body.toString()) ?? []
    if (answer.status === 200 && Number(shown) < least) return `${post.path} is old: ${shown} and not ${least}`
    return isWrong(post.path, answer)
  }

  it('restart one by one without failed requests or stale pages', async () => {
    await publishNext()
    let token: { cookie?: string; until: number } = { until: 0 }
    const signedIn = async () => {
      if (Date.now() > token.until) token = { ...(await cookiesWith(tokenOf('admin'))), until: Date.now() + 30_000 }
      return { headers: { cookie: token.cookie ?? '' } }
    }
    let waited = 0
    let since = '-'
    const wait = async () => {
      const answer = await ask(`/api/dashboard/changes?since=${since}`, await signedIn())
      waited += 1
      if (answer.status !== 200) return `a long poll: ${answer.status}`
      since = (JSON.parse(answer.body.toString()) as { last: string | null }).last ?? '-'
      return undefined
    }
    const get = (path: string) => async () => isWrong(path, await ask(path))
    const read = async () => isWrong('an API read', await ask('/api/dashboard/leads', await signedIn()))
    const send = async () => {
      const headers = { origin: stack.env.siteUrl, 'content-type': 'text/plain' }
      const { status } = await ask('/api/page-views', { method: 'POST', headers }, '/pricing')
      return status === 204 ? undefined : `a POST: ${status}`
    }
    const pages = ['/', '/pricing', '/blog', '/contact']
    const load = startLoad([
      ...pages.map((path) => ({ visit: get(path), pause: 8 })),
      ...[1, 2].map(() => ({ visit: lookAtPost, pause: 8 })),
      { visit: get('/api/contact/ticket'), pause: 20 },
      { visit: read, pause: 50 },
      { visit: send, pause: 20 },
      { visit: wait, pause: 0 },
    ])
    const began = performance.now()
    for (const [index, name] of PROCESSES.entries()) {
      const former = sites[index]
      if (!former) throw new Error(`There is no ${name}`)
      const stopped = former.stop()
      await publishNext()
      await stopped
      expect(former.child.exitCode, 'exits cleanly').toBe(0)
      sites[index] = await startSite({ name, folder: former.folder, port: former.port, variables: variables() })
      await publishNext()
    }
    const seconds = (performance.now() - began) / 1_000
    // Does not wait for a pending long poll, which ends only with the next change.
    await Promise.race([load.stop(), new Promise((resolve) => setTimeout(resolve, 1_000))])
    const facts = { answered: load.answered, aSecond: Math.round(load.answered / seconds), seconds, waited, published }
    process.stdout.write(`▸ Rolling restart: ${JSON.stringify(facts)}\n`)
    expect(load.failures).toEqual([])
    expect(load.answered).toBeGreaterThan(1_000)
    expect(waited, 'long polls end with a retry when the process stops').toBeGreaterThanOrEqual(1)
  })
})
