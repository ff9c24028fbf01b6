import { type Page, expect } from '@playwright/test'
import { CALL_FACTS } from '../../../lib/dashboard/model/call.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { showTheme, violationsInBothThemes } from '../../support/pages/violations.ts'
import { samplePicture, type SamplePicture } from '../../support/sample-content.ts'
import { test } from '../test.ts'

type Shown = { path: string; picture: SamplePicture; words: string[] }

/** Product images, each with text that is visible at every size. */
const SHOWN: Shown[] = [
  { path: '/features', picture: samplePicture('page-features', 'weekPicture'), words: ['D. Reyes', '6:30–7:30 AM'] },
  {
    path: '/features',
    picture: samplePicture('page-features', 'handoverPicture'),
    words: [...labelsBut('System'), 'Still missing: system.'],
  },
  {
    path: '/about',
    picture: samplePicture('page-about', 'pagingPicture'),
    words: ['2:17 AM', '18 Alder Court', 'Tue 6:30–7:30 AM', '1 Accept', '2 Pass'],
  },
  {
    path: '/hvac-seo-services',
    picture: samplePicture('page-hvac-seo-services', 'businessProfilePicture'),
    words: ['Before', 'Contractor', 'Missing', '(312) 555-0123, day and night'],
  },
  {
    path: '/hvac-seo-services',
    picture: samplePicture('page-hvac-seo-services', 'townPagePicture'),
    words: ['What a visit costs'],
  },
  {
    path: '/hvac-ai-sdr',
    picture: samplePicture('page-hvac-ai-sdr', 'handoverPicture'),
    words: ['Price matches go to the owner'],
  },
]

const PATHS = [...new Set(SHOWN.map(({ path }) => path))]

function labelsBut(missing: string): string[] {
  return Object.values(CALL_FACTS).filter((label) => label !== missing)
}

const figure = (page: Page, { caption }: SamplePicture) =>
  page.locator('main figure', { has: page.locator('figcaption', { hasText: caption }) })

test('each product image shows its content at every width, below the button on a phone', async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await horizontalScroll(page), path).toEqual([])
      for (const { picture, words } of SHOWN.filter((shown) => shown.path === path)) {
        const shown = figure(page, picture)
        await expect(shown.locator('figcaption')).toHaveText(`Example: ${picture.caption}`)
        for (const word of words)
          await expect(shown.getByText(word).first(), `${path} at ${width} px: ${word}`).toBeVisible()
        await expect(shown.locator('a, button, input, [tabindex]')).toHaveCount(0)
      }
      if (width !== 390 || path === '/hvac-ai-sdr') continue
      // On a phone, the first button comes before the image of the hero.
      const hero = page.locator('main section').first()
      const action = await hero.locator('a').first().boundingBox()
      const box = await hero.locator('figure').boundingBox()
      expect(action && action.y + action.height, path).toBeLessThan(844)
      expect(box?.y, path).toBeGreaterThan(action?.y ?? Number.POSITIVE_INFINITY)
      expect(box?.height, path).toBeLessThanOrEqual(420)
    }
  }
})

test("product images use the theme's colors and are readable in both themes", async ({ page }) => {
  const grounds = new Set<string>()
  for (const path of PATHS) {
    await page.goto(path)
    expect(await violationsInBothThemes(page, 'main figure'), path).toEqual([])
  }
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    grounds.add(
      await page
        .locator('main figure .bg-card')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    )
  }
  expect(grounds.size).toBe(2)
})
