import { lake } from '../stack/lake.ts'

const TESTIMONIAL = 'testimonial-of-the-tests'
const PAGE = 'page-of-the-tests'
const ANNOUNCEMENT = 'announcement-of-the-tests'

/** Publishes a testimonial, a page with it and an active announcement, which the sample content lacks. */
export async function addMissingSamples(): Promise<void> {
  await lake
    .transaction()
    .createIfNotExists({
      _id: TESTIMONIAL,
      _type: 'testimonial',
      quote: 'Nobody said this: it stands here for a test.',
      name: 'Nobody Inparticular',
      company: 'Company of the Tests',
    })
    .createIfNotExists({
      _id: PAGE,
      _type: 'page',
      title: 'What customers would say',
      path: '/page-of-the-tests',
      blocks: [
        {
          _type: 'testimonialsBlock',
          _key: 'a',
          heading: 'Their words',
          testimonials: [{ _type: 'reference', _key: 'b', _ref: TESTIMONIAL }],
        },
      ],
    })
    .createIfNotExists({ _id: ANNOUNCEMENT, _type: 'announcement', text: 'The tests are running on this site today.' })
    .commit({ visibility: 'sync' })
}

export async function removeMissingSamples(): Promise<void> {
  await lake.transaction().delete(PAGE).delete(TESTIMONIAL).delete(ANNOUNCEMENT).commit({ visibility: 'sync' })
}
