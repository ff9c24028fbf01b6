import { createServer } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { applyWebhook, buildHostedWebhook, formatWebhook } from '../../scripts/support/webhook.ts'
import { webhook } from '../../sanity/webhook.ts'
import { listenOnFreePort } from '../support/http.ts'
import { startTestLake, TOKENS, whenDone } from '../../packages/content-lake/tests/fixtures.ts'

const SECRET = 'local-webhook-secret-000000000000000000'
const site = { projectId: 'local', dataset: 'production', siteUrl: 'https://www.example.com', webhookSecret: SECRET }

type ReceivedRequest = {
  method: string | undefined
  path: string | undefined
  token: string | undefined
  body: unknown
}

const requests: ReceivedRequest[] = []
let hooks: object[] = []
let status = 200

const api = createServer(async (incoming, response) => {
  const body = (await incoming.toArray()).join('')
  const { method, url: path, headers } = incoming
  requests.push({ method, path, token: headers.authorization, body: body ? JSON.parse(body) : undefined })
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(method === 'GET' ? hooks : { id: 'one' }))
})
const apiHost = `http://127.0.0.1:${await listenOnFreePort(api)}`
whenDone(() => api.close())

const apply = () => applyWebhook({ ...site, apiHost }, 'manage-token')
const expected = buildHostedWebhook(site)
const PATH = '/v2021-10-04/hooks/projects/local'

beforeEach(() => {
  requests.length = 0
  hooks = []
  status = 200
})

it('applyWebhook creates a missing webhook next to existing ones', async () => {
  hooks = [
    { id: 'other', type: 'document', name: 'Search', url: 'https://search.example/', dataset: '*' },
    { ...expected, id: 'old', type: 'transaction' },
  ]
  expect(await apply()).toBe('created')
  expect(requests.at(-1)).toEqual({
    method: 'POST',
    path: PATH,
    token: 'Bearer manage-token',
    body: { ...expected, secret: SECRET },
  })
})

it('applyWebhook leaves a matching webhook unchanged', async () => {
  hooks = [{ ...expected, rule: { ...expected.rule, on: expected.rule.on.toReversed() }, id: 'one', secret: SECRET }]
  expect(await apply()).toBe('unchanged')
  expect(requests.map(({ method }) => method)).toEqual(['GET'])
})

it.each([
  ['another filter', { rule: { ...expected.rule, filter: '_type == "page"' } }],
  ['another projection', { rule: { ...expected.rule, projection: '{ _id }' } }],
  ['another dataset', { dataset: 'staging' }],
  ['another name', { name: 'Mine' }],
  ['another URL', { url: 'https://old.example.com/api/revalidate' }],
  ['another secret', { secret: 'of-the-last-year-000000000000' }],
  ['been disabled', { isDisabledByUser: true }],
])('applyWebhook updates a webhook that has %s', async (_, changes) => {
  hooks = [{ ...expected, id: 'one', secret: SECRET, ...changes }]
  expect(await apply()).toBe('updated')
  expect(requests.at(-1)).toMatchObject({
    method: 'PATCH',
    path: `${PATH}/one`,
    body: { url: 'https://www.example.com/api/revalidate', secret: SECRET },
  })
})

it.each([
  [401, /SANITY_MANAGE_TOKEN/],
  [403, /administrator/],
  [404, /SANITY_PROJECT_ID/],
  [500, /500/],
])('applyWebhook suggests a fix for status %i', async (errorStatus, remedy) => {
  status = errorStatus
  await expect(apply()).rejects.toThrow(remedy)
})

it('applyWebhook reports that Sanity is unreachable', async () => {
  await expect(applyWebhook({ ...site, apiHost: 'http://127.0.0.1:1' }, 'a')).rejects.toThrow(/Cannot reach Sanity/)
})

it('applyWebhook requires an administrator token for the local Content Lake', async () => {
  const { path, ...configured } = webhook
  const url = `${site.siteUrl}${path}`
  const definition = { ...configured, id: 'site', url, secret: SECRET }
  const lake = await startTestLake({ webhooks: [{ ...definition, dataset: site.dataset }] })
  expect(await applyWebhook({ ...site, apiHost: lake.url }, TOKENS.administrator)).toBe('unchanged')
  await expect(applyWebhook({ ...site, apiHost: lake.url }, TOKENS.editor)).rejects.toThrow(/403/)
  await expect(applyWebhook({ ...site, apiHost: lake.url }, 'nobody')).rejects.toThrow(/401/)
})

it('formatWebhook lists all settings to enter, without the secret', () => {
  const text = formatWebhook({ ...site, apiHost: undefined })
  for (const part of [expected.url, expected.name, webhook.filter, webhook.projection, 'SANITY_WEBHOOK_SECRET']) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain(SECRET)
})
