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

/** The posts of a category or author repeat the tag of its address; detecting that would require evaluating conditions. */
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

/** `city:` for a city's address; any other tag is its own kind. */
const kindOf = (tag: string) => (tag.startsWith('id:') ? tag : tag.replace(/:.*/, ':'))

describe('cache tags', () => {
  it('are tried out with every query', () => {
    const asked = new Set(reads.map(({ query }) => query))
    expect([...names].filter(([query]) => !asked.has(query)).map(([, name]) => name)).toEqual([])
    expect([...queryReads.keys()].toSorted()).toEqual([...names.keys()].toSorted())
  })

  it('are shared by an answer and every change of the content that makes it another', () => {
    expect(found.length).toBeGreaterThan(1000)
    expect(found.filter((difference) => !isNoticed(difference)).map(described)).toEqual([])
  })

  it('are each missed when they are taken away, but for a few', () => {
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
