import { get } from 'node:http'
import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { startLake, type Lake } from '../../server.ts'
import {
  performAction,
  createTestClient,
  catchFailure,
  catchResponseError,
  request,
  requestJson,
  catchStatus,
  temporaryFolder,
  startTestLake,
  TOKENS,
} from '../fixtures.ts'

let lake: Lake
let administrator: SanityClient
let editor: SanityClient
let viewer: SanityClient
let anonymousClient: SanityClient

beforeAll(async () => {
  lake = await startTestLake()
  administrator = createTestClient(lake, TOKENS.administrator)
  editor = createTestClient(lake, TOKENS.editor)
  viewer = createTestClient(lake, TOKENS.robot)
  anonymousClient = createTestClient(lake)
  await administrator.create({ _id: 'open', _type: 'page', title: 'published' })
  await administrator.create({ _id: 'drafts.open', _type: 'page', title: 'draft' })
  await administrator.releases.create({ releaseId: 'r1', metadata: { releaseType: 'asap' } })
  await administrator.create({ _id: 'versions.r1.open', _type: 'page', title: 'version' })
})

const titles = '*[_type == "page"].title'

describe('anonymous readers', () => {
  it('see only published documents in every perspective', async () => {
    for (const perspective of ['published', 'drafts', 'raw', ['r1']] as const) {
      expect(await anonymousClient.fetch(titles, {}, { perspective: perspective as never })).toEqual(['published'])
    }
    expect(await anonymousClient.fetch('*[_id in path("**")]._id', {}, { perspective: 'raw' })).toEqual(['open'])
  })

  it('cannot read drafts by id', async () => {
    expect(await requestJson(lake, '/data/doc/production/open,drafts.open')).toMatchObject({
      documents: [{ _id: 'open' }],
      omitted: [{ id: 'drafts.open', reason: 'permission' }],
    })
  })

  it.each([
    ['/data/history/production/transactions/open'],
    ['/data/history/production/documents/open'],
    ['/data/history/production/events/documents/open'],
    ['/data/export/production'],
    ['/data/references/production/documents/open/to'],
    ['/users/me'],
    ['/users/local-admin'],
    ['/projects/local'],
    ['/projects/local/datasets'],
    ['/hooks/projects/local'],
    ['/users/me/keyvalue/x'],
  ])('get 401 from %s', async (path) => {
    const response = await request(lake, path)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
  })

  it('cannot write', async () => {
    expect(await catchStatus(anonymousClient.create({ _type: 'page' }))).toBe(401)
    expect(await catchStatus(performAction(anonymousClient, 'discard', 'open'))).toBe(401)
    expect(await catchStatus(anonymousClient.assets.upload('file', Buffer.from('x')))).toBe(401)
  })
})

describe('viewers', () => {
  it('read every perspective', async () => {
    const fetchTitles = (perspective: unknown) => viewer.fetch(titles, {}, { perspective: perspective as never })
    expect(await fetchTitles('published')).toEqual(['published'])
    expect(await fetchTitles('drafts')).toEqual(['draft'])
    expect(await fetchTitles(['r1'])).toEqual(['version'])
    expect((await fetchTitles('raw')).toSorted()).toEqual(['draft', 'published', 'version'])
  })

  it('cannot write', async () => {
    expect(await catchFailure(viewer.create({ _type: 'page' }))).toMatchObject({
      status: 403,
      type: 'insufficientPermissionsError',
    })
    expect(await catchStatus(performAction(viewer, 'discard', 'open'))).toBe(403)
    expect(await catchStatus(viewer.assets.upload('file', Buffer.from('x')))).toBe(403)
    expect(await catchStatus(viewer.datasets.create('mine'))).toBe(403)
  })
})

