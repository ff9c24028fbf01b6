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

/** Milliseconds from the webhook's response until a change is on every page. */
const FRESH_WITHIN = 1_000

/** Milliseconds between two renders of a page. */
const MADE_ANEW_EVERY = 1_000

/** A second later, only every fifth page is checked; at once, all are. */
const EVERY = 5

/** Milliseconds that a busy machine may need to start and to visit every page. */
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

test('every type of the dataset is one whose publishes the site hears of @smoke', async () => {
  expect((await publishedTypes()).toSorted()).toEqual(contentTypes.toSorted())
})

test.describe('first looks', () => {
  test.beforeAll(async () => {
    test.setTimeout(STARTS_WITHIN)
    content = await findShownContent(KINDS)
  })

  test.afterAll(() => {
    const sum = (count: (looks: FirstLooks) => number) => totals.reduce((all, looks) => all + count(looks), 0)
    process.stdout.write(`first looks: ${sum(({ old }) => old.length)} of ${sum(({ seen }) => seen)} old\n`)
  })

  for (const type of KINDS) {
    test(`what is published of a ${type} is there at the first look at every page that shows it`, async () => {
      const document = content.byType.get(type)
      expect(document?.texts, 'texts that pages show').not.toHaveLength(0)
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
        expect({ old: second.old, withoutNew: second.withoutNew }, 'a second later').toEqual({
          old: [],
          withoutNew: [],
        })
        expect({ old: atOnce.old, withoutNew: atOnce.withoutNew }, 'at once').toEqual({ old: [], withoutNew: [] })
      } finally {
        await publishAndWait(document.id, originalValues(document))
      }
    })
  }
})
