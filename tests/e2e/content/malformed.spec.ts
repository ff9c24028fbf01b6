import { expect } from '@playwright/test'
import { requestPage } from '../../support/pages/known-pages.ts'
import { lake } from '../../support/stack/lake.ts'
import { sendMutations } from '../site/visitor.ts'
import { test } from '../test.ts'

const OBJECT_VALUE = { a: 1 }

const MALFORMED_DOCUMENTS = [
  { _id: 'e2e-bad-redirect', _type: 'redirect', source: '/e2e-malformed', destination: OBJECT_VALUE },
  {
    _id: 'e2e-bad-post',
    _type: 'post',
    slug: { _type: 'slug', current: 'e2e-malformed' },
    title: OBJECT_VALUE,
    excerpt: 'x',
    publishedAt: '2040-01-01T00:00:00Z',
  },
  { _id: 'e2e-bad-page', _type: 'page', path: '/e2e-malformed-page', title: OBJECT_VALUE, blocks: [] },
  { _id: 'e2e-bad-badge', _type: 'trustBadge', name: OBJECT_VALUE, orderRank: 'zz' },
  { _id: 'e2e-bad-plan', _type: 'pricingPlan', name: 'Malformed', monthly: 'a lot', orderRank: 'zz' },
]

const VALID_BLOCK = { _key: 'e2e-good', _type: 'heroBlock', heading: 'The block that is sound' }
const BROKEN_BLOCK = { _key: 'e2e-bad', _type: 'featureGridBlock', heading: OBJECT_VALUE, features: 'none' }

test('malformed documents are skipped individually, and everything else is served', async ({ baseURL }) => {
  const site = baseURL ?? ''
  const page = {
    _id: 'e2e-mixed-page',
    _type: 'page',
    path: '/e2e-mixed',
    title: 'Mixed',
    blocks: [BROKEN_BLOCK, VALID_BLOCK],
  }
  await sendMutations(...[...MALFORMED_DOCUMENTS, page].map((document) => ({ createOrReplace: document })))
  try {
    await expect.poll(async () => (await requestPage(site, page.path)).status).toBe(200)
    const views = await Promise.all(
      ['/e2e-unknown-address', '/blog', '/blog/rss.xml', '/llms.txt', '/pricing', '/', page.path].map((path) =>
        requestPage(site, path),
      ),
    )
    expect(views.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200, 200])
    expect(views.at(-1)?.text).toContain(VALID_BLOCK.heading)
    expect(views.at(1)?.text).not.toContain('e2e-malformed')
  } finally {
    await lake.mutate([...MALFORMED_DOCUMENTS, page].map(({ _id: id }) => ({ delete: { id } })))
  }
})
