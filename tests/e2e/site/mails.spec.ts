import { expect } from '@playwright/test'
import { renderHtml } from '../../../lib/platform/mail/html.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { SAMPLE_MAILS, SAMPLE_SITE } from '../../support/sample-mails.ts'
import { test } from '../test.ts'

const SMALLEST_PHONE = { width: 320, height: 568 }
const MIN_TARGET_PX = 44

test('every email is readable on a phone of 320 px, in light and dark @smoke', async ({ page }) => {
  await page.setViewportSize(SMALLEST_PHONE)
  for (const [name, content] of Object.entries(SAMPLE_MAILS)) {
    await page.setContent(await renderHtml(content, SAMPLE_SITE))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), `${name}, ${colorScheme}`).toEqual([])
    }
    if (!content.action) continue
    const button = await page.getByRole('link', { name: content.action.label }).boundingBox()
    expect(button?.height, name).toBeGreaterThanOrEqual(MIN_TARGET_PX)
  }
})
