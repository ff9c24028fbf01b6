import { beforeAll, describe, expect, it } from 'vitest'
import { queryReads } from '../../../sanity/query-reads.ts'
import { getQueryTags } from '../../../sanity/tags.ts'
import { findDifferences, type Difference } from './tags-differences.ts'
import { exportedQueries, reads, type ContentRead } from './tags-reads.ts'

let allDifferences: Difference[]
let names: Map<string, string>

beforeAll(() => {
  allDifferences = findDifferences()
  names = new Map([...exportedQueries].map(([name, query]) => [query, name]))
}, 400_000)

/**
 * Redundant tags: posts of a category or author repeat the tag of its address.
 * Detecting such repetition would require evaluating query conditions.
 */
const REDUNDANT_TAGS = [
  'CATEGORY_QUERY category.isNews',
  'CATEGORY_QUERY category.title',
  'AUTHOR_QUERY author',
  'AUTHOR_QUERY author.name',
  'AUTHOR_QUERY author.slug',
]

const getTags = ({ query, params = {} }: ContentRead) => getQueryTags(query, params)

const isRevalidated = ({ read, revalidated }: Difference, matchesTag: (tag: string) => boolean = () => true) =>
  getTags(read).some((tag) => matchesTag(tag) && revalidated.includes(tag))

const describeDifference = ({ read, change }: Difference) =>
  `${names.get(read.query)} ${JSON.stringify(read.params)}: ${change.name}`

/** Groups tags by prefix: returns `city:` for every `city:…` tag. `id:…` tags are returned unchanged. */
const getKind = (tag: string) => (tag.startsWith('id:') ? tag : tag.replace(/:.*/, ':'))

describe('cache tags', () => {
  it('are tested with every exported query', () => {
    const queries = new Set(reads.map(({ query }) => query))
    expect([...names].filter(([query]) => !queries.has(query)).map(([, name]) => name)).toEqual([])
    expect([...queryReads.keys()].toSorted()).toEqual([...names.keys()].toSorted())
  })

  it('match between a query and every change that affects its result', () => {
    expect(allDifferences.length).toBeGreaterThan(1000)
    expect(allDifferences.filter((difference) => !isRevalidated(difference)).map(describeDifference)).toEqual([])
  })

  it('are all required, except the known redundant ones', () => {
    const redundantTags = [...names].flatMap(([query, name]) => {
      const queryDifferences = allDifferences.filter(({ read }) => read.query === query)
      const kinds = new Set(
        reads
          .filter((read) => read.query === query)
          .flatMap(getTags)
          .map(getKind),
      )
      const isNeeded = (kind: string) =>
        queryDifferences.some((difference) => !isRevalidated(difference, (tag) => getKind(tag) !== kind))
      return [...kinds].filter((kind) => !isNeeded(kind)).map((kind) => `${name} ${kind}`)
    })
    expect(redundantTags.toSorted()).toEqual(REDUNDANT_TAGS.toSorted())
  })
})
