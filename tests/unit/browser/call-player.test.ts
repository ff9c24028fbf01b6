// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { playCalls } from '../../../browser/call-player.ts'
import { fakeMedia, fakeSight, find, leavePage } from './fake-browser.ts'

const media = fakeMedia()
const sight = fakeSight()

/** A speech engine that speaks a line when it is told to. */
const engine = {
  voices: [] as { lang: string; name: string }[],
  spoken: [] as (EventTarget & { text: string; voice?: { name: string }; pitch: number })[],
  cancelled: 0,
  say: (type: 'start' | 'end' | 'error') => engine.spoken.at(-1)?.dispatchEvent(new Event(type)),
}

class Utterance extends EventTarget {
  pitch = 1
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

const speech = Object.assign(new EventTarget(), {
  getVoices: () => engine.voices,
  speak: (utterance: (typeof engine.spoken)[number]) => engine.spoken.push(utterance),
  cancel: () => (engine.cancelled += 1),
})

const LINES = [
  { speaker: 'caller', starts: 0, text: 'The furnace quit.' },
  { speaker: 'assistant', starts: 2, text: 'Is anyone ill?' },
  { speaker: 'caller', starts: 4, text: 'No.' },
]

let count = 0

const addScrolling = () => Object.assign(find('#box'), { scrollTo: vi.fn(), scrollIntoView: vi.fn() })

/** A page with a call that no other test has met: its player, then its transcript. */
function openPage({ recording = '' } = {}): string {
  count += 1
  const sound = recording && 'data-sound="recording"'
  const lines = LINES.map(
    ({ speaker, starts, text }, number) =>
      `<li data-line="${number}" data-starts="${starts}" data-speaker="${speaker}"><p>${speaker}</p><p data-call-text>${text}</p></li>`,
  )
  document.body.innerHTML = `
    <figure data-call="call-${count}" ${sound}>
      <button data-call-action="play">Hear</button><input type="range" data-position max="6" value="0">
      <span data-clock>0:06</span><p data-caption-speaker></p><p data-caption></p><p id="fact" data-line="0">No heat</p>
    </figure>
    <section data-call="call-${count}" ${sound}>
      <button data-call-action="play">Hear</button><button data-call-action="finish">Show all</button>
      <section><span data-count>2</span><dl><dd data-line="0">No heat</dd><dd data-line="2">Nobody ill</dd></dl></section>
      <div id="box" tabindex="0" data-seconds="6" data-recording="${recording}"><ol>${lines.join('')}</ol></div>
    </section>`
  addScrolling()
  leavePage()
  playCalls()
  return `call-${count}`
}

const player = () => find('figure')
const written = () => find('section')
const play = () => find('figure [data-call-action="play"]').click()
const slideTo = (seconds: string) => {
  const slider = find<HTMLInputElement>('[data-position]')
  slider.value = seconds
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}
const said = () => [...document.querySelectorAll('li[data-said]')].length
const caption = () => find('[data-caption]').textContent

beforeAll(() => {
  vi.useFakeTimers()
  media.set('(prefers-reduced-motion: reduce)', false)
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('CSS', { escape: (text: string) => text })
})

beforeEach(() => {
  media.set('(prefers-reduced-motion: reduce)', false)
  engine.voices = [
    { lang: 'en-US', name: 'One' },
    { lang: 'de-DE', name: 'Andere' },
    { lang: 'en-GB', name: 'Two' },
  ]
  engine.spoken = []
})

describe('a call that comes into sight', () => {
  it('shows its lines without a sound, each with the time to read it, and leaves the player alone', () => {
    openPage()
    expect(written().dataset.stage).toBe('waiting')
    sight.show(written())
    expect(written().dataset.stage).toBe('showing')
    expect(player().dataset.stage).toBeUndefined()
    expect([said(), find('[data-count]').textContent]).toEqual([1, '1'])
    vi.advanceTimersByTime(2000 / 3.5 + 1)
    expect(said()).toBe(2)
    vi.advanceTimersByTime(4000)
    expect(written().dataset.stage).toBe('done')
    expect([said(), find('[data-count]').textContent]).toEqual([3, '2'])
    expect([player().dataset.stage, caption()]).toEqual([undefined, ''])
    expect(engine.spoken).toEqual([])
  })

  it('is watched until it is well up the screen, and begins once', () => {
    openPage()
    expect(sight.marginOf(written())).toBe('0px 0px -35%')
    sight.show(written(), false)
    expect([written().dataset.stage, sight.isWatched(written())]).toEqual(['waiting', true])
    sight.show(written())
    expect([written().dataset.stage, sight.isWatched(written())]).toEqual(['showing', false])
    expect(sight.isWatched(player())).toBe(false)
  })

  it('goes on being heard when somebody pressed play before', () => {
    openPage()
    play()
    sight.show(written())
    expect(written().dataset.stage).toBe('playing')
  })

  it('is shown no further once the slider was set', () => {
    openPage()
    sight.show(written())
    slideTo('2')
    vi.advanceTimersByTime(10_000)
    expect([written().dataset.stage, said(), caption()]).toEqual(['paused', 2, 'Is anyone ill?'])
  })

  it('is simply there for visitors who ask for less motion', () => {
    media.set('(prefers-reduced-motion: reduce)', true)
    openPage()
    expect(written().dataset.stage).toBeUndefined()
  })

  it('shows all of it when asked to, and hands on the focus', () => {
    openPage()
    sight.show(written())
    find('[data-call-action="finish"]').click()
    expect(written().dataset.stage).toBe('done')
    expect(said()).toBe(3)
    expect(document.activeElement).toBe(find('section [data-call-action="play"]'))
  })
})

describe('a call read by the device', () => {
  it('is heard line by line in two voices, with captions, and is over', () => {
    openPage()
    expect(player().dataset.sound).toBe('voices')
    expect(engine.spoken).toEqual([])
    play()
    expect(player().dataset.stage).toBe('playing')
    expect(engine.spoken.map(({ text, voice }) => [text, voice?.name])).toEqual([['The furnace quit.', 'One']])
    expect(caption()).toBe('The furnace quit.')
    expect(find('#fact').hasAttribute('data-said')).toBe(true)
    engine.say('start')
    engine.say('end')
    expect(engine.spoken.at(-1)).toMatchObject({ text: 'Is anyone ill?', voice: { name: 'Two' } })
    expect(find('[data-caption-speaker]').textContent).toBe('assistant')
    for (const _ of [1, 2]) {
      engine.say('start')
      engine.say('end')
    }
    expect(player().dataset.stage).toBe('done')
    expect(player().style.getPropertyValue('--heard')).toBe('1')
  })

  it('is paused, and goes on with the line that was cut off', () => {
    openPage()
    play()
    engine.say('end')
    vi.advanceTimersByTime(1000)
    play()
    expect(player().dataset.stage).toBe('paused')
    const cut = engine.spoken.at(-1)
    cut?.dispatchEvent(new Event('error'))
    expect(player().dataset.stage).toBe('paused')
    play()
    expect(player().dataset.stage).toBe('playing')
    expect(engine.spoken.at(-1)?.text).toBe('Is anyone ill?')
  })

  it('goes where the slider is set, heard or not', () => {
    openPage()
    const slider = find<HTMLInputElement>('[data-position]')
    slideTo('5')
    expect([player().dataset.stage, caption(), find('[data-clock]').textContent]).toEqual(['paused', 'No.', '0:05'])
    expect(engine.spoken).toEqual([])
    play()
    expect(engine.spoken.at(-1)?.text).toBe('No.')
    slideTo('2')
    expect(engine.spoken.at(-1)?.text).toBe('Is anyone ill?')
    expect(slider.getAttribute('aria-valuetext')).toBe('0:02 / 0:06')
  })

  it('never runs its clock on into a line that is not said yet', () => {
    openPage()
    play()
    vi.advanceTimersByTime(3500)
    expect(find('[data-clock]').textContent).toBe('0:02')
  })

  it('is over when all of it is asked for: nothing is heard any more', () => {
    openPage()
    const { cancelled } = engine
    play()
    engine.say('start')
    find('[data-call-action="finish"]').click()
    expect(engine.cancelled).toBeGreaterThan(cancelled + 1)
    engine.say('end')
    expect([player().dataset.stage, engine.spoken.length]).toEqual(['done', 1])
  })

  it('is paused when the page is left, also to be shown again', () => {
    openPage()
    play()
    dispatchEvent(new Event('pagehide'))
    expect(player().dataset.stage).toBe('paused')
    find('[data-call-action="finish"]').click()
    dispatchEvent(new Event('pagehide'))
    expect(player().dataset.stage).toBe('done')
  })

  it('is played where it is when a preview was made anew, and not begun anew where it was not', () => {
    openPage()
    play()
    play()
    expect(player().dataset.stage).toBe('paused')
    const before = [...document.body.children]
    document.body.replaceChildren(...before.map((part) => part.cloneNode(true)))
    addScrolling()
    play()
    expect(player().dataset.stage).toBe('playing')
  })

  it('is over when the page has left it', () => {
    openPage()
    play()
    const cancelled = engine.cancelled
    openPage()
    vi.advanceTimersByTime(300)
    expect(engine.cancelled).toBeGreaterThan(cancelled)
  })

  it('has one voice in two pitches where there is only one', () => {
    engine.voices = [{ lang: 'en-US', name: 'One' }]
    openPage()
    play()
    engine.say('end')
    expect(engine.spoken.map(({ voice }) => voice?.name)).toEqual(['One', 'One'])
    expect(new Set(engine.spoken.map(({ pitch }) => pitch)).size).toBe(2)
  })
})

describe('a device that cannot speak', () => {
  it.each([
    ['says so', () => engine.say('error')],
    ['says nothing', () => vi.advanceTimersByTime(4001)],
  ])('leads to what is said when it %s', (_, fail) => {
    openPage()
    play()
    fail()
    expect(player().dataset).toMatchObject({ sound: 'none', stage: 'done' })
    expect(document.activeElement).toBe(find('#box'))
    expect(find('#box').scrollIntoView).toHaveBeenCalled()
    expect(said()).toBe(3)
    for (const ask of [play, () => slideTo('2')]) {
      find('#box').blur()
      ask()
      expect(document.activeElement).toBe(find('#box'))
    }
    expect([player().dataset.stage, engine.spoken.length]).toEqual(['done', 1])
  })

  it('says so, a second and a half after it named no voices', () => {
    engine.voices = []
    openPage()
    vi.advanceTimersByTime(1_499)
    expect(player().dataset.sound).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(player().dataset.sound).toBe('none')
  })

  it('offers to read once browsers have had time to name their voices, and to hear when they do', () => {
    engine.voices = []
    openPage()
    expect(player().dataset.sound).toBeUndefined()
    engine.voices = [{ lang: 'en-US', name: 'Late' }]
    speech.dispatchEvent(new Event('voiceschanged'))
    expect(player().dataset.sound).toBe('voices')
  })
})

describe('a recording', () => {
  const audio = { src: '', element: undefined as unknown as HTMLAudioElement }
  const refusal = { name: '' }

  beforeAll(() => {
    vi.stubGlobal(
      'Audio',
      class extends EventTarget {
        currentTime = 0
        constructor(src: string) {
          super()
          audio.src = src
          audio.element = this as unknown as HTMLAudioElement
        }
        play = () => (refusal.name ? Promise.reject(new DOMException('No', refusal.name)) : Promise.resolve())
        pause = vi.fn()
      },
    )
  })

  it('is loaded when play is pressed, and its time says which line is heard', () => {
    openPage({ recording: '/call.mp3' })
    audio.src = ''
    expect(player().dataset.sound).toBe('recording')
    play()
    expect(audio.src).toBe('/call.mp3')
    audio.element.currentTime = 4.2
    audio.element.dispatchEvent(new Event('timeupdate'))
    expect(caption()).toBe('No.')
    play()
    expect([player().dataset.stage, find('[data-clock]').textContent]).toEqual(['paused', '0:04'])
    play()
    expect(audio.element.currentTime).toBe(4.2)
    audio.element.dispatchEvent(new Event('ended'))
    expect(player().dataset.stage).toBe('done')
  })

  it('that breaks off is read on by the device, once', async () => {
    openPage({ recording: '/broken.mp3' })
    play()
    audio.element.currentTime = 4.2
    vi.advanceTimersByTime(250)
    for (const _ of [1, 2]) audio.element.dispatchEvent(new Event('error'))
    expect(player().dataset).toMatchObject({ sound: 'voices', stage: 'playing' })
    expect(engine.spoken.map(({ text }) => text)).toEqual(['No.'])
  })

  it('that breaks off is there to be read where nothing can speak', () => {
    engine.voices = []
    openPage({ recording: '/broken.mp3' })
    play()
    audio.element.dispatchEvent(new Event('error'))
    expect(player().dataset).toMatchObject({ sound: 'none', stage: 'done' })
    expect(engine.spoken).toEqual([])
  })

  it('that does not load is read by the device', async () => {
    openPage({ recording: '/gone.mp3' })
    refusal.name = 'NotSupportedError'
    play()
    await vi.advanceTimersByTimeAsync(0)
    refusal.name = ''
    expect(player().dataset).toMatchObject({ sound: 'voices', stage: 'playing' })
    expect(engine.spoken.at(-1)?.text).toBe('The furnace quit.')
  })
})
