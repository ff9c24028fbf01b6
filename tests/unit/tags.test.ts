import { beforeAll, describe, expect, it } from 'vitest'
import { tagsOfQuery } from '../../sanity/tags.ts'
import { queryReads } from '../../sanity/query-reads.ts'
import { differences, type Difference } from './tags-answers.ts'
import { exportedQueries, reads } from './tags-reads.ts'

let found: Difference[]
let names: Map<string, string>

beforeAll(async () => {

  found = differences()

  names = new Map([...(await exportedQueries())].map(([name, query]) => [query, name]))
})

const share = (tags: string[], { revalidated }: Difference) => revalidated.some((tag) => tags.includes(tag))

describe('cache tags', () => {
  it('are shared by every answer and every change that makes it another', () => {
    const missed = found.filter((difference) => {
      const { query, params = {} } = difference.asked
      return !share(tagsOfQuery(query, params), difference)
    })
    expect(missed.map(({ asked, change }) => `${names.get(asked.query)} ${JSON.stringify(asked.params)}: ${change.name}`)).toEqual([])
  })

  it('are tried out for every query', () => {
    const asked = new Set(reads.map(({ query }) => query))
    expect([...names].filter(([query]) => !asked.has(query)).map(([, name]) => name)).toEqual([])
    expect([...queryReads.keys()].toSorted()).toEqual([...names.keys()].toSorted())
  })

  it('has no tag that could be left out', () => {
    const kind = (tag: string) => tag.replace(/^(?!id:)(\w+):.*/, '$1:')
    const unnoticed = [...names].flatMap(([query, name]) => {
      const own = found.filter(({ asked }) => asked.query === query)
      const kinds = new Set(reads.filter((r) => r.query === query).flatMap(({ params = {} }) => tagsOfQuery(query, params)).map(kind))
      return [...kinds].filter((left) =>
        own.every((difference) => share(tagsOfQuery(query, difference.asked.params ?? {}).filter((tag) => kind(tag) !== left), difference)),
      ).map((left) => `${name} ${left}`)
    })
    expect(unnoticed).toEqual([])
  })
})
