import { type Page, expect } from '@playwright/test'
import { CALL_FACTS } from '../../../lib/dashboard/model/call.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { showTheme, findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { findSamplePicture, type SamplePicture } from '../../support/sample-content.ts'
import { test } from '../test.ts'

type PictureCase = { path: string; picture: SamplePicture; texts: string[] }

/** Product images, each with text that is visible at every size. */
const PICTURE_CASES: PictureCase[] = [
  {
    path: '/features',
    picture: findSamplePicture('page-features', 'weekPicture'),
    texts: ['D. Reyes', '6:30–7:30 AM'],
  },
  {
    path: '/features',
    picture: findSamplePicture('page-features', 'handoverPicture'),
    texts: [...getLabelsExcept('System'), 'Still missing: system.'],
  },
  {
    path: '/about',
    picture: findSamplePicture('page-about', 'pagingPicture'),
    texts: ['2:17 AM', '18 Alder Court', 'Tue 6:30–7:30 AM', '1 Accept', '2 Pass'],
  },
  {
    path: '/hvac-seo-services',
    picture: findSamplePicture('page-hvac-seo-services', 'businessProfilePicture'),
    texts: ['Before', 'Contractor', 'Missing', '(312) 555-0123, day and night'],
  },
  {
    path: '/hvac-seo-services',
    picture: findSamplePicture('page-hvac-seo-services', 'townPagePicture'),
    texts: ['What a visit costs'],
  },
  {
    path: '/hvac-ai-sdr',
    picture: findSamplePicture('page-hvac-ai-sdr', 'handoverPicture'),
    texts: ['Price matches go to the owner'],
  },
]

const PATHS = [...new Set(PICTURE_CASES.map(({ path }) => path))]

function getLabelsExcept(excludedLabel: string): string[] {
  return Object.values(CALL_FACTS).filter((label) => label !== excludedLabel)
}

const getFigure = (page: Page, { caption }: SamplePicture) =>
  page.locator('main figure', { has: page.locator('figcaption', { hasText: caption }) })

test('each product image shows its content at every width, below the button on a phone', async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await findHorizontalScroll(page), path).toEqual([])
      for (const { picture, texts } of PICTURE_CASES.filter((pictureCase) => pictureCase.path === path)) {
        const figure = getFigure(page, picture)
        await expect(figure.locator('figcaption')).toHaveText(`Example: ${picture.caption}`)
        for (const word of texts)
          await expect(figure.getByText(word).first(), `${path} at ${width} px: ${word}`).toBeVisible()
        await expect(figure.locator('a, button, input, [tabindex]')).toHaveCount(0)
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
  const backgrounds = new Set<string>()
  for (const path of PATHS) {
    await page.goto(path)
    expect(await findViolationsInBothThemes(page, 'main figure'), path).toEqual([])
  }
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    backgrounds.add(
      await page
        .locator('main figure .bg-card')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    )
  }
  expect(backgrounds.size).toBe(2)
})
