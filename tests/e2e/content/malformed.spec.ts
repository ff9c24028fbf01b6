import { expect } from '@playwright/test'
import { look } from '../../support/pages/known-pages.ts'
import { lake } from '../../support/stack/lake.ts'
import { mutate } from '../site/visitor.ts'
import { test } from '../test.ts'

const OBJECT = { a: 1 }

const DOCUMENTS = [
  { _id: 'e2e-bad-redirect', _type: 'redirect', source: '/e2e-malformed', destination: OBJECT },
  {
    _id: 'e2e-bad-post',
    _type: 'post',
    slug: { _type: 'slug', current: 'e2e-malformed' },
    title: OBJECT,
    excerpt: 'x',
    publishedAt: '2040-01-01T00:00:00Z',
  },
  { _id: 'e2e-bad-page', _type: 'page', path: '/e2e-malformed-page', title: OBJECT, blocks: [] },
  { _id: 'e2e-bad-badge', _type: 'trustBadge', name: OBJECT, orderRank: 'zz' },
  { _id: 'e2e-bad-plan', _type: 'pricingPlan', name: 'Malformed', monthly: 'a lot', orderRank: 'zz' },
]

const HERO = { _key: 'e2e-good', _type: 'heroBlock', heading: 'The block that is sound' }
const BROKEN = { _key: 'e2e-bad', _type: 'featureGridBlock', heading: OBJECT, features: 'none' }

test('malformed documents are skipped individually, and everything else is served', async ({ baseURL }) => {
  const site = baseURL ?? ''
  const page = { _id: 'e2e-mixed-page', _type: 'page', path: '/e2e-mixed', title: 'Mixed', blocks: [BROKEN, HERO] }
  await mutate(...[...DOCUMENTS, page].map((document) => ({ createOrReplace: document })))
  try {
    await expect.poll(async () => (await look(site, page.path)).status).toBe(200)
    const looks = await Promise.all(
      ['/e2e-unknown-address', '/blog', '/blog/rss.xml', '/llms.txt', '/pricing', '/', page.path].map((path) =>
        look(site, path),
      ),
    )
    expect(looks.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200, 200])
    expect(looks.at(-1)?.text).toContain(HERO.heading)
    expect(looks.at(1)?.text).not.toContain('e2e-malformed')
  } finally {
    await lake.mutate([...DOCUMENTS, page].map(({ _id: id }) => ({ delete: { id } })))
  }
})
