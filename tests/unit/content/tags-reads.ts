import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { QueryParams } from 'next-sanity'
import { apiIntroRead } from '../../../sanity/queries/api-reference.ts'
import { updatedAtRead } from '../../../sanity/queries/change.ts'
import { announcementsRead } from '../../../sanity/queries/announcement.ts'
import { cityGridRead, cityRead } from '../../../sanity/queries/city.ts'
import { hasContactFormRead } from '../../../sanity/queries/contact-form.ts'
import { docPageRead, docTreeRead } from '../../../sanity/queries/documentation.ts'
import {
  authorRead,
  categoriesRead,
  categoryRead,
  feedRead,
  postRead,
  postsRead,
} from '../../../sanity/queries/blog.ts'
import { slugRoot, slugTypes } from '../../../sanity/content-types.ts'
import { knownPagesRead } from '../../../sanity/queries/known-pages.ts'
import { listingIntrosRead } from '../../../sanity/queries/listing.ts'
import { pageRead } from '../../../sanity/queries/page.ts'
import { pressItemRead, pressItemsRead, pressKitRead } from '../../../sanity/queries/press.ts'
import { redirectsRead } from '../../../sanity/queries/redirect.ts'
import { searchRead } from '../../../sanity/queries/search.ts'
import { shareImageRead, shareListsRead } from '../../../sanity/queries/share-image.ts'
import { badgesRead, integrationsRead, menuRead, settingsRead, wordsRead } from '../../../sanity/queries/shell.ts'
import { mainPagesRead, sitemapListsRead, sitemapPartRead, sitemapSizeRead } from '../../../sanity/queries/site-map.ts'
import { typeNames } from '../../../sanity/content-types.ts'
import { dataset } from './tags-dataset.ts'

export type Asked = { query: string; params?: QueryParams }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where documents are moved to, and new ones are made: nothing is there at first. */
export const FREE_SLUG = 'moved'
export const FREE_PATH = '/moved'

const paths = [...dataset.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])), FREE_PATH]

const slugs = ['linked', FREE_SLUG]
const range = { from: 0, to: 10 }
const secondPage = { from: 10, to: 20 }

/** What the site asks of the content, with parameters that find something and others that do not. */
export const reads: Asked[] = [
  announcementsRead,
  apiIntroRead,
  ...typeNames
    .flatMap((type) => dataset.find(({ _type }) => _type === type) ?? [])
    .map(({ _id }) => updatedAtRead(_id)),
  updatedAtRead('nothing'),
  cityGridRead,
  ...['chicago', ...slugs].map(cityRead),
  ...['/contact', FREE_PATH].map(hasContactFormRead),
  docTreeRead,
  ...slugs.map(docPageRead),
  ...slugs.map((slug) => authorRead(slug, range)),
  ...slugs.map((slug) => categoryRead(slug, range)),
  categoriesRead,
  feedRead,
  ...slugs.map(postRead),
  postsRead(range),
  postsRead(secondPage),
  knownPagesRead,
  listingIntrosRead,
  ...paths.map(pageRead),
  pressKitRead,
  pressItemsRead(range),
  pressItemsRead(secondPage),
  ...slugs.map(pressItemRead),
  redirectsRead,
  searchRead,
  shareListsRead,
  ...[
    '/linked',
    '/small-print',
    FREE_PATH,
    '/blog/beside',
    ...slugs.flatMap((slug) => slugTypes.map((type) => `${slugRoot(type)}/${slug}`)),
  ].map(shareImageRead),
  badgesRead,
  integrationsRead,
  menuRead,
  settingsRead,
  wordsRead,
  mainPagesRead,
  sitemapListsRead,
  sitemapPartRead(0),
  sitemapSizeRead,
]

/** Every query that the modules of `sanity/queries` export, by its name. */
export async function exportedQueries(): Promise<Map<string, string>> {
  const files = globSync('sanity/queries/*.ts', { cwd: root })
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>),
  )
  const entries = modules.flatMap((module) => Object.entries(module))
  return new Map(entries.filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY')))
}
