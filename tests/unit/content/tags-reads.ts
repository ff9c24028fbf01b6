import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { QueryParams } from 'next-sanity'
import { slugRoot, slugTypes, typeNames } from '../../../sanity/content-types.ts'
import { dataset } from './tags-dataset.ts'

export type ContentRead = { query: string; params?: QueryParams }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Slug and path of moved and new documents. No document uses them at first. */
export const FREE_SLUG = 'moved'
export const FREE_PATH = '/moved'

const range = { from: 0, to: 10 }
const slugs = ['linked', FREE_SLUG]
const paths = [...dataset.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])), FREE_PATH]
const ids = typeNames.flatMap((type) => dataset.find(({ _type }) => _type === type)?._id ?? [])
const addresses = slugTypes.flatMap((type) => [...slugs, 'beside'].map((slug) => `${slugRoot(type)}/${slug}`))

/** Arguments by query parameter, with and without results. The first matching parameter applies. */
const ARGUMENTS: [param: string, values: unknown[]][] = [
  ['$slug', slugs],
  ['$path', paths],
  ['$id', [...ids, 'nothing']],
  ['$key', [...paths, ...addresses]],
  ['$from', [range, { from: 10, to: 20 }, 0]],
]

type ReadBuilder = (argument: unknown, range: object) => ContentRead

/**
 * Returns whether all parameters are valid. A page range passed for a sitemap part, or vice versa, results in undefined
 * or NaN.
 */
const hasValidParams = ({ params = {} }: ContentRead) =>
  typeof params === 'object' && Object.values(params).every((value) => value !== undefined && !Number.isNaN(value))

function expandRead(read: ContentRead | ReadBuilder): ContentRead[] {
  if (typeof read !== 'function') return [read]
  const { query } = read('linked', range)
  const values = ARGUMENTS.find(([param]) => query.includes(param))?.[1] ?? []
  return values.map((value) => read(value, range)).filter(hasValidParams)
}

const modules = await Promise.all(
  globSync('sanity/queries/*.ts', { cwd: root }).map(
    async (file) => (await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>,
  ),
)
const exportedEntries = modules.flatMap((module) => Object.entries(module))

export const reads: ContentRead[] = exportedEntries
  .filter(([name]) => name.endsWith('Read'))
  .flatMap(([, read]) => expandRead(read as ContentRead | ReadBuilder))
  .map((read) => (read.query.includes('$closed') ? { ...read, params: { ...read.params, closed: [] } } : read))

export const exportedQueries = new Map(
  exportedEntries.filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY')),
)
