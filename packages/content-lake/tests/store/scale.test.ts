import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, startTestLake, TOKENS } from '../fixtures.ts'

const CITY_COUNT = 10_000
const BATCH_SIZE = 500
const TOPIC_COUNT = 20

let client: SanityClient

const buildCity = (index: number) => ({
  _id: `city-${index}`,
  _type: 'city',
  name: `City ${String(index).padStart(5, '0')}`,
  slug: { _type: 'slug', current: `city-${index}` },
  topic: { _type: 'reference', _ref: `topic-${index % TOPIC_COUNT}` },
})

beforeAll(async () => {
  client = createTestClient(await startTestLake(), TOKENS.editor)
  await client.mutate(
    Array.from({ length: TOPIC_COUNT }, (_, n) => ({ create: { _id: `topic-${n}`, _type: 'topic', n } })),
  )
  for (let from = 0; from < CITY_COUNT; from += BATCH_SIZE) {
    await client.mutate(
      Array.from({ length: BATCH_SIZE }, (_, n) => ({ create: buildCity(from + n) })),
      { returnDocuments: false },
    )
  }
})

describe(`dataset of ${CITY_COUNT} documents`, () => {
  it('supports lookups by id, slug and reference, and ordering', async () => {
    expect(await client.fetch('count(*[_type == "city"])')).toBe(CITY_COUNT)
    expect(await client.fetch('*[_id == "city-4711"][0].name')).toBe('City 04711')
    expect(await client.fetch('*[_type == "city" && slug.current == $slug][0]._id', { slug: 'city-9999' })).toBe(
      'city-9999',
    )
    expect(await client.fetch('count(*[references("topic-3")])')).toBe(CITY_COUNT / TOPIC_COUNT)
    expect(await client.fetch('*[_type == "city"] | order(name desc) [0...2]._id')).toEqual(['city-9999', 'city-9998'])
  })

  it('evaluates a subquery once and joins through an index', async () => {
    const fewTopicsQuery = '*[_type == "topic" && n < 2]'
    expect(await client.fetch(`count(*[_type == "city" && topic._ref in ${fewTopicsQuery}._id])`)).toBe(
      (2 * CITY_COUNT) / TOPIC_COUNT,
    )
    expect(await client.fetch('count(*[_type == "city" && _id in *[_type == "city"]._id])')).toBe(CITY_COUNT)
    expect(
      await client.fetch('count(*[_type == "city" && count(*[_type == "city"]) == $count])', { count: CITY_COUNT }),
    ).toBe(CITY_COUNT)
    expect(await client.fetch('*[_type == "city"]{"first": *[slug.current == "city-7"][0].name}[-1]')).toEqual({
      first: 'City 00007',
    })
    const counts = await client.fetch('*[_type == "topic"]{"n": count(*[_type == "city" && topic._ref == ^._id])}.n')
    expect(counts).toEqual(Array(TOPIC_COUNT).fill(CITY_COUNT / TOPIC_COUNT))
    const selfJoinQuery =
      '*[_type == "city"]{"same": *[_type == "city" && name == ^.name][0].name, "by": count(*[references(^._id)])}'
    expect(await client.fetch(`${selfJoinQuery}[4711]`)).toEqual({ same: expect.any(String), by: 0 })
  })

  it('keeps its indexes consistent after changes', async () => {
    await client
      .patch('city-3')
      .set({ topic: { _type: 'reference', _ref: 'topic-4' } })
      .commit()
    expect(await client.fetch('count(*[references("topic-3")])')).toBe(CITY_COUNT / TOPIC_COUNT - 1)
    expect(await client.fetch('count(*[references("topic-4")])')).toBe(CITY_COUNT / TOPIC_COUNT + 1)
    await client.delete({ query: '*[_type == "city" && topic._ref == "topic-5"]' })
    expect(await client.fetch('count(*[_type == "city"])')).toBe(CITY_COUNT - CITY_COUNT / TOPIC_COUNT)
    await client.delete('topic-5')
    expect(await client.fetch('count(*[_type == "topic"])')).toBe(TOPIC_COUNT - 1)
  })

  it('accepts a thousand edits', async () => {
    for (let n = 0; n < 1000; n++) await client.patch('city-1').set({ n }).commit({ returnDocuments: false })
    expect(await client.getDocument('city-1')).toMatchObject({ n: 999 })
  })

  it('patches all documents of a type in one transaction', async () => {
    await client
      .patch({ query: '*[_type == "city"]' })
      .set({ seen: true })
      .commit({ returnDocuments: false, returnFirst: false })
    expect(await client.fetch('count(*[_type == "city" && seen])')).toBe(CITY_COUNT - CITY_COUNT / TOPIC_COUNT)
  })
})
