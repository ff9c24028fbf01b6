import { globSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileStore } from '../../../lib/platform/cache/file-store.ts'
import { deleteUnusedQueries, buildQuestion } from '../../../sanity/lake/published.ts'
import { redirectsRead } from '../../../sanity/queries/pages.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

let folder: string

beforeEach(() => {
  stubSiteEnv()
  folder = mkdtempSync(join(tmpdir(), 'former-queries-'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const createFileStore = () =>
  new FileStore(join(folder, '.next/cache/answers'), (key) =>
    JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 3)),
  )

describe('cached response files', () => {
  it('of removed queries are deleted after no running version can use them', async () => {
    const { key } = buildQuestion(redirectsRead)
    const outdatedKey = JSON.stringify([...(JSON.parse(key) as string[]).slice(0, 2), '*[_type == "gone"]', {}])
    const otherDatasetKey = JSON.stringify(['elsewhere', ...(JSON.parse(key) as unknown[]).slice(1)])
    for (const fileKey of [key, outdatedKey, otherDatasetKey]) await createFileStore().write(fileKey, '"answer"')
    const checkRemaining = async () =>
      Promise.all(
        [key, outdatedKey, otherDatasetKey].map(
          async (fileKey) => (await createFileStore().read(fileKey)) !== undefined,
        ),
      )
    await deleteUnusedQueries()
    expect(await checkRemaining()).toEqual([true, true, true])
    const time = new Date(Date.now() - 8 * 24 * 3_600_000)
    for (const group of globSync('.next/cache/answers/*', { cwd: folder })) utimesSync(join(folder, group), time, time)
    await deleteUnusedQueries()
    expect(await checkRemaining()).toEqual([true, false, false])
  })
})
