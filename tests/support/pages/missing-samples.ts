import { lake } from '../stack/lake.ts'

const TESTIMONIAL = 'testimonial-of-the-tests'
const PAGE = 'page-of-the-tests'

/** The sample content has no testimonial, because nobody has given one: the tests publish one, and a page that shows it. */
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
    .commit({ visibility: 'sync' })
}

/** Takes away what {@link addMissingSamples} has published. */
export async function removeMissingSamples(): Promise<void> {
  await lake.transaction().delete(PAGE).delete(TESTIMONIAL).commit({ visibility: 'sync' })
}
