import { beforeAll, describe, expect, it } from 'vitest'
import { queryReads } from '../../../sanity/query-reads.ts'
import { tagsOfQuery } from '../../../sanity/tags.ts'
import { differences, type Difference } from './tags-answers.ts'
import { exportedQueries, reads, type Asked } from './tags-reads.ts'

let found: Difference[]
let names: Map<string, string>

beforeAll(() => {
  found = differences()
  names = new Map([...exportedQueries].map(([name, query]) => [query, name]))
}, 400_000)

/**
 * Redundant tags: posts of a category or author repeat the tag of its address.
 * Detecting such repetition would require evaluating query conditions.
 */
const NEEDLESS = [
  'CATEGORY_QUERY category.isNews',
  'CATEGORY_QUERY category.title',
  'AUTHOR_QUERY author',
  'AUTHOR_QUERY author.name',
  'AUTHOR_QUERY author.slug',
]

const tagsOf = ({ query, params = {} }: Asked) => tagsOfQuery(query, params)

const isNoticed = ({ asked, revalidated }: Difference, counts: (tag: string) => boolean = () => true) =>
  tagsOf(asked).some((tag) => counts(tag) && revalidated.includes(tag))

const described = ({ asked, change }: Difference) =>
  `${names.get(asked.query)} ${JSON.stringify(asked.params)}: ${change.name}`

/** Returns the kind of a tag, such as `city:` for every city address. Tags with an id are their own kind. */
const kindOf = (tag: string) => (tag.startsWith('id:') ? tag : tag.replace(/:.*/, ':'))

describe('cache tags', () => {
  it('are tested with every exported query', () => {
    const asked = new Set(reads.map(({ query }) => query))
    expect([...names].filter(([query]) => !asked.has(query)).map(([, name]) => name)).toEqual([])
    expect([...queryReads.keys()].toSorted()).toEqual([...names.keys()].toSorted())
  })

  it('match between a query and every change that affects its result', () => {
    expect(found.length).toBeGreaterThan(1000)
    expect(found.filter((difference) => !isNoticed(difference)).map(described)).toEqual([])
  })

  it('are all required, except the known redundant ones', () => {
    const needless = [...names].flatMap(([query, name]) => {
      const own = found.filter(({ asked }) => asked.query === query)
      const kinds = new Set(
        reads
          .filter((asked) => asked.query === query)
          .flatMap(tagsOf)
          .map(kindOf),
      )
      const isNeeded = (kind: string) => own.some((difference) => !isNoticed(difference, (tag) => kindOf(tag) !== kind))
      return [...kinds].filter((kind) => !isNeeded(kind)).map((kind) => `${name} ${kind}`)
    })
    expect(needless.toSorted()).toEqual(NEEDLESS.toSorted())
  })
})
