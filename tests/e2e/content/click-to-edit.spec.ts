import { type Browser, expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { stegaClean } from '@sanity/client/stega'
import { lake } from '../../support/stack/lake.ts'
import { editString, openDocument, openPresentation, signIn, STUDIO_MESSAGES } from './studio-page.ts'
import { announceProblems, test } from '../test.ts'

test.beforeEach(() => announceProblems(...STUDIO_MESSAGES))

test.describe.configure({ mode: 'serial' })

const PATH = '/hvac-ai-sdr/los-angeles'

let editor: Page
let other: Page

async function signedIn(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1680, height: 1000 } })
  const page = await context.newPage()
  await signIn(page, name)
  return page
}

test.beforeAll(async ({ browser }) => {
  editor = await signedIn(browser, 'Local Editor')
  other = await signedIn(browser, 'Local Administrator')
})

test.afterAll(() => Promise.all([editor.context().close(), other.context().close()]))

const previewFrame = (): Frame | undefined =>
  editor.frames().find((frame) => frame.parentFrame() && URL.parse(frame.url())?.pathname === PATH)

async function pointAt(preview: FrameLocator, target: Locator): Promise<void> {
  await expect(async () => {
    await editor.mouse.move(0, 0)
    await target.hover()
    await expect(preview.locator('[data-sanity-overlay-element]')).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 90_000 })
}

/** Clicks until the Studio's URL contains the field, because Presentation may ignore clicks while it loads. */
const openByClick = (preview: FrameLocator, target: Locator, named: RegExp): Promise<void> =>
  expect(async () => {
    await pointAt(preview, target)
    await target.click()
    await expect(editor).toHaveURL(named, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })

test('clicking a heading in the preview opens its field beside it', async () => {
  const preview = await openPresentation(editor, PATH)
  const heading = preview.getByRole('heading', { level: 1 })
  const field = editor.getByTestId('field-headline').locator('input')
  await openByClick(preview, heading, /headline/)
  await expect(field).toBeInViewport()
  await expect(heading).toContainText(await field.inputValue())
})

test('typing in the form updates the preview without a reload', async () => {
  const frame = previewFrame()
  expect(frame).toBeDefined()
  await frame?.evaluate(() => Object.assign(window, { stillHere: true }))
  await editString(editor, 'headline', 'Typed here, read there')
  const heading = editor.frameLocator('iframe').getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Typed here, read there')
  expect(await previewFrame()?.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('the preview in the Studio has no button to leave it', async () => {
  const preview = editor.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Leave preview' })).toHaveCount(0)
})

test('clicking a price or a logo opens its field, and edits appear in the preview', async () => {
  const preview = await openPresentation(editor, '/pricing')
  const price = preview.getByRole('main').getByText('$129', { exact: true }).first()
  const yearly = editor.getByTestId('field-yearly').locator('input')
  await openByClick(preview, price, /yearly/)
  await expect(yearly).toBeInViewport()
  // Retries: the Studio may overwrite the value while the test fills the field.
  await expect(async () => {
    await yearly.fill('125')
    await expect(yearly).toHaveValue('125', { timeout: 500 })
  }).toPass()
  await expect(preview.getByRole('main').getByText('$125', { exact: true })).toBeVisible()

  const trust = preview.getByRole('contentinfo').locator('details').first()
  await trust.evaluate((details: HTMLDetailsElement) => (details.open = true))
  const logo = trust.getByRole('img', { name: 'ServiceTitan' })
  await logo.scrollIntoViewIfNeeded()
  await openByClick(preview, logo, /integration.*logo/)
  await expect(editor.getByTestId('hotspot-image-input')).toBeInViewport()
  await lake.delete('drafts.plan-night-line')
})

test('a block dragged in the preview moves immediately', async () => {
  // Makes the whole page visible: the drop target depends on the pointer position between two blocks.
  await editor.setViewportSize({ width: 1680, height: 4600 })
  const preview = await openPresentation(editor, '/features')
  const blocks = preview.locator('main > [data-sanity]')
  const headings = async () =>
    stegaClean(
      await blocks.evaluateAll((shown) => shown.map((block) => block.querySelector('h1, h2')?.textContent ?? '')),
    )
  await pointAt(preview, blocks.nth(4).getByRole('heading').first())
  const before = await headings()

  const [from, to] = [await blocks.nth(4).boundingBox(), await blocks.nth(2).boundingBox()]
  if (!from || !to) throw new Error('The blocks are not on the screen')
  await editor.mouse.move(from.x + 8, from.y + 30, { steps: 4 })
  await editor.mouse.down()
  await editor.mouse.move(from.x + 20, from.y + 60, { steps: 5 })
  await editor.mouse.move(to.x + 40, to.y + 40, { steps: 20 })
  await editor.mouse.up()

  const after = before.toSpliced(4, 1).toSpliced(2, 0, before[4] ?? '')
  await expect.poll(headings).toEqual(after)
  const query = '*[_id == "drafts.page-features"][0].blocks[].heading'
  const stored = () => lake.fetch<string[] | null>(query, {}, { perspective: 'raw' })
  await expect.poll(stored).toEqual(after)
  await lake.delete('drafts.page-features')
  await editor.setViewportSize({ width: 1680, height: 1000 })
})

test('an editor sees other editors in the same field', async () => {
  await openDocument(editor, 'city', 'city-phoenix')
  await openDocument(other, 'city', 'city-phoenix')
  await other.getByTestId('field-headline').locator('input').focus()
  await expect(editor.getByTestId('document-panel-scroller').getByTitle('Local Administrator').first()).toBeVisible()
})

test('another editor can read, answer and resolve a comment on a field', async () => {
  await openDocument(editor, 'city', 'city-los-angeles')
  await editor.getByTestId('field-headline').hover()
  await editor.getByTestId('field-headline').getByRole('button', { name: 'Add comment' }).click()
  await editor.getByTestId('comment-input-editable').pressSequentially('Is this so, @Adm')
  await expect(editor.getByTestId('comments-mentions-menu')).toContainText('Local Administrator')
  await editor.keyboard.press('Enter')
  await editor.getByTestId('comment-input-send-button').click()
  const thread = editor.getByTestId('comments-list-item')
  await expect(thread).toContainText('Is this so')

  // Reloads, because the Studio checks for comments only on load.
  await other.reload()
  await openDocument(other, 'city', 'city-los-angeles')
  await other.getByTestId('field-headline').getByRole('button', { name: 'Open comments' }).click()
  const seen = other.getByTestId('comments-list-item')
  await expect(seen).toContainText('Is this so, @Local Administrator')
  await seen.getByTestId('comment-input-editable').pressSequentially('Yes, it is.')
  await seen.getByTestId('comment-input-send-button').click()
  await expect(thread).toContainText('Yes, it is.')

  await seen.hover()
  await seen.getByTestId('comments-list-item-status-button').click()
  await expect(thread).toHaveCount(0)
})

test('a viewer sees why the preview has no drafts and can read them in the forms', async ({ browser }) => {
  const viewer = await signedIn(browser, 'Local Viewer')
  await viewer.goto('/studio/presentation?preview=/')
  await expect(viewer.getByRole('heading', { name: 'Your role can’t preview drafts' })).toBeVisible()
  await expect(viewer.getByText('Your role (Viewer) is read-only')).toBeVisible()
  await expect(viewer.locator('iframe')).toHaveCount(0)
})
