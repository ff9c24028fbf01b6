import { type Browser, expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { stegaClean } from '@sanity/client/stega'
import { lake } from '../../support/stack/lake.ts'
import { editString, openDocument, openPresentation, signIn, STUDIO_MESSAGES } from './studio-page.ts'
import { expectProblems, test } from '../test.ts'

test.beforeEach(() => expectProblems(...STUDIO_MESSAGES))

test.describe.configure({ mode: 'serial' })

const CITY_PATH = '/hvac-ai-sdr/los-angeles'

let editor: Page
let otherPage: Page

async function openSignedIn(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1680, height: 1000 } })
  const page = await context.newPage()
  await signIn(page, name)
  return page
}

test.beforeAll(async ({ browser }) => {
  editor = await openSignedIn(browser, 'Local Editor')
  otherPage = await openSignedIn(browser, 'Local Administrator')
})

test.afterAll(() => Promise.all([editor.context().close(), otherPage.context().close()]))

const findPreviewFrame = (): Frame | undefined =>
  editor.frames().find((frame) => frame.parentFrame() && URL.parse(frame.url())?.pathname === CITY_PATH)

async function hoverUntilOverlay(preview: FrameLocator, target: Locator): Promise<void> {
  await expect(async () => {
    await editor.mouse.move(0, 0)
    await target.hover()
    await expect(preview.locator('[data-sanity-overlay-element]')).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 90_000 })
}

/** Clicks until the Studio's URL contains the field, because Presentation may ignore clicks while it loads. */
const openByClick = (preview: FrameLocator, target: Locator, pattern: RegExp): Promise<void> =>
  expect(async () => {
    await hoverUntilOverlay(preview, target)
    await target.click()
    await expect(editor).toHaveURL(pattern, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })

test('clicking a heading in the preview opens its field beside it', async () => {
  const preview = await openPresentation(editor, CITY_PATH)
  const heading = preview.getByRole('heading', { level: 1 })
  const field = editor.getByTestId('field-headline').locator('input')
  await openByClick(preview, heading, /headline/)
  await expect(field).toBeInViewport()
  await expect(heading).toContainText(await field.inputValue())
})

test('typing in the form updates the preview without a reload', async () => {
  const frame = findPreviewFrame()
  expect(frame).toBeDefined()
  await frame?.evaluate(() => Object.assign(window, { stillHere: true }))
  await editString(editor, 'headline', 'Typed here, read there')
  const heading = editor.frameLocator('iframe').getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Typed here, read there')
  expect(await findPreviewFrame()?.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('the preview in the Studio has no button to leave it', async () => {
  const preview = editor.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Leave preview' })).toHaveCount(0)
})

test('clicking a price or a logo opens its field, and edits appear in the preview', async () => {
  const preview = await openPresentation(editor, '/pricing')
  const price = preview.getByRole('main').getByText('$129', { exact: true }).first()
  const yearlyField = editor.getByTestId('field-yearly').locator('input')
  await openByClick(preview, price, /yearly/)
  await expect(yearlyField).toBeInViewport()
  // Retries: the Studio may overwrite the value while the test fills the field.
  await expect(async () => {
    await yearlyField.fill('125')
    await expect(yearlyField).toHaveValue('125', { timeout: 500 })
  }).toPass()
  await expect(preview.getByRole('main').getByText('$125', { exact: true })).toBeVisible()

  const trustSection = preview.getByRole('contentinfo').locator('details').first()
  await trustSection.evaluate((details: HTMLDetailsElement) => (details.open = true))
  const logo = trustSection.getByRole('img', { name: 'ServiceTitan' })
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
  const readHeadings = async () =>
    stegaClean(
      await blocks.evaluateAll((elements) => elements.map((block) => block.querySelector('h1, h2')?.textContent ?? '')),
    )
  await hoverUntilOverlay(preview, blocks.nth(4).getByRole('heading').first())
  const before = await readHeadings()

  const [from, to] = [await blocks.nth(4).boundingBox(), await blocks.nth(2).boundingBox()]
  if (!from || !to) throw new Error('The blocks are not on the screen')
  await editor.mouse.move(from.x + 8, from.y + 30, { steps: 4 })
  await editor.mouse.down()
  await editor.mouse.move(from.x + 20, from.y + 60, { steps: 5 })
  await editor.mouse.move(to.x + 40, to.y + 40, { steps: 20 })
  await editor.mouse.up()

  const after = before.toSpliced(4, 1).toSpliced(2, 0, before[4] ?? '')
  await expect.poll(readHeadings).toEqual(after)
  const query = '*[_id == "drafts.page-features"][0].blocks[].heading'
  const readStoredHeadings = () => lake.fetch<string[] | null>(query, {}, { perspective: 'raw' })
  await expect.poll(readStoredHeadings).toEqual(after)
  await lake.delete('drafts.page-features')
  await editor.setViewportSize({ width: 1680, height: 1000 })
})

test('an editor sees other editors in the same field', async () => {
  await openDocument(editor, 'city', 'city-phoenix')
  await openDocument(otherPage, 'city', 'city-phoenix')
  await otherPage.getByTestId('field-headline').locator('input').focus()
  await expect(editor.getByTestId('document-panel-scroller').getByTitle('Local Administrator').first()).toBeVisible()
})

test('another editor can read, reply to and resolve a comment on a field', async () => {
  await openDocument(editor, 'city', 'city-los-angeles')
  await editor.getByTestId('field-headline').hover()
  await editor.getByTestId('field-headline').getByRole('button', { name: 'Add comment' }).click()
  await editor.getByTestId('comment-input-editable').pressSequentially('Is this so, @Adm')
  await expect(editor.getByTestId('comments-mentions-menu')).toContainText('Local Administrator')
  await editor.keyboard.press('Enter')
  await editor.getByTestId('comment-input-send-button').click()
  const commentThread = editor.getByTestId('comments-list-item')
  await expect(commentThread).toContainText('Is this so')

  // Reloads, because the Studio checks for comments only on load.
  await otherPage.reload()
  await openDocument(otherPage, 'city', 'city-los-angeles')
  await otherPage.getByTestId('field-headline').getByRole('button', { name: 'Open comments' }).click()
  const otherThread = otherPage.getByTestId('comments-list-item')
  await expect(otherThread).toContainText('Is this so, @Local Administrator')
  await otherThread.getByTestId('comment-input-editable').pressSequentially('Yes, it is.')
  await otherThread.getByTestId('comment-input-send-button').click()
  await expect(commentThread).toContainText('Yes, it is.')

  await otherThread.hover()
  await otherThread.getByTestId('comments-list-item-status-button').click()
  await expect(commentThread).toHaveCount(0)
})

test('a viewer sees why the preview has no drafts and can read them in the forms', async ({ browser }) => {
  const viewerPage = await openSignedIn(browser, 'Local Viewer')
  await viewerPage.goto('/studio/presentation?preview=/')
  await expect(viewerPage.getByRole('heading', { name: 'Your role can’t preview drafts' })).toBeVisible()
  await expect(viewerPage.getByText('Your role (Viewer) is read-only')).toBeVisible()
  await expect(viewerPage.locator('iframe')).toHaveCount(0)
})
