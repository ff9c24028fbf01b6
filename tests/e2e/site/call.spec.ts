import { type Page, expect } from '@playwright/test'
import { silence } from '../../support/pages/silence.ts'
import { violationsInBothThemes } from '../../support/pages/violations.ts'
import { lake } from '../../support/stack/lake.ts'
import { PHONE, visit } from './visitor.ts'
import { test } from '../test.ts'

const FIRST_LINE = 'Hi, our heat is out. It’s forty‑nine in here and we have a baby.'
const SECOND_LINE = /^I’m the company’s automated assistant/

const player = (page: Page) => page.locator('figure[data-call]')
const panel = (page: Page) => page.locator('.call-panel').first()
const transcript = (page: Page) => page.getByRole('region', { name: 'Call transcript' })
const lines = (page: Page) => panel(page).locator('li')
const hear = (page: Page) => page.getByRole('button', { name: 'Hear this call' }).first()

const withoutRecordings = (page: Page) =>
  page.route('/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(' data-sound="recording"', '') })
  })

type Engine = { spoken: string[]; say: (type: 'start' | 'end' | 'error') => void }

async function standInEngine(page: Page, voices: string[]): Promise<void> {
  await page.addInitScript((names) => {
    let current: EventTarget | undefined
    const spoken: string[] = []
    class Utterance extends EventTarget {
      pitch = 1
      readonly text: string
      constructor(text: string) {
        super()
        this.text = text
      }
    }
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => names.map((name) => ({ name, lang: 'en-US' })),
      cancel: () => (current = undefined),
      speak: (utterance: Utterance) => {
        current = utterance
        spoken.push(utterance.text)
      },
    })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, {
      SpeechSynthesisUtterance: Utterance,
      engine: { spoken, say: (type: string) => current?.dispatchEvent(new Event(type)) },
    })
  }, voices)
}

const spoken = (page: Page) => page.evaluate(() => (window as unknown as { engine: Engine }).engine.spoken)

const sayLine = (page: Page) =>
  page.evaluate(() => {
    const { engine } = window as unknown as { engine: Engine }
    engine.say('start')
    engine.say('end')
  })

const standInAudio = (page: Page) =>
  page.addInitScript(() => {
    class Sound extends EventTarget {
      currentTime = 0
      play = () => Promise.resolve()
      pause = () => undefined
      constructor() {
        super()
        Object.assign(window, { sound: this })
      }
    }
    Object.assign(window, { Audio: Sound })
  })

const comeTo = (page: Page, seconds: number) =>
  page.evaluate((seconds) => {
    const { sound } = window as unknown as { sound: EventTarget & { currentTime: number } }
    sound.currentTime = seconds
    sound.dispatchEvent(new Event('timeupdate'))
  }, seconds)

/** Returns the texts with a CSS highlight of this name. */
const lit = (page: Page, name: string) =>
  page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), name)

test('a sample call plays an audio file that loads on click', async ({ page }) => {
  const files: { status: number; range: string | undefined; length: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.mp3')) return
    const length = Number(response.headers()['content-range']?.split('/')[1] ?? response.headers()['content-length'])
    files.push({ status: response.status(), range: response.headers()['accept-ranges'], length })
  })
  await page.goto('/')
  await expect(player(page)).toContainText('Sample call, computer-generated voices.')
  expect(files).toEqual([])
  await hear(page).click()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  await expect(player(page).locator('[data-clock]')).toHaveText('0:02', { timeout: 15_000 })
  await expect.poll(() => lit(page, 'call-word')).not.toEqual([])
  expect(files[0]?.length).toBeLessThanOrEqual(250_000)
  expect([200, 206]).toContain(files[0]?.status)
  await player(page).getByRole('slider').press('End')
  await expect(player(page)).toHaveAttribute('data-stage', 'done', { timeout: 15_000 })
  expect(files.some(({ status }) => status === 206)).toBe(true)
})

