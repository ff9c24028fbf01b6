import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { release } from '../support/stack.ts'

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

test('nobody revalidates a tag by an action: each one that the build has, sent to the home page, is refused', async ({
  request,
  baseURL,
}) => {
  const ids = [...actions().map(([id]) => id), '40a3de1a5cffad23015b6e442e2d03c30377c483f0']
  for (const id of ids) {
    const response = await request.post('/', {
      headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', origin: baseURL ?? '' },
      data: '[["sanity:attack"]]',
      maxRedirects: 0,
    })
    expect(response.status(), id).toBeGreaterThanOrEqual(300)
  }
})
