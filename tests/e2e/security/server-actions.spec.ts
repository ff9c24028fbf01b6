import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { release } from '../../support/stack/stack.ts'

type Manifest = { node: Record<string, { exportedName: string; filename: string; workers: Record<string, unknown> }> }

/** Assumption: the build lists its server actions in this file, with the pages that can run each. */
const actions = () =>
  Object.entries(
    (JSON.parse(readFileSync(resolve(release, '.next/server/server-reference-manifest.json'), 'utf8')) as Manifest)
      .node,
  )

test('no page of the site can run a server action, and those of the account are its own and Clerk’s', () => {
  expect(actions().length, 'the list is where it was').toBeGreaterThan(0)
  for (const [, { exportedName, filename, workers }] of actions()) {
    expect(filename, exportedName).toMatch(/^(app\/\(account\)\/|node_modules\/@clerk\/nextjs\/)/)
    expect(
      Object.keys(workers).filter((page) => !page.startsWith('app/(account)/')),
      exportedName,
    ).toEqual([])
  }
})

test('an action that no page has is not found, and nothing is made for it', async ({ request, baseURL }) => {
  const response = await request.post('/', {
    headers: {
      'next-action': `40${'a'.repeat(40)}`,
      'content-type': 'text/plain;charset=UTF-8',
      origin: baseURL ?? '',
    },
    data: '[["sanity:attack"]]',
  })
  expect([404, 409]).toContain(response.status())
})
