import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { request, testLake, TOKENS } from '../fixtures.ts'

let lake: Lake

beforeAll(async () => {
  lake = await testLake()
})

const answer = async (path: string, init: RequestInit = {}) => {
  const response = await request(lake, path, { token: TOKENS.administrator, ...init })
  expect(response.status).toBe(200)
  return response.json()
}

describe('what the Studio asks beside content', () => {
  it('is answered in the shapes it reads', async () => {
    expect(await answer('/projects/local')).toMatchObject({
      id: 'local',
      displayName: expect.any(String),
      organizationId: null,
      members: expect.arrayContaining([
        expect.objectContaining({ id: 'local-admin', isCurrentUser: true, isRobot: false }),
      ]),
    })
    expect(await answer('/projects/local/datasets')).toMatchObject([
      { name: 'production', aclMode: 'public', datasetProfile: 'content' },
    ])
    expect(await answer('/projects/local/datasets?datasetProfile=comments&addonFor=production')).toEqual([])
    expect(await answer('/projects/local/roles')).toMatchObject([
      { name: 'administrator' },
      { name: 'editor' },
      { name: 'viewer' },
    ])
    expect(await answer('/projects/local/grants')).toHaveProperty(['sanity.project', 0, 'grants'])
    expect(await answer('/projects/local/user-applications')).toEqual([])
    expect(await answer('/features')).toContain('contentReleases')
    expect(await answer('/projects/local/new-content-release-allowed')).toMatchObject({
      data: { datasetReleaseLimit: 100 },
    })
    expect(await answer('/subscriptions/project/local')).toHaveProperty('featureTypes.retention.features.0.attributes')
    expect(await answer('/access/requests/me')).toEqual([])
    expect(await answer('/auth/id')).toEqual({ id: 'local-admin' })
    expect(await answer('/auth/providers')).toMatchObject({
      providers: [{ name: 'local', url: `${lake.url}/v1/auth/login/local` }],
    })
    expect(await answer('/journey/announcements')).toEqual([])
    expect(await answer('/data/ping/production')).toEqual({ ok: true })
    expect(await answer('/descriptors/claim', { method: 'POST', body: '{}' })).toEqual({
      synchronization: { type: 'complete' },
    })
  })

  it('keeps the schemas that are deployed, one for each workspace and tag', async () => {
    const path = '/projects/local/datasets/production/schemas'
    const deploy = (schema: object, more = {}) => {
      const schemas = [{ schema, version: '2025-05-01', workspace: { name: 'my desk', title: 'Desk' }, ...more }]
      return answer(path, { method: 'PUT', body: JSON.stringify({ schemas }) })
    }
    await deploy([{ name: 'page' }])
    await deploy([{ name: 'page' }, { name: 'post' }])
    await deploy([], { tag: 'preview' })
    const stored = { _id: '_.schemas.my_desk', _type: 'system.schema', workspace: { name: 'my desk', title: 'Desk' } }
    expect(await answer(path)).toMatchObject([
      { ...stored, schema: JSON.stringify([{ name: 'page' }, { name: 'post' }]) },
      { _id: '_.schemas.my_desk.preview', tag: 'preview' },
    ])
    expect(await answer(`${path}/_.schemas.my_desk`)).toMatchObject([stored])
    expect((await request(lake, path, { token: TOKENS.viewer, method: 'PUT', body: '{}' })).status).toBe(403)
    expect(await answer(`${path}/_.schemas.my_desk`, { method: 'DELETE' })).toEqual({ deleted: true })
    expect(await answer(`${path}/_.schemas.my_desk`, { method: 'DELETE' })).toEqual({ deleted: false })
  })

  it('is under every API version', async () => {
    for (const version of ['v1', 'vX', 'v2021-06-07', 'v2025-02-19']) {
      expect((await fetch(`${lake.url}/${version}/ping`)).status).toBe(200)
    }
  })

  it('is not told to strangers', async () => {
    for (const path of ['/subscriptions/project/local', '/access/requests/me', '/projects/local/grants', '/auth/id']) {
      expect((await request(lake, path)).status).toBe(401)
    }
    expect((await request(lake, '/agent/action')).status).toBe(501)
    expect((await request(lake, '/nothing')).status).toBe(404)
  })
})
