import { expect } from '@playwright/test'
import {
  afterEdit,
  type Edit,
  editOf,
  type FirstLooks,
  firstLooks,
  onSomePages,
  originalValues,
  untilShown,
} from '../../support/pages/first-looks.ts'
import { addMissingSamples, removeMissingSamples } from '../../support/pages/missing-samples.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import {
  contentTypes,
  findShownContent,
  KINDS,
  publishedTypes,
  type ShownContent,
} from '../../support/pages/shown-content.ts'
import { untilTime } from '../../support/until.ts'
import { test } from '../test.ts'

/** Milliseconds from the webhook response until every page must show a change. */
const FRESH_WITHIN = 1_000

/** Minimum milliseconds between two renders of the same page. */
const MADE_ANEW_EVERY = 1_000

/** Page interval of the later check: every fifth page. The immediate check covers all pages. */
const EVERY = 5

/** Timeout in milliseconds for startup and a visit to every page on a busy machine. */
const STARTS_WITHIN = 240_000

let content: ShownContent
const totals: FirstLooks[] = []

async function looksAfter(edit: Edit, delay: number): Promise<FirstLooks> {
  const { answeredAt } = await publishAndWait(edit.id, edit.values)
  await untilTime(answeredAt + delay)
  const looks = await firstLooks(edit)
  totals.push(looks)
  test.info().annotations.push({
    type: `first looks ${delay} ms after the webhook was answered`,
    description: `${looks.old.length} of ${looks.seen} old, slowest ${Math.round(looks.slowest.milliseconds)} ms`,
  })
  return looks
}

test.beforeAll(addMissingSamples)
test.afterAll(removeMissingSamples)

test('every published document type triggers the webhook @smoke', async () => {
  expect((await publishedTypes()).toSorted()).toEqual(contentTypes.toSorted())
})

test.describe('first views', () => {
  test.beforeAll(async () => {
    test.setTimeout(STARTS_WITHIN)
    content = await findShownContent(KINDS)
  })

  test.afterAll(() => {
    const sum = (count: (looks: FirstLooks) => number) => totals.reduce((all, looks) => all + count(looks), 0)
    process.stdout.write(`first looks: ${sum(({ old }) => old.length)} of ${sum(({ seen }) => seen)} old\n`)
  })

  for (const type of KINDS) {
    test(`show a published ${type} on every page that contains it`, async () => {
      const document = content.byType.get(type)
      expect(document?.texts, 'texts shown on pages').not.toHaveLength(0)
      if (!document) throw new Error(`There is no ${type}`)
      const [mostShown, ...others] = document.texts
      if (!mostShown) throw new Error(`No page shows a text of a ${type}`)
      const one = editOf(document, onSomePages([mostShown], EVERY))
      const texts = afterEdit(document.texts, one)
      const all = editOf(document, texts)
      try {
        await untilShown([mostShown, ...others])
        const second = await looksAfter(one, FRESH_WITHIN)
        await untilShown(texts)
        await untilTime(Date.now() + MADE_ANEW_EVERY)
        const atOnce = await looksAfter(all, 0)
        expect({ old: second.old, withoutNew: second.withoutNew }, 'after one second').toEqual({
          old: [],
          withoutNew: [],
        })
        expect({ old: atOnce.old, withoutNew: atOnce.withoutNew }, 'immediately').toEqual({ old: [], withoutNew: [] })
      } finally {
        await publishAndWait(document.id, originalValues(document))
      }
    })
  }
})
