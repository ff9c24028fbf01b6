import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { publish, publishAndWait } from '../support/pages/publishing.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { ownRelease } from '../support/stack/own-release.ts'
import { statusesOf, untilHolds, visit } from './support/visit.ts'

const PAGES = ['/', '/pricing', '/blog', '/integrations', '/documentation', '/contact', '/press', '/demo']

const CACHE = '.next/cache'

/** Path of `mount`, which exists on Linux only. */
const MOUNT = '/bin/mount'
const UMOUNT = '/bin/umount'

const SMALL_DISK = '256k'

const CANNOT_WRITE = /file-cache: write failed/g
const CANNOT = /file-cache: (?:directory read|read|write|delete) failed/g

/** Maximum log lines: list, read, write and delete errors for each kind of file. */
const MOST_LINES = 8

function canMount(): boolean {
  if (process.platform !== 'linux') return false
  const folder = resolve('.data/mount-tried')
  mkdirSync(folder, { recursive: true })
  try {
    mount(folder)
    execFileSync(UMOUNT, [folder])
    return true
  } catch {
    // Containers may not allow mounts. The other check of this file covers the same errors.
    return false
  }
}

const mount = (folder: string) =>
  execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', folder], { stdio: 'ignore' })

const started: { site: Site; undo: () => void }[] = []
afterAll(async () => {
  for (const { site, undo } of started) {
    await site.stop()
    undo()
  }
})

async function startBroken(name: string, breakIt: (cache: string) => () => void): Promise<Site> {
  const folder = ownRelease(name)
  const cache = resolve(folder, CACHE)
  mkdirSync(dirname(cache), { recursive: true })
  const undo = breakIt(cache)
  const site = await startSite({ name, folder })
  started.push({ site, undo })
  return site
}

/** Asserts that pages are served, publishes appear, and the error is logged only once per kind. */
async function expectServed(site: Site): Promise<string> {
  for (let round = 0; round < 2; round++) {
    const visits = await Promise.all(PAGES.map((path) => visit(site.url, path)))
    expect(statusesOf(visits)).toEqual(PAGES.map((path) => `${path} 200`))
  }
  const [post] = await lake.fetch<{ id: string; title: string; slug: string }[]>(
    `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id desc)[0...1]{ "id": _id, title, "slug": slug.current }`,
  )
  if (!post) throw new Error('The dataset has no post')
  await publishAndWait(post.id, { title: 'Published on a full disk' })
  const isNew = async () => (await visit(site.url, `/blog/${post.slug}`)).text.includes('Published on a full disk')
  const shown = await untilHolds(isNew)
  await publish(post.id, { title: post.title })
  expect(shown, 'ms until the publish is visible').toBeLessThan(Infinity)
  expect(site.child.exitCode).toBe(null)
  const log = readFileSync(site.logFile, 'utf8')
  const written = log.match(CANNOT_WRITE)?.length ?? 0
  expect(written, 'log lines about failed writes').toBeGreaterThanOrEqual(1)
  expect(log.match(CANNOT)?.length, 'log lines about cache files').toBeLessThanOrEqual(MOST_LINES)
  return `200, updated after ${shown} ms, ${log.match(CANNOT)?.length} log lines`
}

describe('cache files', () => {
  check(
    {
      what: 'Unwritable cache',
      tried: `replaced the cache folders with files; requested ${PAGES.length} pages twice; published`,
      expected: `returns 200, shows the publish and logs at most ${MOST_LINES} lines`,
    },
    async () => {
      const site = await startBroken('disk-files', (cache) => {
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
        tried: `mounted a disk of ${SMALL_DISK} for the cache; requested ${PAGES.length} pages twice; published`,
        expected: `returns 200, shows the publish and logs at most ${MOST_LINES} lines`,
      },
      async () => {
        const site = await startBroken('disk-full', (cache) => {
          const small = resolve(stack.dataDir, 'small-disk')
          if (readFileSync('/proc/mounts', 'utf8').includes(` ${small} `)) execFileSync(UMOUNT, [small])
          mkdirSync(small, { recursive: true })
          mount(small)
          rmSync(cache, { recursive: true, force: true })
          symlinkSync(small, cache)
          return () => execFileSync(UMOUNT, [small])
        })
        return expectServed(site)
      },
    )
  })
})
