import { type Page, expect } from '@playwright/test'
import { createSilence } from '../../support/pages/silence.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { lake } from '../../support/stack/lake.ts'
import { PHONE_VIEWPORT, visit } from './visitor.ts'
import { test } from '../test.ts'

const FIRST_LINE = 'Hi, our heat is out. It’s forty‑nine in here and we have a baby.'
const SECOND_LINE_PATTERN = /^I’m the company’s automated assistant/

const getPlayer = (page: Page) => page.locator('figure[data-call]')
const getPanel = (page: Page) => page.locator('.call-panel').first()
const getTranscript = (page: Page) => page.getByRole('region', { name: 'Call transcript' })
const getLines = (page: Page) => getPanel(page).locator('li')
const getPlayButton = (page: Page) => page.getByRole('button', { name: 'Hear this call' }).first()

const removeRecordings = (page: Page) =>
  page.route('/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(' data-sound="recording"', '') })
  })

type SpeechEngine = { spoken: string[]; say: (type: 'start' | 'end' | 'error') => void }

async function mockEngine(page: Page, voices: string[]): Promise<void> {
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

const readSpokenTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { engine: SpeechEngine }).engine.spoken)

const simulateSpokenLine = (page: Page) =>
  page.evaluate(() => {
    const { engine } = window as unknown as { engine: SpeechEngine }
    engine.say('start')
    engine.say('end')
  })

const mockAudio = (page: Page) =>
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

const seekTo = (page: Page, seconds: number) =>
  page.evaluate((seconds) => {
    const { sound } = window as unknown as { sound: EventTarget & { currentTime: number } }
    sound.currentTime = seconds
    sound.dispatchEvent(new Event('timeupdate'))
  }, seconds)

/** Returns the texts with a CSS highlight of this name. */
const readHighlights = (page: Page, name: string) =>
  page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), name)

test('a sample call plays an audio file that loads on click', async ({ page }) => {
  const files: { status: number; range: string | undefined; length: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.mp3')) return
    const length = Number(response.headers()['content-range']?.split('/')[1] ?? response.headers()['content-length'])
    files.push({ status: response.status(), range: response.headers()['accept-ranges'], length })
  })
  await page.goto('/')
  await expect(getPlayer(page)).toContainText('Sample call, computer-generated voices.')
  expect(files).toEqual([])
  await getPlayButton(page).click()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'playing')
  await expect(getPlayer(page).locator('[data-clock]')).toHaveText('0:02', { timeout: 15_000 })
  await expect.poll(() => readHighlights(page, 'call-word')).not.toEqual([])
  expect(files[0]?.length).toBeLessThanOrEqual(250_000)
  expect([200, 206]).toContain(files[0]?.status)
  await getPlayer(page).getByRole('slider').press('End')
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'done', { timeout: 15_000 })
  expect(files.some(({ status }) => status === 206)).toBe(true)
})

test('a playing call highlights its words in time, without layout shift', async ({ page }) => {
  await mockAudio(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await getPanel(page).scrollIntoViewIfNeeded()
  const before = await getPanel(page).boundingBox()
  await getPlayButton(page).click()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'playing')
  await seekTo(page, 1.8)
  const caption = FIRST_LINE
  await expect(getPlayer(page).locator('[data-caption]')).toHaveText(caption)
  expect(await readHighlights(page, 'call-word')).toEqual(['Hi,', 'Hi,'])
  await seekTo(page, 3)
  const [spokenText = '', captionText] = await readHighlights(page, 'call-said')
  expect(caption.startsWith(spokenText) && spokenText.length > 4).toBe(true)
  expect(captionText).toBe(spokenText)
  expect((await getPanel(page).boundingBox())?.height).toBe(before?.height)
  await expect(getPanel(page).locator('[data-now]')).toContainText('our heat is out')
  await expect(getPanel(page).locator('[data-now] [data-call-text]')).toHaveText(caption)
  expect(await getPanel(page).evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
})

test('a call starts when the player loads if Play was already pressed', async ({ page }) => {
  await mockAudio(page)
  let resolveRequested: (() => void) | undefined
  const requested = new Promise<void>((resolve) => {
    resolveRequested = resolve
  })
  await page.route(/\/scripts\/calls-/, async (route) => {
    await requested
    await route.continue()
  })
  await page.goto('/')
  await getPlayButton(page).click()
  await expect(getPlayButton(page)).toHaveAttribute('data-pressed', '')
  resolveRequested?.()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'playing')
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
})

