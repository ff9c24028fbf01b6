import { expect } from '@playwright/test'
import {
  applyEdit,
  type Edit,
  buildEdit,
  type FirstViews,
  requestFirstViews,
  limitToSomePages,
  collectOriginalValues,
  waitUntilShown,
} from '../../support/pages/first-views.ts'
import { addMissingSamples, removeMissingSamples } from '../../support/pages/missing-samples.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import {
  contentTypes,
  findVisibleContent,
  SAMPLE_TYPES,
  fetchPublishedTypes,
  type VisibleContent,
} from '../../support/pages/visible-content.ts'
import { waitUntilTime } from '../../support/until.ts'
import { test } from '../test.ts'

/** Time limit after the webhook response for a change to appear on every page. */
const FRESH_WITHIN_MS = 1_000

/** Minimum time between two renders of the same page. */
const RENDER_INTERVAL_MS = 1_000

/** Page interval of the later check: every fifth page. The immediate check covers all pages. */
const PAGE_INTERVAL = 5

/** Timeout for startup and a visit to every page on a busy machine. */
const START_TIMEOUT_MS = 240_000

let content: VisibleContent
const totals: FirstViews[] = []

async function publishAndView(edit: Edit, delayMs: number): Promise<FirstViews> {
  const { answeredAt } = await publishAndWait(edit.id, edit.values)
  await waitUntilTime(answeredAt + delayMs)
  const firstViews = await requestFirstViews(edit)
  totals.push(firstViews)
  test.info().annotations.push({
    type: `first looks ${delayMs} ms after the webhook was answered`,
    description: `${firstViews.old.length} of ${firstViews.viewCount} old, slowest ${Math.round(firstViews.slowest.milliseconds)} ms`,
  })
  return firstViews
}

test.beforeAll(addMissingSamples)
test.afterAll(removeMissingSamples)

test('every published document type triggers the webhook @smoke', async () => {
  expect((await fetchPublishedTypes()).toSorted()).toEqual(contentTypes.toSorted())
})

test.describe('first views', () => {
  test.beforeAll(async () => {
    test.setTimeout(START_TIMEOUT_MS)
    content = await findVisibleContent(SAMPLE_TYPES)
  })

  test.afterAll(() => {
    const sum = (count: (looks: FirstViews) => number) => totals.reduce((total, views) => total + count(views), 0)
    process.stdout.write(`first looks: ${sum(({ old }) => old.length)} of ${sum(({ viewCount }) => viewCount)} old\n`)
  })

  for (const type of SAMPLE_TYPES) {
    test(`show a published ${type} on every page that contains it`, async () => {
      const document = content.byType.get(type)
      expect(document?.texts, 'texts shown on pages').not.toHaveLength(0)
      if (!document) throw new Error(`There is no ${type}`)
      const [mostFrequentText, ...otherTexts] = document.texts
      if (!mostFrequentText) throw new Error(`No page shows a text of a ${type}`)
      const singleEdit = buildEdit(document, limitToSomePages([mostFrequentText], PAGE_INTERVAL))
      const texts = applyEdit(document.texts, singleEdit)
      const fullEdit = buildEdit(document, texts)
      try {
        await waitUntilShown([mostFrequentText, ...otherTexts])
        const second = await publishAndView(singleEdit, FRESH_WITHIN_MS)
        await waitUntilShown(texts)
        await waitUntilTime(Date.now() + RENDER_INTERVAL_MS)
        const firstViews = await publishAndView(fullEdit, 0)
        expect({ old: second.old, withoutNew: second.withoutNew }, 'after one second').toEqual({
          old: [],
          withoutNew: [],
        })
        expect({ old: firstViews.old, withoutNew: firstViews.withoutNew }, 'immediately').toEqual({
          old: [],
          withoutNew: [],
        })
      } finally {
        await publishAndWait(document.id, collectOriginalValues(document))
      }
    })
  }
})
