import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import type * as TagsManifestModule from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { BoundedStore } from './bounded-store.ts'
import { VERSION_HEADER, versionOf, withoutFlight } from './flight.ts'
import { holdScripts } from './hold-scripts.ts'
import { type PolicyOptions, contentSecurityPolicy } from './policy.ts'
import { locationHeader, statusOf } from './status.ts'
import { TagJournal } from './tag-journal.ts'

// Next publishes none of these as ES modules or documented entries: a new version of Next needs the tests of this folder.
const require = createRequire(import.meta.url)
const { default: FileSystemCache } =
  require('next/dist/server/lib/incremental-cache/file-system-cache.js') as typeof FileSystemCacheModule
const { tagsManifest } =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js') as typeof TagsManifestModule
const { SharedCacheControls } = require('next/dist/server/lib/incremental-cache/shared-cache-controls.external.js') as {
  SharedCacheControls: { cacheControls: Map<string, unknown> }
}

const POLICY_HEADER = 'content-security-policy'

/** Pages that do not exist, remembered in memory; one takes about 150 KB with its flight data. */
const MISSING_PAGES = 64

/** Answers of the Content Lake that there is nothing, remembered in memory; one takes less than a kilobyte. */
const MISSING_ANSWERS = 2_000

/** Bodies of a cached answer that found nothing: no document, an empty list. */
const NOTHING = new Set(['null', '[]'])

const policyOptions: PolicyOptions = {
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: process.env.SITE_URL?.startsWith('https:') ?? false,
}

type Get = Parameters<InstanceType<typeof FileSystemCache>['get']>
type Set = Parameters<InstanceType<typeof FileSystemCache>['set']>
type Value = Set[1]
type Entry = NonNullable<Awaited<ReturnType<InstanceType<typeof FileSystemCache>['get']>>>

/** Gives a stored page its policy and holds its scripts back; anything else, and a page done before, stays as it is. */
function finish(value: Value): void {
  if (value?.kind !== 'APP_PAGE' || typeof value.html !== 'string' || value.headers?.[POLICY_HEADER]) return
  value.headers = { ...value.headers, ...locationHeader(value.html) }
  value.status = statusOf(value.html) ?? value.status
  const flight = value.rscData?.toString('utf8')
  const markup = flight && withoutFlight(value.html, flight)
  const version = flight && versionOf(flight)
  value.html = holdScripts(markup || value.html, markup ? version : undefined)
  value.headers = {
    ...value.headers,
    [POLICY_HEADER]: contentSecurityPolicy(value.html, policyOptions),
    ...(version && { [VERSION_HEADER]: version }),
  }
}

/** Next remembers the lifetime of every path it has answered; those of forgotten entries are forgotten too. */
const forgetLifetime = (key: string) => SharedCacheControls.cacheControls.delete(key)

const missingPages = new BoundedStore<Entry>(MISSING_PAGES, forgetLifetime)
const missingAnswers = new BoundedStore<Entry>(MISSING_ANSWERS)

/** Where a value that says "there is nothing here" is remembered; undefined for all that is worth a file. */
function storeOf(value: Value): BoundedStore<Entry> | undefined {
  if (value?.kind === 'FETCH') return NOTHING.has(value.data.body) ? missingAnswers : undefined
  if (value?.kind === 'APP_PAGE' || value?.kind === 'APP_ROUTE') return value.status === 404 ? missingPages : undefined
  return undefined
}

let journal: TagJournal | undefined

function openJournal(serverDistDir: string): TagJournal {
  const opened = new TagJournal(join(serverDistDir, '..', 'cache', 'revalidated-tags.json'))
  for (const [tag, state] of opened.read()) tagsManifest.set(tag, state)
  return opened
}

/**
 * Next's file cache, with finished pages, a memory for revalidated tags, and bounded room for what does not exist:
 * unknown paths never reach the disk, however many are asked for. Configured as `cacheHandler`.
 */
export default class PageCache extends FileSystemCache {
  readonly #serverDistDir: string

  /** A proxy has a cache too, without a folder: it stores nothing. */
  constructor(...args: ConstructorParameters<typeof FileSystemCache>) {
    super(...args)
    this.#serverDistDir = args[0].serverDistDir
    if (this.#serverDistDir) journal ??= openJournal(this.#serverDistDir)
  }

  override async get(...args: Get) {
    const [key] = args
    const missing = missingPages.get(key) ?? missingAnswers.get(key)
    if (missing) return missing
    const entry = await super.get(...args)
    if (entry) finish(entry.value)
    return entry
  }

  override async set(...args: Set) {
    const [key, value, context] = args
    finish(value)
    const store = storeOf(value)
    if (store && !this.#isOnDisk(key, value)) {
      forgetLifetime(key)
      const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
      store.set(key, { value, lastModified: Date.now(), ...(cacheControl && { cacheControl }) })
      return
    }
    missingPages.delete(key)
    missingAnswers.delete(key)
    await super.set(...args)
  }

  /** What has been found before keeps its file, or the file would bring it back; there are only as many as documents. */
  #isOnDisk(key: string, value: Value): boolean {
    if (value?.kind === 'FETCH') return existsSync(join(this.#serverDistDir, '..', 'cache', 'fetch-cache', key))
    return existsSync(join(this.#serverDistDir, `${key}.${value?.kind === 'APP_ROUTE' ? 'body' : 'html'}`))
  }

  override async revalidateTag(...args: Parameters<InstanceType<typeof FileSystemCache>['revalidateTag']>) {
    await super.revalidateTag(...args)
    journal?.write(tagsManifest)
  }
}
