import { type Page, expect } from '@playwright/test'
import { MAX_OPACITY } from '../../../browser/particles/motion.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { BLOCKS_PATH, LEGAL_PATH, publishBlocks, removeBlocks } from './blocks-page.ts'
import { expectProblems, test } from '../test.ts'

const COMPARED_PLANS = 3

test.beforeAll(async ({ request }) => {
  await publishBlocks()
  await expect.poll(async () => (await request.get(BLOCKS_PATH)).status()).toBe(200)
})

test.afterAll(removeBlocks)

const getCalculator = (page: Page) => page.locator('[data-calculator]')

test.describe('calculator', () => {
  test('updates on keyboard input', async ({ page }) => {
    await page.goto(BLOCKS_PATH)
    const result = getCalculator(page).getByRole('status', { name: /Lost revenue/ })
    await expect(result).toHaveText('$56,250')
    await page.getByRole('spinbutton', { name: 'Missed calls per week' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('10')
    await expect(result).toHaveText('$70,200')
    await expect(getCalculator(page)).toContainText('520 × 30%')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('spinbutton', { name: 'Missed calls per week' })).toHaveValue('11')
    await expect(result).toHaveText('$77,400')
    await page.getByRole('spinbutton', { name: 'would have booked' }).fill('400')
    await expect(getCalculator(page)).toContainText('572 × 100%')
    await page.getByRole('spinbutton', { name: 'Average ticket' }).fill('')
    await expect(result).toHaveText('$0')
  })

  test('keeps its result visible on a phone while the last slider moves', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(BLOCKS_PATH)
    const slider = page.getByRole('slider', { name: 'Average ticket' })
    await slider.evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - 180, behavior: 'instant' }),
    )
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    const result = getCalculator(page).locator('fieldset [data-sum="revenuePerYear"]')
    await expect(result).toBeInViewport()
    // Retries, because the live region updates after a short delay.
    await expect(async () => {
      const resultText = await result.textContent()
      await expect(getCalculator(page).getByRole('status', { name: /Lost revenue/ })).toHaveText(resultText ?? '', {
        timeout: 1_000,
      })
    }).toPass()
    expect((await result.boundingBox())?.y).toBeGreaterThan(72)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('prices switch, and the calculation, the full call and the contact links are visible @smoke', async ({
    page,
  }) => {
    await page.goto(BLOCKS_PATH)
    await expect(page.getByText('$207')).toBeVisible()
    await expect(page.getByText('you save $504')).toBeVisible()
    await expect(page.getByText('$249', { exact: true })).toBeHidden()
    await page.getByRole('radio', { name: 'Monthly' }).check()
    await expect(page.getByText('$249', { exact: true })).toBeVisible()
    await expect(page.getByText('$207')).toBeHidden()

    await expect(getCalculator(page)).toContainText('8 per week × 52 weeks')
    await expect(getCalculator(page)).toContainText('$56,250')
    await expect(page.getByRole('spinbutton')).toHaveCount(0)

    await expect(page.locator('[data-call] li').locator('visible=true')).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)

    await page.locator('details[data-voice] > summary').click()
    // The sample phone number is fictional, so the page shows a link to a sample call instead.
    await expect(page.getByRole('link', { name: 'Hear a sample call' })).toBeVisible()
  })
})

test('prices switch by keyboard', async ({ page }) => {
  await page.goto(BLOCKS_PATH)
  await page.getByRole('radio', { name: 'Yearly' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked()
  await expect(page.getByText('$249', { exact: true })).toBeVisible()
})

test('comparisons are readable at 360 px, and all blocks fit and are accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(BLOCKS_PATH)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findHorizontalScroll(page)).toEqual([])
    const cells = page.locator('.comparison tbody td')
    const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
    const visibleBoxes = boxes.filter((box) => (box?.width ?? 0) > 1)
    expect(visibleBoxes.length, `${width} px`).toBe(boxes.length / (width === 360 ? COMPARED_PLANS : 1))
    for (const box of visibleBoxes) {
      expect(box?.width, `${width} px`).toBeGreaterThan(100)
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
    }
    if (width !== 768) expect(await findViolations(page), `${width} px`).toEqual([])
  }
})

