import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { QueryParams } from 'next-sanity'
import { slugRoot, slugTypes, typeNames } from '../../../sanity/content-types.ts'
import { dataset } from './tags-dataset.ts'

export type Asked = { query: string; params?: QueryParams }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where documents are moved to, and new ones are made: nothing is there at first. */
export const FREE_SLUG = 'moved'
export const FREE_PATH = '/moved'

const range = { from: 0, to: 10 }
const slugs = ['linked', FREE_SLUG]
const paths = [...dataset.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])), FREE_PATH]
const ids = typeNames.flatMap((type) => dataset.find(({ _type }) => _type === type)?._id ?? [])
const addresses = slugTypes.flatMap((type) => [...slugs, 'beside'].map((slug) => `${slugRoot(type)}/${slug}`))

/**
 * What a read is asked for, by the parameter of its query: values that find something, and others that do not. The first
 * parameter that a query has decides.
 */
const ARGUMENTS: [param: string, values: unknown[]][] = [
  ['$slug', slugs],
  ['$path', paths],
  ['$id', [...ids, 'nothing']],
  ['$key', [...paths, ...addresses]],
  ['$from', [range, { from: 10, to: 20 }, 0]],
]

type ReadOf = (argument: unknown, range: object) => Asked

/** Parts of the sitemap are counted, pages of a list have a range: the other makes no parameters. */
const isSensible = ({ params = {} }: Asked) =>
  typeof params === 'object' && Object.values(params).every((value) => value !== undefined && !Number.isNaN(value))

function asked(read: Asked | ReadOf): Asked[] {
  if (typeof read !== 'function') return [read]
  const { query } = read('linked', range)
  const values = ARGUMENTS.find(([param]) => query.includes(param))?.[1] ?? []
  return values.map((value) => read(value, range)).filter(isSensible)
}

const modules = await Promise.all(
  globSync('sanity/queries/*.ts', { cwd: root }).map(
    async (file) => (await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>,
  ),
)
const exported = modules.flatMap((module) => Object.entries(module))

/** What the site asks of the content: every read that the modules of `sanity/queries` export. */
export const reads: Asked[] = exported
  .filter(([name]) => name.endsWith('Read'))
  .flatMap(([, read]) => asked(read as Asked | ReadOf))
  .map((read) => (read.query.includes('$closed') ? { ...read, params: { ...read.params, closed: [] } } : read))

/** Every query that these modules export, by its name. */
export const exportedQueries = new Map(
  exported.filter((entry): entry is [string, string] => entry[0].endsWith('_QUERY')),
)
