import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { publish, publishAndWait } from '../support/pages/publishing.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { copyRelease } from '../support/stack/own-release.ts'
import { formatStatuses, measureUntil, requestSite } from './support/request-site.ts'

const PAGES = ['/', '/pricing', '/blog', '/integrations', '/documentation', '/contact', '/press', '/demo']

const CACHE_FOLDER = '.next/cache'

/** Path of `mount`, which exists on Linux only. */
const MOUNT_PATH = '/bin/mount'
const UMOUNT_PATH = '/bin/umount'

const SMALL_DISK_SIZE = '256k'

const WRITE_FAILURE_PATTERN = /file-cache: write failed/g
const CACHE_FAILURE_PATTERN = /file-cache: (?:directory read|read|write|delete) failed/g

/** Maximum log lines: list, read, write and delete errors for each kind of file. */
const MAX_LOG_LINES = 8

function canMount(): boolean {
  if (process.platform !== 'linux') return false
  const folder = resolve('.data/mount-tried')
  mkdirSync(folder, { recursive: true })
  try {
    mount(folder)
    execFileSync(UMOUNT_PATH, [folder])
    return true
  } catch {
    // Containers may not allow mounts. The other check of this file covers the same errors.
    return false
  }
}

const mount = (folder: string) =>
  execFileSync(MOUNT_PATH, ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })

const startedSites: { site: Site; undo: () => void }[] = []
afterAll(async () => {
  for (const { site, undo } of startedSites) {
    await site.stop()
    undo()
  }
})

async function startWithBrokenCache(name: string, breakCache: (cache: string) => () => void): Promise<Site> {
  const folder = copyRelease(name)
  const cache = resolve(folder, CACHE_FOLDER)
  mkdirSync(dirname(cache), { recursive: true })
  const undo = breakCache(cache)
  const site = await startSite({ name, folder })
  startedSites.push({ site, undo })
  return site
}

/** Asserts that pages are served, publishes appear, and the error is logged only once per kind. */
async function expectServed(site: Site): Promise<string> {
  for (let round = 0; round < 2; round++) {
    const visits = await Promise.all(PAGES.map((path) => requestSite(site.url, path)))
    expect(formatStatuses(visits)).toEqual(PAGES.map((path) => `${path} 200`))
  }
  const [post] = await lake.fetch<{ id: string; title: string; slug: string }[]>(
    `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id desc)[0...1]{ "id": _id, title, "slug": slug.current }`,
  )
  if (!post) throw new Error('The dataset has no post')
  await publishAndWait(post.id, { title: 'Published on a full disk' })
  const isUpdated = async () =>
    (await requestSite(site.url, `/blog/${post.slug}`)).text.includes('Published on a full disk')
  const updateMs = await measureUntil(isUpdated)
  await publish(post.id, { title: post.title })
  expect(updateMs, 'ms until the publish is visible').toBeLessThan(Infinity)
  expect(site.child.exitCode).toBe(null)
  const log = readFileSync(site.logFile, 'utf8')
  const writeFailureCount = log.match(WRITE_FAILURE_PATTERN)?.length ?? 0
  expect(writeFailureCount, 'log lines about failed writes').toBeGreaterThanOrEqual(1)
  expect(log.match(CACHE_FAILURE_PATTERN)?.length, 'log lines about cache files').toBeLessThanOrEqual(MAX_LOG_LINES)
  return `200, updated after ${updateMs} ms, ${log.match(CACHE_FAILURE_PATTERN)?.length} log lines`
}

describe('cache files', () => {
  check(
    {
      what: 'Unwritable cache',
      tried: `replaced the cache folders with files; requested ${PAGES.length} pages twice; published`,
      expected: `returns 200, shows the publish and logs at most ${MAX_LOG_LINES} lines`,
    },
    async () => {
      const site = await startWithBrokenCache('disk-files', (cache) => {
        mkdirSync(cache, { recursive: true })
        for (const name of ['pages', 'answers']) {
          rmSync(resolve(cache, name), { recursive: true, force: true })
          writeFileSync(resolve(cache, name), '')
        }
        return () => undefined
      })
      return expectServed(site)
    },
  )

  describe.skipIf(!canMount())('on a separate disk', () => {
    check(
      {
        what: 'Full disk',
        tried: `mounted a disk of ${SMALL_DISK_SIZE} for the cache; requested ${PAGES.length} pages twice; published`,
        expected: `returns 200, shows the publish and logs at most ${MAX_LOG_LINES} lines`,
      },
      async () => {
        const site = await startWithBrokenCache('disk-full', (cache) => {
          const diskFolder = resolve(stack.dataDir, 'small-disk')
          if (readFileSync('/proc/mounts', 'utf8').includes(` ${diskFolder} `)) execFileSync(UMOUNT_PATH, [diskFolder])
          mkdirSync(diskFolder, { recursive: true })
          mount(diskFolder)
          rmSync(cache, { recursive: true, force: true })
          symlinkSync(diskFolder, cache)
          return () => execFileSync(UMOUNT_PATH, [diskFolder])
        })
        return expectServed(site)
      },
    )
  })
})