test('a playing call highlights its words in time, without layout shift', async ({ page }) => {
  await standInAudio(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await panel(page).scrollIntoViewIfNeeded()
  const before = await panel(page).boundingBox()
  await hear(page).click()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  await comeTo(page, 1.8)
  const caption = FIRST_LINE
  await expect(player(page).locator('[data-caption]')).toHaveText(caption)
  expect(await lit(page, 'call-word')).toEqual(['Hi,', 'Hi,'])
  await comeTo(page, 3)
  const [said = '', inCaption] = await lit(page, 'call-said')
  expect(caption.startsWith(said) && said.length > 4).toBe(true)
  expect(inCaption).toBe(said)
  expect((await panel(page).boundingBox())?.height).toBe(before?.height)
  await expect(panel(page).locator('[data-now]')).toContainText('our heat is out')
  await expect(panel(page).locator('[data-now] [data-call-text]')).toHaveText(caption)
  expect(await panel(page).evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
})

test('a call starts when the player loads if Play was pressed before', async ({ page }) => {
  await standInAudio(page)
  let isHere: (() => void) | undefined
  const here = new Promise<void>((resolve) => {
    isHere = resolve
  })
  await page.route(/\/scripts\/calls-/, async (route) => {
    await here
    await route.continue()
  })
  await page.goto('/')
  await hear(page).click()
  await expect(hear(page)).toHaveAttribute('data-pressed', '')
  isHere?.()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
})

test('arrow keys select another call, and a new selection pauses playback', async ({ page }) => {
  await standInAudio(page)
  await page.goto('/sample-calls')
  await page.getByRole('radio', { name: 'No heat at 2 a.m.' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Smell of gas' })).toBeChecked()
  await expect(transcript(page)).toContainText('Leave the house now')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const gas = page.locator('.call-panel').nth(1)
  await expect(gas).toHaveAttribute('data-stage', 'playing')
  await page.getByText('En español').click()
  await expect(gas).toHaveAttribute('data-stage', 'paused')
  await expect(transcript(page).locator('[data-call-text]').nth(1)).toHaveAttribute('lang', 'es')
  await expect(player(page).locator('visible=true')).toContainText('Text only')
  await expect(page.getByRole('button', { name: 'Hear this call' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Read transcript' }).click()
  await expect(transcript(page)).toBeInViewport()
})

test("a call shows its start and end, expands on click, and starts on a phone's first screen", async ({ browser }) => {
  for (const [viewport, most] of [
    [{ width: 1440, height: 900 }, 950],
    [PHONE, 1500],
  ] as const) {
    const page = await visit(browser, { viewport })
    await expect(lines(page).locator('visible=true')).toHaveCount(6)
    expect((await panel(page).boundingBox())?.height).toBeLessThanOrEqual(most)
    await expect(lines(page).last()).toContainText('Booked for 6:30')
    await expect(lines(page).last()).toBeVisible()
    await page.getByText('Show full transcript').first().click()
    await expect(lines(page).locator('visible=true')).toHaveCount(await lines(page).count())
    await page.goto('/sample-calls')
    const choices = page.locator('.call-choice > label')
    await expect(choices).toHaveCount(4)
    for (const choice of await choices.all()) {
      await expect(choice).toBeInViewport({ ratio: 1 })
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await expect(choices.first()).toContainText('2:14 a.m. · Booked', { useInnerText: true })
    await expect(hear(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test("a call without a recording is read by the device's voices, and starts by keyboard", async ({ page }) => {
  await standInEngine(page, ['One', 'Two'])
  await withoutRecordings(page)
  await page.goto('/')
  await expect(player(page)).toContainText('Read aloud by your device.')
  await hear(page).focus()
  await expect(player(page)).toHaveAttribute('data-sound', 'voices')
  expect(await spoken(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await spoken(page)).toEqual([FIRST_LINE])
  await expect(player(page).locator('[data-caption]')).toHaveText(FIRST_LINE)
  await expect(panel(page).locator('.call-fact').first()).toHaveAttribute('data-said', '')
  await expect(panel(page).locator('.call-fact').nth(1)).not.toHaveAttribute('data-said')

  await sayLine(page)
  await expect(player(page).locator('[data-caption]')).toHaveText(SECOND_LINE)
  await expect(player(page).locator('[data-caption-speaker]')).toHaveText('Assistant')

  await page.keyboard.press('Enter')
  await expect(player(page)).toHaveAttribute('data-stage', 'paused')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(player(page).locator('[data-caption]')).toHaveText(/^Booked for 6:30/)
  expect((await spoken(page)).at(-1)).toMatch(SECOND_LINE)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await sayLine(page)
  await expect(player(page)).toHaveAttribute('data-stage', 'done')
  await expect(player(page).getByRole('button', { name: 'Play again' })).toBeFocused()
  await expect(panel(page).locator('.call-fact[data-said]')).toHaveCount(6)
})

test('a call can be played by touch on a phone, with Play on the first screen', async ({ browser }) => {
  const page = await visit(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    before: standInAudio,
  })
  await expect(hear(page)).toBeInViewport({ ratio: 1 })
  expect((await hear(page).boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await hear(page).tap()
  await player(page).getByRole('button', { name: 'Pause' }).tap()
  await expect(player(page)).toHaveAttribute('data-stage', 'paused')
})

test('a call offers its transcript if the browser has no voices', async ({ page }) => {
  await standInEngine(page, [])
  await withoutRecordings(page)
  await page.goto('/')
  await hear(page).focus()
  await expect(player(page)).toHaveAttribute('data-sound', 'none')
  await expect(player(page)).toContainText('Your browser can’t play this. The transcript is below.')
  await player(page).getByRole('button', { name: 'Read transcript' }).click()
  await expect(transcript(page)).toBeFocused()
  await expect(transcript(page)).toBeInViewport()
  await expect(lines(page).last()).toBeVisible()
})

test('a call shows its transcript if speech fails during playback', async ({ page }) => {
  await standInEngine(page, ['One'])
  await withoutRecordings(page)
  await page.goto('/')
  await hear(page).click()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  await page.evaluate(() => (window as unknown as { engine: Engine }).engine.say('error'))
  await expect(player(page)).toHaveAttribute('data-sound', 'none')
  await expect(transcript(page)).toBeFocused()
})

test('a playing call has no accessibility violations in either theme', async ({ page }) => {
  await standInAudio(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await hear(page).click()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('a link on another page leads to the Play button', async ({ page }) => {
  await standInEngine(page, ['One'])
  await page.goto('/hvac-ai-sdr/chicago')
  await page.getByRole('main').getByRole('link', { name: 'Hear a sample call' }).first().click()
  await expect(page).toHaveURL('/#hear-the-call')
  await expect(page.locator('#hear-the-call')).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the full call is on the page, with a link to it @smoke', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Hear this call' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Read transcript' }).first().click()
    await expect(transcript(page)).toBeInViewport()
    await expect(lines(page).locator('visible=true')).toHaveCount(6)
    await page.getByText('Show full transcript').first().click()
    await expect(lines(page).locator('visible=true')).toHaveCount(await lines(page).count())
    await page.goto('/sample-calls')
    await page.locator('label', { hasText: 'I want a person' }).click()
    await expect(transcript(page)).toContainText('a person will call you back')
  })
})

test('an uploaded recording replaces the sample and is not labeled synthetic', async ({ page }) => {
  const asset = await lake.assets.upload('file', silence(1), { filename: 'call.wav', contentType: 'audio/wav' })
  const recording = 'blocks[_type=="conversationBlock"].call.recording'
  const home = await lake.getDocument('page-home')
  // The sample recording's timings stay in the document but apply only to its own file.
  await lake
    .patch('page-home')
    .set({ [`${recording}.file.asset._ref`]: asset._id, [`${recording}.seconds`]: 1 })
    .commit()
  try {
    await expect(async () => {
      await page.goto('/')
      await expect(player(page)).toContainText('Recording of a sample call.', { timeout: 500 })
    }).toPass()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await hear(page).click()
    await expect(player(page)).toHaveAttribute('data-stage', 'done')
    expect(requests.filter((url) => url.endsWith('.wav')).length).toBeGreaterThan(0)
  } finally {
    if (home) await lake.createOrReplace(home)
    await lake.delete(asset._id)
  }
})
