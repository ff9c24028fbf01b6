import { type Page, expect, test } from '@playwright/test'
import { violationsOf } from '../../support/pages/violations.ts'
import { lake } from '../../support/stack/lake.ts'
import { PHONE, visit } from './visitor.ts'

const FIRST_LINE = 'Hi, our heat is out. It’s forty‑nine in here and we have a baby.'
const SECOND_LINE = /^I’m the company’s automated assistant/

const player = (page: Page) => page.locator('figure[data-call]')
const transcript = (page: Page) => page.locator('section[data-call]')
const lines = (page: Page) => transcript(page).locator('li')

/** Waits until the player's script has come, which says how the call can be heard: before, a press does nothing. */
const untilHearable = (page: Page) => expect(player(page)).toHaveAttribute('data-sound')

/** What a test says to the stand-in for the device's speech. */
type Engine = { spoken: string[]; say: (type: 'start' | 'end' | 'error') => void }

/** Puts an engine in the place of the browser's speech: it says what it is told to, when a test tells it. */
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

/** The line that is spoken begins and ends. */
const sayLine = (page: Page) =>
  page.evaluate(() => {
    const { engine } = window as unknown as { engine: Engine }
    engine.say('start')
    engine.say('end')
  })

/** As most visitors have it: pages move. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('is heard by keyboard, line by line in the device’s voices, with captions and facts, and never by itself', async ({
  page,
}) => {
  await standInEngine(page, ['One', 'Two'])
  await page.goto('/')
  await expect(player(page)).toHaveAttribute('data-sound', 'voices')
  await expect(player(page)).toContainText('Two voices of your own device read it aloud.')
  expect(await spoken(page)).toEqual([])

  await page.getByRole('button', { name: 'Hear this call' }).first().focus()
  await page.keyboard.press('Enter')
  expect(await spoken(page)).toEqual([FIRST_LINE])
  await expect(player(page).locator('[data-caption]')).toHaveText(FIRST_LINE)
  await expect(player(page).locator('.call-fact').first()).toHaveAttribute('data-said', '')
  await expect(player(page).locator('.call-fact').nth(1)).not.toHaveAttribute('data-said')
  await expect(transcript(page)).toContainText('1 of 5 facts')

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
  await expect(player(page).getByRole('button', { name: 'Hear it again' })).toBeFocused()
  await expect(transcript(page)).toContainText('5 of 5 facts')
})

test('is heard by touch on a phone, with the play button on the first screen', async ({ browser }) => {
  const page = await visit(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    before: (page) => standInEngine(page, ['One']),
  })
  const play = page.getByRole('button', { name: 'Hear this call' }).first()
  await expect(play).toBeInViewport({ ratio: 1 })
  await untilHearable(page)
  const box = await play.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(48)
  await play.tap()
  expect(await spoken(page)).toEqual([FIRST_LINE])
  await player(page).getByRole('button', { name: 'Pause' }).tap()
  await expect(player(page)).toHaveAttribute('data-stage', 'paused')
  await page.context().close()
})

test('that is heard moves nothing for visitors who ask for less motion', async ({ page }) => {
  await standInEngine(page, ['One', 'Two'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(transcript(page)).not.toHaveAttribute('data-stage')
  await untilHearable(page)
  await page.getByRole('button', { name: 'Hear this call' }).first().click()
  await expect(player(page)).toHaveAttribute('data-stage', 'playing')
  for (const line of await lines(page).all()) await expect(line).toHaveCSS('opacity', '1')
  const moving = await transcript(page).evaluate((element) => element.getAnimations({ subtree: true }).length)
  expect(moving).toBe(0)
})

test('is offered to read where nothing can be heard, and leads there', async ({ page }) => {
  await standInEngine(page, [])
  await page.goto('/')
  await expect(player(page)).toHaveAttribute('data-sound', 'none')
  await expect(player(page)).toContainText('This browser has no voice. Every word is below.')
  await player(page).getByRole('button', { name: 'Read the call' }).click()
  const box = page.getByRole('region', { name: 'What is said in the call' })
  await expect(box).toBeFocused()
  await expect(box).toBeInViewport()
  await expect(lines(page).last()).toHaveCSS('opacity', '1')
})

test('is read when the device fails while it speaks', async ({ page }) => {
  await standInEngine(page, ['One'])
  await page.goto('/')
  await untilHearable(page)
  await page.getByRole('button', { name: 'Hear this call' }).first().click()
  await page.evaluate(() => (window as unknown as { engine: Engine }).engine.say('error'))
  await expect(player(page)).toHaveAttribute('data-sound', 'none')
  await expect(page.getByRole('region', { name: 'What is said in the call' })).toBeFocused()
})

test('shows its lines one by one, without a sound, when a visitor comes to it', async ({ page }) => {
  await standInEngine(page, ['One'])
  await page.goto('/')
  await expect(transcript(page)).toHaveAttribute('data-stage', 'waiting')
  await expect(lines(page).first()).toHaveCSS('opacity', '0')
  // A screen reader has it all.
  expect(await transcript(page).ariaSnapshot()).toContain('Booked for 6:30')
  await transcript(page).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 500)
  await expect(transcript(page)).toHaveAttribute('data-stage', 'showing')
  await transcript(page).getByRole('button', { name: 'Show all of it' }).click()
  await expect(transcript(page)).toHaveAttribute('data-stage', 'done')
  await expect(lines(page).last()).toHaveCSS('opacity', '1')
  await expect(transcript(page).getByRole('button', { name: 'Hear it again' })).toBeFocused()
  expect(await spoken(page)).toEqual([])
})

test('stands in a panel of 600 px on a desktop, and in 700 px with its lead on a phone', async ({ browser }) => {
  for (const [viewport, most] of [
    [{ width: 1440, height: 900 }, 600],
    [PHONE, 700],
  ] as const) {
    const page = await visit(browser, { viewport, reducedMotion: 'reduce' })
    const box = await page.getByRole('region', { name: 'What is said in the call' }).boundingBox()
    const lead = await page.getByLabel('The lead after the call').boundingBox()
    const height = viewport === PHONE ? (box?.y ?? 0) + (box?.height ?? 0) - (lead?.y ?? 0) : box?.height
    expect(height).toBeLessThanOrEqual(most)
    expect(height).toBeGreaterThan(300)
    await page.context().close()
  }
})

test('breaks no rule of accessibility while it is heard, in both themes', async ({ browser }) => {
  for (const theme of ['dark', 'light'] as const) {
    const page = await visit(browser, {
      reducedMotion: 'reduce',
      before: async (page) => {
        await standInEngine(page, ['One'])
        await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
      },
    })
    await untilHearable(page)
    await page.getByRole('button', { name: 'Hear this call' }).first().click()
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  }
})

test('a link from elsewhere leads to the play button', async ({ page }) => {
  await standInEngine(page, ['One'])
  await page.goto('/hvac-ai-sdr')
  await page.getByRole('link', { name: 'Hear the night call' }).click()
  await expect(page).toHaveURL('/#hear-the-call')
  await expect(page.locator('#hear-the-call')).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the whole call is there, and a link leads to it', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Hear this call' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Read the call' }).first().click()
    await expect(page.getByRole('region', { name: 'What is said in the call' })).toBeInViewport()
    for (const line of await lines(page).all()) await expect(line).toHaveCSS('opacity', '1')
  })
})

/** A second of silence, as a WAV file of 8 bits. */
function silence(): Buffer {
  const rate = 8000
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  header.writeUInt32LE(36 + rate, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.writeUInt32LE(rate, 40)
  return Buffer.concat([header, Buffer.alloc(rate, 128)])
}

test('an editor’s recording is heard instead, from the Content Lake, and says which line it has come to', async ({
  page,
}) => {
  const asset = await lake.assets.upload('file', silence(), { filename: 'call.wav', contentType: 'audio/wav' })
  const call = 'blocks[_type=="conversationBlock"].call.recording'
  const recording = { file: { _type: 'file', asset: { _type: 'reference', _ref: asset._id } }, seconds: 1 }
  await lake
    .patch('page-home')
    .set({ [call]: recording })
    .commit()
  try {
    await standInEngine(page, ['One'])
    await expect(async () => {
      await page.goto('/')
      await expect(player(page)).toHaveAttribute('data-sound', 'recording', { timeout: 500 })
    }).toPass()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await expect(player(page)).toContainText('A recording of this example.')
    await untilHearable(page)
    await page.getByRole('button', { name: 'Hear this call' }).first().click()
    await expect(player(page)).toHaveAttribute('data-stage', 'done')
    expect(requests.filter((url) => url.endsWith('.wav')).length).toBeGreaterThan(0)
    expect(await spoken(page)).toEqual([])
  } finally {
    await lake.patch('page-home').unset([call]).commit()
    await lake.delete(asset._id)
  }
})
