import { type Locator, expect } from '@playwright/test'
import { showTheme } from '../../support/pages/violations.ts'
import { test } from '../test.ts'

const readBackground = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
const readColor = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)

/** Returns the lightness (0-1) of a computed color. */
const readLightness = (locator: Locator, property: 'color' | 'backgroundColor') =>
  locator.evaluate((element, name) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return Number.NaN
    context.fillStyle = getComputedStyle(element)[name]
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 765
  }, property)

test('a printed page is dark on white in either theme and contains only its content', async ({ page }) => {
  await page.goto('/pricing')
  await page.emulateMedia({ media: 'print' })
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme)
    expect(await readBackground(page.locator('body'))).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    const main = page.getByRole('main')
    const printedTexts = [
      main.getByRole('heading', { level: 1 }),
      main.locator('p').first(),
      // Includes the button: printers drop backgrounds, so text on a background must not be white.
      main.locator('.button-solid').first(),
      main.locator('label', { hasText: 'Yearly' }).first(),
    ]
    for (const word of printedTexts) expect(await readLightness(word, 'color')).toBeLessThan(0.5)
    for (const hiddenElement of [page.getByRole('banner'), page.locator('[data-voice]'), page.locator('footer nav')])
      await expect(hiddenElement.first()).toBeHidden()
    await expect(main.locator('details:not([open]) p').first()).toBeVisible()
  }
})

test('printed links show their URL, and code blocks are not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await page.goto('/documentation/api-basics')
  const cutListings = await page
    .locator('pre')
    .evaluateAll(
      (listings) =>
        listings.filter(({ scrollWidth, clientWidth, parentElement }) =>
          [clientWidth, parentElement?.clientWidth ?? 0].some((width) => scrollWidth > width),
        ).length,
    )
  expect(cutListings).toBe(0)
  await page.goto('/hvac-ai-sdr/phoenix')
  const source = page.getByRole('main').locator('p > a[href^="http"]').first()
  const address = await source.getAttribute('href')
  expect(await source.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(String(address))
  await expect(page.locator('.bar').first()).toHaveCSS('print-color-adjust', 'exact')
})

test('forced-colors mode shows the selection, the current page and drawn elements', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/pricing')
  const paperColor = await readBackground(page.locator('body'))
  const getBillingLabel = (name: string) => page.locator('label', { hasText: name }).first()
  const getThemeLabel = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
  const pairs = [
    [getBillingLabel('Yearly'), getBillingLabel('Monthly')],
    [getThemeLabel('Light'), getThemeLabel('Dark')],
  ] as const
  for (const [checkedLabel, otherLabel] of pairs) {
    await checkedLabel.getByRole('radio').check()
    await expect(checkedLabel).not.toHaveCSS('background-color', paperColor)
    expect(await readColor(checkedLabel)).not.toBe(await readBackground(checkedLabel))
    expect(await readBackground(otherLabel)).not.toBe(await readBackground(checkedLabel))
  }
  for (const button of [page.locator('.button-solid').first(), page.locator('.button-quiet').first()])
    await expect(button).not.toHaveCSS('border-top-color', paperColor)

  await page.goto('/hvac-ai-sdr/phoenix')
  await expect(page.locator('.bar').first()).not.toHaveCSS('background-color', paperColor)
  await page.goto('/blog')
  const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect(categories.first()).toHaveCSS('text-decoration-line', 'underline')
  await expect(categories.nth(1)).not.toHaveCSS('text-decoration-line', 'underline')
})