test('a legal page shows its draft date and that no lawyer has reviewed it @smoke', async ({ page }) => {
  await expect.poll(async () => (await page.request.get(LEGAL_PATH)).status()).toBe(200)
  await page.goto(LEGAL_PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of a test')
  await expect(page.getByText('January 31, 2026')).toBeVisible()
  await expect(page.getByText('Not yet reviewed by a lawyer')).toBeVisible()
})

test.describe('particles', () => {
  const getCanvas = (page: Page) => page.locator('canvas[data-motion]')

  /** Counts the canvas strokes per frame. Keeps the canvas on the main thread, where a test can count. */
  const countStrokes = (page: Page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
      const frames: number[] = []
      const colours = new Set<unknown>()
      const { clearRect, stroke } = CanvasRenderingContext2D.prototype
      Object.assign(window, { frames, colours })
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        frames.push(0)
        colours.clear()
        return clearRect.apply(this, area)
      }
      CanvasRenderingContext2D.prototype.stroke = function () {
        frames[frames.length - 1] = (frames.at(-1) ?? 0) + 1
        colours.add(this.strokeStyle)
        return Reflect.apply(stroke, this, [])
      }
    })
  const readFrames = (page: Page) => page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  const readColors = (page: Page) => page.evaluate(() => [...(window as unknown as { colours: Set<string> }).colours])
  const openPath = async (page: Page, path: string) => {
    await page.goto(path)
    await page.mouse.move(300, 300)
    await page.waitForLoadState('networkidle')
  }

  // S5 and S16 of the specification require the animation on every marketing page.
  test('are drawn by a worker, 100 per page', async ({ page }) => {
    // Retries: a page published between its HTML and its scripts stays unchanged until a reload.
    await expect(async () => {
      await page.goto('/hvac-ai-sdr')
      await page.mouse.move(300, 300)
      await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving', { timeout: 5000 })
    }).toPass()
    await expect(getCanvas(page)).toHaveAttribute('data-particles', '100')
    expect(page.workers()).toHaveLength(1)
  })

  test('are drawn on the main thread, 100 per frame, if workers are unsupported', async ({ page }) => {
    await countStrokes(page)
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
    await expect.poll(async () => (await readFrames(page)).length).toBeGreaterThan(5)
    expect(new Set((await readFrames(page)).slice(0, -1))).toEqual(new Set([100]))
    expect(page.workers()).toHaveLength(0)
  })

  test('are drawn on the main thread if the worker file fails to load', async ({ page }) => {
    expectProblems(/no-such-worker/)
    await page.addInitScript(() => {
      const BrowserWorker = Worker
      window.Worker = class extends BrowserWorker {
        constructor() {
          super('/scripts/no-such-worker.js')
        }
      }
    })
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-particles', '100')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
  })

  test('are drawn on the main thread if the worker cannot be created', async ({ page }) => {
    await page.addInitScript(() => {
      window.Worker = function Worker() {
        throw new TypeError('This document requires TrustedScriptURL assignment.')
      } as never
    })
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-particles', '100')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
  })

  test('are absent from all other pages, like their script', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/scripts/particles-')) scripts.push(request.url())
    })
    for (const path of ['/', BLOCKS_PATH]) {
      await openPath(page, path)
      await expect(getCanvas(page)).toHaveCount(0)
    }
    expect(scripts).toEqual([])
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveCount(1)
    expect(new Set(scripts).size).toBe(1)
  })

  test('are a still image with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await countStrokes(page)
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'still')
    const frameCounts = await readFrames(page)
    expect(frameCounts.at(-1)).toBe(100)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await readFrames(page)).toEqual(frameCounts)
    const darkColors = await readColors(page)
    expect(darkColors.length).toBeGreaterThan(3)
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect.poll(async () => (await readColors(page)).filter((color) => darkColors.includes(color))).toEqual([])
    expect((await readColors(page)).length).toBeGreaterThan(3)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // Scrolls up, because the theme switch is at the end of the page, where no animation runs.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
  })

  test('are drawn next to the text, and hidden if there is no space next to it', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
    const text = await page.getByRole('heading', { level: 1 }).locator('..').boundingBox()
    const canvasBox = await getCanvas(page).boundingBox()
    const sectionBox = await page.locator('main section').nth(1).boundingBox()
    expect(canvasBox?.x).toBeGreaterThanOrEqual((text?.x ?? Infinity) + (text?.width ?? 0) - 60)
    expect((canvasBox?.y ?? 0) + (canvasBox?.height ?? Infinity)).toBeLessThanOrEqual((sectionBox?.y ?? 0) + 64)
    await page.setViewportSize({ width: 1024, height: 900 })
    await expect(getCanvas(page)).toBeHidden()
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'still')
  })

  test('stop when they are off-screen and in a hidden tab', async ({ page }) => {
    await openPath(page, '/hvac-ai-sdr')
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'still')
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'moving')
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(getCanvas(page)).toHaveAttribute('data-motion', 'still')
  })

  test('do not affect the layout or the text contrast', async ({ page }) => {
    await openPath(page, '/hvac-ai-sdr')
    for (const theme of ['dark', 'light']) {
      const ratios = await page.evaluate(
        ({ name, strongest }) => {
          document.documentElement.dataset.theme = name
          const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
          if (!context) return []
          const readColor = (variable: string) => getComputedStyle(document.documentElement).getPropertyValue(variable)
          const computeLuminance = (layers: [string, number][]) => {
            for (const [variable, alpha] of layers) {
              context.globalAlpha = alpha
              context.fillStyle = readColor(variable)
              context.fillRect(0, 0, 1, 1)
            }
            const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
              const channel = value / 255
              return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * r + 0.7152 * g + 0.0722 * b
          }
          const mutedLuminance = computeLuminance([['--muted-foreground', 1]])
          return ['--primary', '--accent'].map((particle) => {
            const backgroundLuminance = computeLuminance([
              ['--background', 1],
              [particle, strongest],
            ])
            return (
              (Math.max(mutedLuminance, backgroundLuminance) + 0.05) /
              (Math.min(mutedLuminance, backgroundLuminance) + 0.05)
            )
          })
        },
        { name: theme, strongest: MAX_OPACITY },
      )
      for (const ratio of ratios) expect(ratio, theme).toBeGreaterThan(4.5)
      expect(ratios).toHaveLength(2)
    }
    expect(
      await getCanvas(page).evaluate((element) => getComputedStyle(element.parentElement ?? element).position),
    ).toBe('absolute')
  })
})

test.describe('voice agent launcher', () => {
  const getLauncher = (page: Page) => page.locator('details[data-voice]')

  test("moves away from the page's own controls on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(BLOCKS_PATH)
    await expect(getLauncher(page)).toBeVisible()
    const button = page.locator('main li', { hasText: 'Nights' }).getByRole('link', { name: 'Request a Demo' })
    await button.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      // Aligns the button with the center of the launcher, which is 80 + 28 px above the lower edge.
      window.scrollBy({ top: top + height / 2 - (innerHeight - 108), behavior: 'instant' })
    })
    await expect(getLauncher(page)).toHaveAttribute('data-gone', '')
    const hitElement = await button.evaluate((element) => {
      const { right, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(right - 20, top + height / 2))
    })
    expect(hitElement).toBe(true)
    // Scrolls to a position where the launcher covers nothing.
    await expect(async () => {
      await page.evaluate(() => window.scrollBy({ top: -20, behavior: 'instant' }))
      await expect(getLauncher(page)).not.toHaveAttribute('data-gone', { timeout: 250 })
    }).toPass({ intervals: [50] })
  })
})