describe('editors', () => {
  it('write and publish documents but cannot manage datasets', async () => {
    const { _id } = await editor.create({ _type: 'note' })
    await performAction(editor, 'unpublish', _id)
    await performAction(editor, 'publish', _id)
    expect(await editor.getDocument(_id)).toBeDefined()
    expect(await catchStatus(editor.datasets.create('mine'))).toBe(403)
    expect(await catchStatus(editor.datasets.delete('production'))).toBe(403)
    expect((await request(lake, '/hooks/projects/local', { token: TOKENS.editor })).status).toBe(403)
  })
})

describe('administrators', () => {
  it('create, edit and delete datasets', async () => {
    expect(await administrator.datasets.create('staging', { aclMode: 'private' })).toMatchObject({
      datasetName: 'staging',
    })
    const staging = createTestClient(lake, TOKENS.editor, 'staging')
    await staging.create({ _id: 'only-here', _type: 'note' })
    expect(await administrator.getDocument('only-here')).toBeUndefined()
    expect(await catchStatus(createTestClient(lake, undefined, 'staging').fetch('*'))).toBe(401)
    expect(await catchStatus(administrator.datasets.create('staging'))).toBe(409)
    await administrator.datasets.edit('staging', { aclMode: 'public' })
    expect(await createTestClient(lake, undefined, 'staging').fetch('*[]._id')).toEqual(['only-here'])
    expect(await administrator.datasets.list()).toMatchObject([{ name: 'production' }, { name: 'staging' }])
    await administrator.datasets.delete('staging')
    expect(await catchResponseError(staging.fetch('*'))).toMatchObject({
      statusCode: 404,
      response: { body: { error: { type: 'datasetNotFoundError' } } },
    })
  })

  it('list the webhooks', async () => {
    expect((await request(lake, '/hooks/projects/local', { token: TOKENS.administrator })).status).toBe(200)
  })
})

describe('API tokens', () => {
  it('are rejected when unknown, even on public endpoints', async () => {
    expect(await catchStatus(createTestClient(lake, 'wrong').fetch('*'))).toBe(401)
    const basic = await request(lake, '/data/query/production?query=*', { headers: { authorization: 'Basic YTpi' } })
    expect(basic.status).toBe(401)
  })

  it('identify the user and the role', async () => {
    expect(await editor.users.getById('me')).toMatchObject({
      id: 'local-editor',
      role: 'editor',
      roles: [{ name: 'editor' }],
    })
    const users = await requestJson(lake, '/users/local-admin,robot', { token: TOKENS.viewer })
    expect(users).toMatchObject([{ id: 'local-admin', displayName: 'Local Administrator' }, { id: 'robot' }])
    const fetchPermissions = async (token: string) =>
      (await requestJson(lake, '/projects/local/datasets/production/acl', { token }))[0].permissions
    expect(await fetchPermissions(TOKENS.viewer)).not.toContain('update')
    expect(await fetchPermissions(TOKENS.editor)).toContain('update')
  })
})

