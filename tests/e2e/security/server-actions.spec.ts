import { expect } from '@playwright/test'
import { readServerActions } from '../../support/server-actions.ts'
import { test } from '../test.ts'

test('no public page exposes a server action, and account pages expose only known ones @smoke', () => {
  expect(readServerActions().length, 'the server action list is found').toBeGreaterThan(0)
  for (const { exportedName, filename, workers } of readServerActions()) {
    expect(filename, exportedName).toMatch(/^(app\/\(account\)\/|node_modules\/@clerk\/nextjs\/)/)
    expect(
      Object.keys(workers).filter((page) => !page.startsWith('app/(account)/')),
      exportedName,
    ).toEqual([])
  }
})

const ACTION_HEADERS = { 'content-type': 'text/plain;charset=UTF-8' }
const UNKNOWN_ACTION = `40${'a'.repeat(40)}`

test('public pages reject server action requests with 405', async ({ request, baseURL }) => {
  const knownIds = readServerActions().map(({ id }) => id)
  for (const path of ['/', '/pricing', '/no/such/page', '/search', '/newsletter/confirm']) {
    for (const id of [UNKNOWN_ACTION, ...knownIds.slice(0, 2)]) {
      const headers = { ...ACTION_HEADERS, 'next-action': id, origin: baseURL ?? '' }
      const response = await request.post(path, { headers, data: '[["sanity:attack"]]' })
      expect(response.status(), `${path} ${id}`).toBe(405)
      expect(response.headers().allow).toBe('GET, HEAD')
    }
  }
})

test('an unknown server action is not found on account pages', async ({ request, baseURL }) => {
  const headers = { ...ACTION_HEADERS, 'next-action': UNKNOWN_ACTION, origin: baseURL ?? '' }
  const response = await request.post('/login', { headers, data: '[["sanity:attack"]]' })
  expect([404, 409]).toContain(response.status())
})
