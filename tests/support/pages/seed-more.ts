import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { lake } from '../stack/lake.ts'
import { countPendingWebhooks } from './publishing.ts'
import { pollUntil } from '../until.ts'

const BATCH_SIZE = 250

/** Long timeout, because the webhooks for all documents take minutes. */
const POLL_OPTIONS = { deadlineMs: 20 * 60_000, intervalMs: 500 }

/** A separate author, so that no list of related posts changes. */
const AUTHOR = {
  _id: 'z-author',
  _type: 'author',
  name: 'Zz Author',
  slug: { _type: 'slug', current: 'zz-author' },
  role: 'Writer',
}
const CATEGORY = {
  _id: 'z-category',
  _type: 'category',
  title: 'Zz Category',
  slug: { _type: 'slug', current: 'zz-category' },
}

/** Returns a document that sorts after the sample content in every list. */
const buildDocument = (index: number): IdentifiedSanityDocumentStub =>
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
        author: { _type: 'reference', _ref: AUTHOR._id },
        category: { _type: 'reference', _ref: CATEGORY._id },
      }

/** Adds cities and posts up to `total` documents. Waits until all webhooks are delivered. */
export async function seedMore(total: number): Promise<number> {
  await lake.transaction().createOrReplace(AUTHOR).createOrReplace(CATEGORY).commit()
  const missingCount = total - (await lake.fetch<number>('count(*)'))
  for (let from = 0; from < missingCount; from += BATCH_SIZE) {
    const transaction = lake.transaction()
    for (let index = from; index < Math.min(from + BATCH_SIZE, missingCount); index++) {
      transaction.createOrReplace(buildDocument(index))
    }
    await transaction.commit({ returnDocuments: false })
  }
  await pollUntil('all webhooks', async () => (await countPendingWebhooks()) === 0 || undefined, POLL_OPTIONS)
  return lake.fetch<number>('count(*)')
}
