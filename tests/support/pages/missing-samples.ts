import { lake } from '../stack/lake.ts'

const TESTIMONIAL_ID = 'testimonial-of-the-tests'
const PAGE_ID = 'page-of-the-tests'
const ANNOUNCEMENT_ID = 'announcement-of-the-tests'

/** Publishes a testimonial, a page with it and an active announcement, which the sample content lacks. */
export async function addMissingSamples(): Promise<void> {
  await lake
    .transaction()
    .createIfNotExists({
      _id: TESTIMONIAL_ID,
      _type: 'testimonial',
      quote: 'Nobody said this: it stands here for a test.',
      name: 'Nobody Inparticular',
      company: 'Company of the Tests',
    })
    .createIfNotExists({
      _id: PAGE_ID,
      _type: 'page',
      title: 'What customers would say',
      path: '/page-of-the-tests',
      blocks: [
        {
          _type: 'testimonialsBlock',
          _key: 'a',
          heading: 'Their words',
          testimonials: [{ _type: 'reference', _key: 'b', _ref: TESTIMONIAL_ID }],
        },
      ],
    })
    .createIfNotExists({
      _id: ANNOUNCEMENT_ID,
      _type: 'announcement',
      text: 'The tests are running on this site today.',
    })
    .commit({ visibility: 'sync' })
}

export async function removeMissingSamples(): Promise<void> {
  await lake.transaction().delete(PAGE_ID).delete(TESTIMONIAL_ID).delete(ANNOUNCEMENT_ID).commit({ visibility: 'sync' })
}
