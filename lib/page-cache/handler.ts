import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import type * as TagsManifestModule from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { beginMaking, madeSince } from './ages.ts'
import { BoundedStore } from './bounded-store.ts'
import { VERSION_HEADER, versionOf, withoutFlight } from './flight.ts'
import { holdScripts } from './hold-scripts.ts'
import { type PolicyOptions, contentSecurityPolicy } from './policy.ts'
import { logUnknownScripts } from '../csp/inline-scripts.ts'
import { env } from '../env.ts'
import { voiceAgentSources } from '../voice-agent.ts'
import { locationHeader, statusOf } from './status.ts'
import { TagJournal } from './tag-journal.ts'

// Next publishes none of these as ES modules or documented entries: a new version of Next needs the tests of this folder.
const require = createRequire(import.meta.url)
const { default: FileSystemCache } =
  require('next/dist/server/lib/incremental-cache/file-system-cache.js') as typeof FileSystemCacheModule
const { areTagsStale, tagsManifest } =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js') as typeof TagsManifestModule
const { SharedCacheControls } = require('next/dist/server/lib/incremental-cache/shared-cache-controls.external.js') as {
  SharedCacheControls: { cacheControls: Map<string, unknown> }
}

const POLICY_HEADER = 'content-security-policy'
const TAGS_HEADER = 'x-next-cache-tags'

/** Pages that do not exist, remembered in memory; one takes about 150 KB with its flight data. */
const MISSING_PAGES = 64

/** Answers of the Content Lake that there is nothing, remembered in memory; one takes less than a kilobyte. */
const MISSING_ANSWERS = 2_000

/** Bodies of a cached answer that found nothing: no document, an empty list. */
const NOTHING = new Set(['null', '[]'])

let options: PolicyOptions | undefined

const policyOptions = (): PolicyOptions =>
  (options ??= {
    frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
    secure: env().siteUrl.startsWith('https:'),
    additional: voiceAgentSources(env().voiceAgent),
  })

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
    [POLICY_HEADER]: contentSecurityPolicy(value.html, policyOptions()),
    ...(version && { [VERSION_HEADER]: version }),
  }
}

/** The entries that Next keeps in memory besides its files. */
const memoryOf = (cache: unknown) =>
  (cache as { memoryCache?: { get: (key: string) => Entry | undefined } }).memoryCache

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

/** Tags of an entry: a page carries its own, an answer has those of the question. */
function tagsOf(value: Value, context: Get[1] | Set[2]): string[] {
  if (value?.kind === 'APP_PAGE' || value?.kind === 'APP_ROUTE')
    return String(value.headers?.[TAGS_HEADER] ?? '').split(',')
  return 'tags' in context ? (context.tags ?? []) : []
}

/** Whether Next will have an entry made anew. */
function isStale(entry: Entry, context: Get[1], now: number): boolean {
  const seconds = entry.cacheControl?.revalidate ?? ('revalidate' in context ? context.revalidate : undefined)
  const isOld = typeof seconds === 'number' && entry.lastModified + seconds * 1000 < now
  return isOld || areTagsStale(tagsOf(entry.value, context), entry.lastModified)
}

/**
 * A stale 404 counts as nothing stored. Next would answer with it while it makes the page anew, and take the title and
 * robots of a missing page for the new one, because it goes by the status that the answer has by then.
 */
const isMissingPage = (value: Value): boolean => value?.kind === 'APP_PAGE' && value.status === 404

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
    const [key, context] = args
    const now = Date.now()
    const stored = missingPages.get(key) ?? missingAnswers.get(key) ?? (await super.get(...args))
    if (stored) finish(stored.value)
    const entry = stored && isMissingPage(stored.value) && isStale(stored, context, now) ? null : stored
    if (!entry || isStale(entry, context, now)) beginMaking(key, now)
    return entry
  }

  override async set(...args: Set) {
    const [key, value, context] = args
    const since = madeSince(key, Date.now())
    finish(value)
    if (value?.kind === 'APP_PAGE' && typeof value.html === 'string') logUnknownScripts(value.html, key)
    const store = storeOf(value)
    if (store && !existsSync(this.#fileOf(key, value))) {
      forgetLifetime(key)
      const cacheControl = 'cacheControl' in context ? context.cacheControl : undefined
      store.set(key, { value, lastModified: since, ...(cacheControl && { cacheControl }) })
      return
    }
    missingPages.delete(key)
    missingAnswers.delete(key)
    await super.set(...args)
    if (areTagsStale(tagsOf(value, context), since)) await this.#date(key, value, since)
  }

  /** Dates an entry back to a time before its tags were revalidated, so that it is made once more. */
  async #date(key: string, value: Value, since: number) {
    const stored = memoryOf(FileSystemCache)?.get(key)
    if (stored) stored.lastModified = since
    await utimes(this.#fileOf(key, value), since / 1000, since / 1000)
  }

  /** What has been found before keeps its file, or the file would bring it back; there are only as many as documents. */
  #fileOf(key: string, value: Value): string {
    if (value?.kind === 'FETCH') return join(this.#serverDistDir, '..', 'cache', 'fetch-cache', key)
    return join(this.#serverDistDir, `${key}.${value?.kind === 'APP_ROUTE' ? 'body' : 'html'}`)
  }

  override async revalidateTag(...args: Parameters<InstanceType<typeof FileSystemCache>['revalidateTag']>) {
    await super.revalidateTag(...args)
    journal?.write(tagsManifest)
  }
}