describe('login', () => {
  const logIn = (query: string, target = lake) =>
    fetch(`${target.url}/v1/auth/login/local?${query}`, { redirect: 'manual' })
  const parseSid = (response: Response) => new URL(response.headers.get('location') ?? '').hash.replace('#sid=', '')
  const fetchToken = async (sid: string): Promise<string> => (await requestJson(lake, `/auth/fetch?sid=${sid}`)).token
  const origin = encodeURIComponent('http://localhost:3333/studio')

  it('lists human users but no robot users', async () => {
    const page = await logIn(`origin=${origin}&projectId=local&withSid=true`)
    const text = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(text).toContain('Local Editor')
    expect(text).not.toContain('read token')
  })

  it('exchanges a session id for a token only once', async () => {
    const response = await logIn(`origin=${origin}&withSid=true&user=local-editor`)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3333\/studio#sid=\w{20,}$/)
    const sid = parseSid(response)
    expect(await createTestClient(lake, await fetchToken(sid)).users.getById('me')).toMatchObject({
      id: 'local-editor',
    })
    expect((await request(lake, `/auth/fetch?sid=${sid}`)).status).toBe(404)
  })

  it('is invalidated by logout', async () => {
    const token = await fetchToken(parseSid(await logIn(`origin=${origin}&user=local-viewer`)))
    await request(lake, '/auth/logout', { method: 'POST', token })
    expect((await request(lake, '/users/me', { token })).status).toBe(401)
  })

  it('times out, and its tokens survive a restart', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const clock = { now: () => now, schedule: () => () => {} }
    const dataDir = temporaryFolder()
    const first = await startLake({ port: 0, dataDir, clock })
    const start = () => logIn(`origin=${origin}&user=local-admin`, first)
    const [lateSid, timelySid] = [parseSid(await start()), parseSid(await start())]
    const { token } = await requestJson(first, `/auth/fetch?sid=${timelySid}`)
    now += 3 * 60 * 1000
    expect((await request(first, `/auth/fetch?sid=${lateSid}`)).status).toBe(404)
    await first.close()
    const second = await startTestLake({ dataDir })
    expect(await createTestClient(second, token).users.getById('me')).toMatchObject({ id: 'local-admin' })
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['a look-alike', 'http://localhost:3333.evil.example'],
    ['a user name', 'http://localhost:3333@evil.example'],
    ['credentials', 'http://a:b@localhost:3333'],
    ['a script', 'javascript:alert(1)//localhost:3333'],
    ['no scheme', '//localhost:3333'],
    ['nothing', ''],
  ])('rejects %s as the return origin', async (_name, target) => {
    const response = await logIn(`origin=${encodeURIComponent(target)}&user=local-admin`)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })
})

describe('CORS', () => {
  const preflight = async (origin: string) => {
    const requestHeaders = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization, x-sanity',
    }
    const init = { method: 'OPTIONS', headers: { origin, ...requestHeaders } }
    return (await request(lake, '/data/query/production', init)).headers
  }
  const fetchAllowedOrigin = async (origin: string) => {
    const { headers } = await request(lake, '/data/query/production?query=*', { headers: { origin } })
    return headers.get('access-control-allow-origin')
  }

  it('allows configured origins to read responses', async () => {
    expect(Object.fromEntries(await preflight('http://localhost:3333'))).toMatchObject({
      'access-control-allow-origin': 'http://localhost:3333',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, x-sanity',
    })
    expect(await fetchAllowedOrigin('http://localhost:3333')).toBe('http://localhost:3333')
  })

  it('sends no CORS headers to other origins', async () => {
    expect((await preflight('https://evil.example')).get('access-control-allow-origin')).toBeNull()
    expect(await fetchAllowedOrigin('https://evil.example')).toBeNull()
    expect(await requestJson(lake, '/check/cors', { headers: { origin: 'https://evil.example' } })).toEqual({
      result: { allowed: false, withCredentials: false },
    })
  })
})

describe('Host header', () => {
  const fetchStatus = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port: lake.port, path: '/v1/ping', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })

  it('is accepted only for loopback names, against DNS rebinding', async () => {
    expect(await fetchStatus(`localhost:${lake.port}`)).toBe(200)
    expect(await fetchStatus(`local.localhost:${lake.port}`)).toBe(200)
    expect(await fetchStatus('[::1]:3900')).toBe(200)
    expect(await fetchStatus(`rebound.example:${lake.port}`)).toBe(421)
    expect(await fetchStatus('localhost.rebound.example')).toBe(421)
  })
})

describe('user key-value store', () => {
  it('keeps values separate per user', async () => {
    const pairs = [{ key: 'sort', value: { by: 'title' } }]
    const init = { method: 'PUT', body: JSON.stringify(pairs), token: TOKENS.viewer }
    expect(await requestJson(lake, '/users/me/keyvalue', init)).toEqual(pairs)
    const readPairs = (token: string) => requestJson(lake, '/users/me/keyvalue/sort,other', { token })
    expect(await readPairs(TOKENS.viewer)).toEqual(pairs)
    expect(await readPairs(TOKENS.editor)).toEqual([])
  })
})
