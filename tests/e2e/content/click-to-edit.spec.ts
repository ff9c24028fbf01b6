import { expect, type Frame, type Page, test } from '@playwright/test'
import { editString, openPresentation, signIn } from './studio-page.ts'

/** One editor in the preview, beside the form. */
test.describe.configure({ mode: 'serial' })

const PATH = '/hvac-ai-sdr/los-angeles'

let editor: Page

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1680, height: 1000 } })
  editor = await context.newPage()
  await signIn(editor, 'Local Editor')
})

test.afterAll(async () => editor.context().close())

const previewFrame = (): Frame | undefined =>
  editor.frames().find((frame) => frame.parentFrame() && URL.parse(frame.url())?.pathname === PATH)

test('clicking a heading in the preview opens its field beside it', async () => {
  const preview = await openPresentation(editor, PATH)
  const heading = preview.getByRole('heading', { level: 1 })
  // The overlay comes when Presentation and the page have found each other, and only under the pointer.
  await expect(async () => {
    await editor.mouse.move(0, 0)
    await heading.hover()
    await expect(preview.locator('[data-sanity-overlay-element]')).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await heading.click()

  const field = editor.getByTestId('field-headline').locator('input')
  await expect(field).toBeFocused()
  await expect(editor).toHaveURL(/headline/)
  await expect(heading).toContainText(await field.inputValue())
})

test('what is typed in the form shows in the preview without a reload', async () => {
  const frame = previewFrame()
  expect(frame).toBeDefined()
  await frame?.evaluate(() => Object.assign(window, { stillHere: true }))
  await editString(editor, 'headline', 'Typed here, read there')
  const heading = editor.frameLocator('iframe').getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Typed here, read there')
  expect(await previewFrame()?.evaluate(() => 'stillHere' in window)).toBe(true)
})
