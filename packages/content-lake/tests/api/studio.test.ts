import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { request, startTestLake, TOKENS } from '../fixtures.ts'

let lake: Lake

beforeAll(async () => {
  lake = await startTestLake()
})

const fetchOk = async (path: string, init: RequestInit = {}) => {
  const response = await request(lake, path, { token: TOKENS.administrator, ...init })
  expect(response.status).toBe(200)
  return response.json()
}

describe('Studio endpoints', () => {
  it('return the response shapes that the Studio expects', async () => {
    expect(await fetchOk('/projects/local')).toMatchObject({
      id: 'local',
      displayName: expect.any(String),
      organizationId: null,
      members: expect.arrayContaining([
        expect.objectContaining({ id: 'local-admin', isCurrentUser: true, isRobot: false }),
      ]),
    })
    expect(await fetchOk('/projects/local/datasets')).toMatchObject([
      { name: 'production', aclMode: 'public', datasetProfile: 'content' },
    ])
    expect(await fetchOk('/projects/local/datasets?datasetProfile=comments&addonFor=production')).toEqual([])
    expect(await fetchOk('/projects/local/roles')).toMatchObject([
      { name: 'administrator' },
      { name: 'editor' },
      { name: 'viewer' },
    ])
    expect(await fetchOk('/projects/local/grants')).toHaveProperty(['sanity.project', 0, 'grants'])
    expect(await fetchOk('/projects/local/user-applications')).toEqual([])
    expect(await fetchOk('/features')).toContain('contentReleases')
    expect(await fetchOk('/projects/local/new-content-release-allowed')).toMatchObject({
      data: { datasetReleaseLimit: 100 },
    })
    expect(await fetchOk('/subscriptions/project/local')).toHaveProperty('featureTypes.retention.features.0.attributes')
    expect(await fetchOk('/access/requests/me')).toEqual([])
    expect(await fetchOk('/auth/id')).toEqual({ id: 'local-admin' })
    expect(await fetchOk('/auth/providers')).toMatchObject({
      providers: [{ name: 'local', url: `${lake.url}/v1/auth/login/local` }],
    })
    expect(await fetchOk('/journey/announcements')).toEqual([])
    expect(await fetchOk('/data/ping/production')).toEqual({ ok: true })
    expect(await fetchOk('/descriptors/claim', { method: 'POST', body: '{}' })).toEqual({
      synchronization: { type: 'complete' },
    })
  })

  it('exist under every API version', async () => {
    for (const version of ['v1', 'vX', 'v2021-06-07', 'v2025-02-19']) {
      expect((await fetch(`${lake.url}/${version}/ping`)).status).toBe(200)
    }
  })

  it('require a token', async () => {
    for (const path of ['/subscriptions/project/local', '/access/requests/me', '/projects/local/grants', '/auth/id']) {
      expect((await request(lake, path)).status).toBe(401)
    }
    const dataset = '/projects/local/datasets/production'
    for (const path of ['/agent/action', '/aliases/staging', `${dataset}/backups`, `${dataset}/schemas`]) {
      expect((await request(lake, path)).status).toBe(501)
    }
    expect((await request(lake, '/nothing')).status).toBe(404)
  })
})
