import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { lake } from './lake.ts'
import { pendingWebhooks } from './publishing.ts'
import { until } from './until.ts'

/** Documents in one transaction. */
const BATCH = 250

/** The site hears of every document, which takes minutes. */
const WAIT = { deadlineMs: 20 * 60_000, intervalMs: 500 }

/** Behind the sample content in every list: later in the alphabet, the last in its order, published long ago. */
const added = (index: number, author: string, category: string): IdentifiedSanityDocumentStub =>
  index % 2 === 0
    ? {
        _id: `z-city-${index}`,
        _type: 'city',
        name: `Zz Town ${index}`,
        state: 'Texas',
        slug: { _type: 'slug', current: `zz-town-${index}` },
        headline: `Calls at night in town number ${index}`,
        intro: `What callers in town number ${index} ask for, and what is booked.`,
        summary: `Town number ${index}, where someone has to answer.`,
        orderRank: '0|zzzzzz:',
      }
    : {
        _id: `z-post-${index}`,
        _type: 'post',
        title: `An old note, number ${index}`,
        slug: { _type: 'slug', current: `zz-old-note-${index}` },
        excerpt: `What was noted down under number ${index}.`,
        publishedAt: '2001-01-01T00:00:00Z',
        author: { _type: 'reference', _ref: author },
        category: { _type: 'reference', _ref: category },
      }

/** Fills the dataset up with cities and posts to `total` documents; waits until the site has heard of all of them. */
export async function seedMore(total: number): Promise<number> {
  const { count, author, category } = await lake.fetch<{ count: number; author: string; category: string }>(
    `{ "count": count(*), "author": *[_type == "author"][0]._id, "category": *[_type == "category"][0]._id }`,
  )
  for (let from = 0; from < total - count; from += BATCH) {
    const transaction = lake.transaction()
    for (let index = from; index < Math.min(from + BATCH, total - count); index++) {
      transaction.createOrReplace(added(index, author, category))
    }
    await transaction.commit({ returnDocuments: false })
  }
  await until('The end of the webhooks', async () => (await pendingWebhooks()) === 0 || undefined, WAIT)
  return lake.fetch<number>('count(*)')
}
