import { expect, type Page } from '@playwright/test'
import { contentType, typeNames } from '../../../sanity/content-types.ts'
import { lake } from '../../support/stack/lake.ts'
import { openByEditLink, signIn, STUDIO_MESSAGES } from './studio-page.ts'
import { expectProblems, test } from '../test.ts'

test.beforeEach(() => expectProblems(...STUDIO_MESSAGES))

test.describe.configure({ mode: 'serial' })

let editor: Page

const DAY_MS = 24 * 60 * 60 * 1000

const addDaysToNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const ANNOUNCEMENTS = [
  { list: 'announcements-running', start: addDaysToNow(-1), end: addDaysToNow(1) },
  { list: 'announcements-planned', start: addDaysToNow(1), end: addDaysToNow(2) },
  { list: 'announcements-over', start: addDaysToNow(-2), end: addDaysToNow(-1) },
].map((dates) => ({ ...dates, id: `links-${dates.list}` }))

const testimonial = { _id: 'links-testimonial', _type: 'testimonial', quote: 'Said by nobody.', name: 'Nobody' }

test.beforeAll(async ({ browser }) => {
  const transaction = lake.transaction().createOrReplace(testimonial)
  for (const { list, id, start, end } of ANNOUNCEMENTS)
    transaction.createOrReplace({ _id: `drafts.${id}`, _type: 'announcement', text: list, start, end })
  await transaction.commit()
  editor = await (await browser.newContext({ viewport: { width: 1680, height: 1000 } })).newPage()
  await signIn(editor, 'Local Editor')
})

test.afterAll(async () => {
  await editor.context().close()
  await lake.delete({ query: '*[_id match "links-*" || _id match "drafts.links-*"]' })
})

for (const type of typeNames)
  test(`an edit link to a document of type ${type} opens its form`, async () => {
    const id = await lake.fetch<string | null>('*[_type == $type] | order(_id asc)[0]._id', { type })
    expect(id).not.toBeNull()
    await openByEditLink(editor, type, id ?? '')
    if (contentType(type)?.isSingleton) await expect(editor).toHaveURL(new RegExp(`${type}$`))
  })

for (const { id, list } of ANNOUNCEMENTS)
  test(`an edit link to an announcement in ${list} opens it in that list`, async () => {
    await openByEditLink(editor, 'announcement', id)
    await expect(editor).toHaveURL(new RegExp(`/announcements;${list};${id}`))
  })
