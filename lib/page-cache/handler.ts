import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import type * as TagsManifestModule from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { holdScripts } from './hold-scripts.ts'
import { type PolicyOptions, contentSecurityPolicy } from './policy.ts'
import { locationHeader, statusOf } from './status.ts'
import { TagJournal } from './tag-journal.ts'

// Next publishes neither as ES modules nor as documented entries: a new version of Next needs the tests of this folder.
const require = createRequire(import.meta.url)
const { default: FileSystemCache } =
  require('next/dist/server/lib/incremental-cache/file-system-cache.js') as typeof FileSystemCacheModule
const { tagsManifest } =
  require('next/dist/server/lib/incremental-cache/tags-manifest.external.js') as typeof TagsManifestModule

const POLICY_HEADER = 'content-security-policy'

const policyOptions: PolicyOptions = {
  frameAncestors: (process.env.FRAME_ANCESTORS ?? "'self'").split(' '),
  secure: process.env.SITE_URL?.startsWith('https:') ?? false,
}

type Value = Parameters<InstanceType<typeof FileSystemCache>['set']>[1]

/** Gives a stored page its policy and holds its scripts back; anything else, and a page done before, stays as it is. */
function finish(value: Value): void {
  if (value?.kind !== 'APP_PAGE' || typeof value.html !== 'string' || value.headers?.[POLICY_HEADER]) return
  value.headers = { ...value.headers, ...locationHeader(value.html) }
  value.status = statusOf(value.html) ?? value.status
  value.html = holdScripts(value.html)
  value.headers = { ...value.headers, [POLICY_HEADER]: contentSecurityPolicy(value.html, policyOptions) }
}

let journal: TagJournal | undefined

function openJournal(serverDistDir: string): TagJournal {
  const opened = new TagJournal(join(serverDistDir, '..', 'cache', 'revalidated-tags.json'))
  for (const [tag, state] of opened.read()) tagsManifest.set(tag, state)
  return opened
}

/** Next's file cache, with finished pages and a memory for revalidated tags. Configured as `cacheHandler`. */
export default class PageCache extends FileSystemCache {
  constructor(...args: ConstructorParameters<typeof FileSystemCache>) {
    super(...args)
    journal ??= openJournal(args[0].serverDistDir)
  }

  override async get(...args: Parameters<InstanceType<typeof FileSystemCache>['get']>) {
    const entry = await super.get(...args)
    if (entry) finish(entry.value)
    return entry
  }

  override async set(...args: Parameters<InstanceType<typeof FileSystemCache>['set']>) {
    finish(args[1])
    return super.set(...args)
  }

  override async revalidateTag(...args: Parameters<InstanceType<typeof FileSystemCache>['revalidateTag']>) {
    await super.revalidateTag(...args)
    journal?.write(tagsManifest)
  }
}