test('arrow keys select another call, and a new selection pauses playback', async ({ page }) => {
  await mockAudio(page)
  await page.goto('/sample-calls')
  await page.getByRole('radio', { name: 'No heat at 2 a.m.' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Smell of gas' })).toBeChecked()
  await expect(getTranscript(page)).toContainText('Leave the house now')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const gasPanel = page.locator('.call-panel').nth(1)
  await expect(gasPanel).toHaveAttribute('data-stage', 'playing')
  await page.getByText('En español').click()
  await expect(gasPanel).toHaveAttribute('data-stage', 'paused')
  await expect(getTranscript(page).locator('[data-call-text]').nth(1)).toHaveAttribute('lang', 'es')
  await expect(getPlayer(page).locator('visible=true')).toContainText('Text only')
  await expect(page.getByRole('button', { name: 'Hear this call' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Read transcript' }).click()
  await expect(getTranscript(page)).toBeInViewport()
})

test("a call shows its start and end, expands on click, and starts on a phone's first screen", async ({ browser }) => {
  for (const [viewport, maxHeight] of [
    [{ width: 1440, height: 900 }, 950],
    [PHONE_VIEWPORT, 1500],
  ] as const) {
    const page = await visit(browser, { viewport })
    await expect(getLines(page).locator('visible=true')).toHaveCount(6)
    expect((await getPanel(page).boundingBox())?.height).toBeLessThanOrEqual(maxHeight)
    await expect(getLines(page).last()).toContainText('Booked for 6:30')
    await expect(getLines(page).last()).toBeVisible()
    await page.getByText('Show full transcript').first().click()
    await expect(getLines(page).locator('visible=true')).toHaveCount(await getLines(page).count())
    await page.goto('/sample-calls')
    const choices = page.locator('.call-choice > label')
    await expect(choices).toHaveCount(4)
    for (const choice of await choices.all()) {
      await expect(choice).toBeInViewport({ ratio: 1 })
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await expect(choices.first()).toContainText('2:14 a.m. · Booked', { useInnerText: true })
    await expect(getPlayButton(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test("a call without a recording is read by the device's voices, and can be started by keyboard", async ({ page }) => {
  await mockEngine(page, ['One', 'Two'])
  await removeRecordings(page)
  await page.goto('/')
  await expect(getPlayer(page)).toContainText('Read aloud by your device.')
  await getPlayButton(page).focus()
  await expect(getPlayer(page)).toHaveAttribute('data-sound', 'voices')
  expect(await readSpokenTexts(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await readSpokenTexts(page)).toEqual([FIRST_LINE])
  await expect(getPlayer(page).locator('[data-caption]')).toHaveText(FIRST_LINE)
  await expect(getPanel(page).locator('.call-fact').first()).toHaveAttribute('data-said', '')
  await expect(getPanel(page).locator('.call-fact').nth(1)).not.toHaveAttribute('data-said')

  await simulateSpokenLine(page)
  await expect(getPlayer(page).locator('[data-caption]')).toHaveText(SECOND_LINE_PATTERN)
  await expect(getPlayer(page).locator('[data-caption-speaker]')).toHaveText('Assistant')

  await page.keyboard.press('Enter')
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'paused')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(getPlayer(page).locator('[data-caption]')).toHaveText(/^Booked for 6:30/)
  expect((await readSpokenTexts(page)).at(-1)).toMatch(SECOND_LINE_PATTERN)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await simulateSpokenLine(page)
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'done')
  await expect(getPlayer(page).getByRole('button', { name: 'Play again' })).toBeFocused()
  await expect(getPanel(page).locator('.call-fact[data-said]')).toHaveCount(6)
})

test('a call can be played by touch on a phone, with Play on the first screen', async ({ browser }) => {
  const page = await visit(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    before: mockAudio,
  })
  await expect(getPlayButton(page)).toBeInViewport({ ratio: 1 })
  expect((await getPlayButton(page).boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await getPlayButton(page).tap()
  await getPlayer(page).getByRole('button', { name: 'Pause' }).tap()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'paused')
})

test('a call offers its transcript if the browser has no voices', async ({ page }) => {
  await mockEngine(page, [])
  await removeRecordings(page)
  await page.goto('/')
  await getPlayButton(page).focus()
  await expect(getPlayer(page)).toHaveAttribute('data-sound', 'none')
  await expect(getPlayer(page)).toContainText('Your browser can’t play this. The transcript is below.')
  await getPlayer(page).getByRole('button', { name: 'Read transcript' }).click()
  await expect(getTranscript(page)).toBeFocused()
  await expect(getTranscript(page)).toBeInViewport()
  await expect(getLines(page).last()).toBeVisible()
})

test('a call shows its transcript if speech fails during playback', async ({ page }) => {
  await mockEngine(page, ['One'])
  await removeRecordings(page)
  await page.goto('/')
  await getPlayButton(page).click()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'playing')
  await page.evaluate(() => (window as unknown as { engine: SpeechEngine }).engine.say('error'))
  await expect(getPlayer(page)).toHaveAttribute('data-sound', 'none')
  await expect(getTranscript(page)).toBeFocused()
})

test('a playing call has no accessibility violations in either theme', async ({ page }) => {
  await mockAudio(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await getPlayButton(page).click()
  await expect(getPlayer(page)).toHaveAttribute('data-stage', 'playing')
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('a link on another page leads to the Play button', async ({ page }) => {
  await mockEngine(page, ['One'])
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
    await expect(getTranscript(page)).toBeInViewport()
    await expect(getLines(page).locator('visible=true')).toHaveCount(6)
    await page.getByText('Show full transcript').first().click()
    await expect(getLines(page).locator('visible=true')).toHaveCount(await getLines(page).count())
    await page.goto('/sample-calls')
    await page.locator('label', { hasText: 'I want a person' }).click()
    await expect(getTranscript(page)).toContainText('a person will call you back')
  })
})

test('an uploaded recording replaces the sample and is not labeled synthetic', async ({ page }) => {
  const asset = await lake.assets.upload('file', createSilence(1), { filename: 'call.wav', contentType: 'audio/wav' })
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
      await expect(getPlayer(page)).toContainText('Recording of a sample call.', { timeout: 500 })
    }).toPass()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await getPlayButton(page).click()
    await expect(getPlayer(page)).toHaveAttribute('data-stage', 'done')
    expect(requests.filter((url) => url.endsWith('.wav')).length).toBeGreaterThan(0)
  } finally {
    if (home) await lake.createOrReplace(home)
    await lake.delete(asset._id)
  }
})
