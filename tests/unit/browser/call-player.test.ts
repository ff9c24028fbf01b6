// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCallPlayers } from '../../../browser/call-player.ts'
import { recordPresses } from '../../../browser/call-press.ts'
import { find, leavePage } from './fake-browser.ts'

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

const addScrolling = () => Object.assign(find('#box'), { scrollIntoView: vi.fn() })

const highlighted = new Map<string, string[]>()

type PageOptions = { recording?: string; words?: string[]; start?: () => void }

function openPage({ recording = '', words = [], start = startCallPlayers }: PageOptions = {}): string {
  count += 1
  const soundAttribute = recording && 'data-sound="recording"'
  const lines = LINES.map(
    ({ speaker, starts, text }, number) =>
      `<li data-line="${number}" data-starts="${starts}" data-words="${words[number] ?? ''}" data-speaker="${speaker}"><p>${speaker}</p><p data-call-text>${text}</p></li>`,
  )
  document.body.innerHTML = `
    <figure data-call="call-${count}" ${soundAttribute} data-own-script="/scripts/calls.js">
      <button data-call-play>Hear</button><input type="range" data-position max="6" value="0">
      <span data-clock>0:06</span><p data-caption-speaker></p><p data-caption></p><p id="fact" data-line="0">No heat</p>
    </figure>
    <div data-call="call-${count}" ${soundAttribute}>
      <input type="radio" data-call-tab>
      <section id="box" tabindex="-1" data-seconds="6" data-recording="${recording}">
        <p data-line="0">No heat</p><p data-line="2">Nobody ill</p>
        <ol>${lines.slice(0, 2).join('')}</ol><details><summary>More</summary><ol>${lines[2]}</ol></details>
      </section>
    </div>`
  addScrolling()
  leavePage()
  document.documentElement.removeAttribute('data-calls')
  start()
  return `call-${count}`
}

const findPlayer = () => find('figure')
const clickPlay = () => find('figure [data-call-play]').click()
const openAndPlay = (options?: PageOptions) => {
  openPage(options)
  clickPlay()
}
const slideTo = (seconds: string) => {
  const slider = find<HTMLInputElement>('[data-position]')
  slider.value = seconds
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}
const countSpokenLines = () => [...document.querySelectorAll('li[data-said]')].length
const getCaption = () => find('[data-caption]').textContent

beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal(
    'Highlight',
    class extends Set<Range> {
      constructor(...ranges: Range[]) {
        super(ranges)
      }
    },
  )
  const highlights = {
    set: (name: string, ranges: Set<Range>) => highlighted.set(name, [...ranges].map(String)),
    delete: (name: string) => highlighted.delete(name),
  }
  vi.stubGlobal('CSS', { escape: (text: string) => text, highlights })
})

beforeEach(() => {
  engine.voices = [
    { lang: 'en-US', name: 'One' },
    { lang: 'de-DE', name: 'Andere' },
    { lang: 'en-GB', name: 'Two' },
  ]
  engine.spoken = []
})

describe('play button', () => {
  it('stores an early press, loads the player and then starts playback', () => {
    openAndPlay({ start: recordPresses })
    expect(engine.spoken).toEqual([])
    expect(find('figure [data-call-play]').hasAttribute('data-pressed')).toBe(true)
    expect(find<HTMLScriptElement>('script').getAttribute('src')).toBe('/scripts/calls.js')
    startCallPlayers()
    expect([findPlayer().dataset.stage, engine.spoken.length]).toEqual(['playing', 1])
    expect(document.querySelector('[data-pressed]')).toBeNull()
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('paused')
    expect(document.querySelector('[data-pressed]')).toBeNull()
    find('script').remove()
  })

  it('keeps a long transcript collapsed and highlights spoken facts', () => {
    openAndPlay()
    expect(find<HTMLDetailsElement>('details').open).toBe(false)
    expect(document.querySelectorAll('section > p[data-said]')).toHaveLength(1)
  })

  it('pauses playback when another call tab is selected', () => {
    openAndPlay()
    find('[data-call-tab]').dispatchEvent(new Event('change', { bubbles: true }))
    expect(findPlayer().dataset.stage).toBe('paused')
  })
})

describe('call read by speech synthesis', () => {
  it('plays line by line in two voices with captions', () => {
    openPage()
    expect(findPlayer().dataset.sound).toBe('voices')
    expect(engine.spoken).toEqual([])
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('playing')
    expect(engine.spoken.map(({ text, voice }) => [text, voice?.name])).toEqual([['The furnace quit.', 'One']])
    expect(getCaption()).toBe('The furnace quit.')
    expect(find('#fact').hasAttribute('data-said')).toBe(true)
    engine.say('start')
    engine.say('end')
    expect(engine.spoken.at(-1)).toMatchObject({ text: 'Is anyone ill?', voice: { name: 'Two' } })
    expect(find('[data-caption-speaker]').textContent).toBe('assistant')
    for (const _ of [1, 2]) {
      engine.say('start')
      engine.say('end')
    }
    expect(findPlayer().dataset.stage).toBe('done')
    expect(findPlayer().style.getPropertyValue('--heard')).toBe('1')
  })

  it('resumes with the interrupted line after a pause', () => {
    openAndPlay()
    engine.say('end')
    vi.advanceTimersByTime(1000)
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('paused')
    const interrupted = engine.spoken.at(-1)
    interrupted?.dispatchEvent(new Event('error'))
    expect(findPlayer().dataset.stage).toBe('paused')
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('playing')
    expect(engine.spoken.at(-1)?.text).toBe('Is anyone ill?')
  })

  it('jumps to the slider position before and during playback', () => {
    openPage()
    const slider = find<HTMLInputElement>('[data-position]')
    slideTo('5')
    expect([findPlayer().dataset.stage, getCaption(), find('[data-clock]').textContent]).toEqual([
      'paused',
      'No.',
      '0:05',
    ])
    expect(engine.spoken).toEqual([])
    clickPlay()
    expect(engine.spoken.at(-1)?.text).toBe('No.')
    slideTo('2')
    expect(engine.spoken.at(-1)?.text).toBe('Is anyone ill?')
    expect(slider.getAttribute('aria-valuetext')).toBe('0:02 / 0:06')
  })

  it('does not advance the clock past the line being spoken', () => {
    openAndPlay()
    vi.advanceTimersByTime(3500)
    expect(find('[data-clock]').textContent).toBe('0:02')
  })

  it('pauses on pagehide', () => {
    openAndPlay()
    dispatchEvent(new Event('pagehide'))
    expect(findPlayer().dataset.stage).toBe('paused')
  })

  it('can be resumed after the preview replaces the page content', () => {
    openAndPlay()
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('paused')
    const elementsBefore = [...document.body.children]
    document.body.replaceChildren(...elementsBefore.map((part) => part.cloneNode(true)))
    addScrolling()
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('playing')
  })

  it('stops when the call is removed from the page', () => {
    openAndPlay()
    const canceledCount = engine.cancelled
    openPage()
    vi.advanceTimersByTime(300)
    expect(engine.cancelled).toBeGreaterThan(canceledCount)
  })

  it('uses two pitches when only one voice is available', () => {
    engine.voices = [{ lang: 'en-US', name: 'One' }]
    openAndPlay()
    engine.say('end')
    expect(engine.spoken.map(({ voice }) => voice?.name)).toEqual(['One', 'One'])
    expect(new Set(engine.spoken.map(({ pitch }) => pitch)).size).toBe(2)
  })
})

describe('device without speech synthesis', () => {
  it.each([
    ['reports an error', () => engine.say('error')],
    ['does not respond', () => vi.advanceTimersByTime(4001)],
  ])('shows and focuses the transcript when the speech engine %s', (_, fail) => {
    openAndPlay()
    fail()
    expect(findPlayer().dataset).toMatchObject({ sound: 'none', stage: 'done' })
    expect(document.activeElement).toBe(find('#box'))
    expect(find('#box').scrollIntoView).toHaveBeenCalled()
    expect(countSpokenLines()).toBe(3)
    for (const startPlayback of [clickPlay, () => slideTo('2')]) {
      find('#box').blur()
      startPlayback()
      expect(document.activeElement).toBe(find('#box'))
    }
    expect([findPlayer().dataset.stage, engine.spoken.length]).toEqual(['done', 1])
  })

  it('is detected after 1.5 seconds without voices', () => {
    engine.voices = []
    openPage()
    vi.advanceTimersByTime(1_499)
    expect(findPlayer().dataset.sound).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(findPlayer().dataset.sound).toBe('none')
  })

  it('enables speech when voices become available later', () => {
    engine.voices = []
    openPage()
    expect(findPlayer().dataset.sound).toBeUndefined()
    engine.voices = [{ lang: 'en-US', name: 'Late' }]
    speech.dispatchEvent(new Event('voiceschanged'))
    expect(findPlayer().dataset.sound).toBe('voices')
  })
})

describe('recorded call', () => {
  const audio = { src: '', element: undefined as unknown as HTMLAudioElement }
  const rejection = { name: '' }

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
        play = () => (rejection.name ? Promise.reject(new DOMException('No', rejection.name)) : Promise.resolve())
        pause = vi.fn()
      },
    )
  })

  it('loads on play and shows the line for its current time', () => {
    openPage({ recording: '/call.mp3' })
    audio.src = ''
    expect(findPlayer().dataset.sound).toBe('recording')
    clickPlay()
    expect(audio.src).toBe('/call.mp3')
    audio.element.currentTime = 4.2
    audio.element.dispatchEvent(new Event('timeupdate'))
    expect(getCaption()).toBe('No.')
    clickPlay()
    expect([findPlayer().dataset.stage, find('[data-clock]').textContent]).toEqual(['paused', '0:04'])
    clickPlay()
    expect(audio.element.currentTime).toBe(4.2)
    audio.element.dispatchEvent(new Event('ended'))
    expect(findPlayer().dataset.stage).toBe('done')
  })

  it('highlights words by measured times, or evenly if there are none', () => {
    openAndPlay({ recording: '/call.mp3', words: ['0a4', ''] })
    const readHighlights = (seconds: number) => {
      audio.element.currentTime = seconds
      vi.advanceTimersByTime(80)
      return [highlighted.get('call-said'), highlighted.get('call-word')]
    }
    const duplicate = (text: string) => [text, text]
    expect(readHighlights(0.4)).toEqual([duplicate(''), duplicate('The')])
    expect(readHighlights(0.5)).toEqual([duplicate('The '), duplicate('furnace')])
    expect(readHighlights(0.7)).toEqual([duplicate('The furnace '), duplicate('quit.')])
    expect(readHighlights(2)).toEqual([duplicate(''), duplicate('Is')])
    expect(readHighlights(3.4)).toEqual([duplicate('Is anyone '), duplicate('ill?')])
    expect([...document.querySelectorAll('[data-now]')].map(({ textContent }) => textContent)).toEqual([
      'assistantIs anyone ill?',
    ])
    audio.element.dispatchEvent(new Event('ended'))
    expect([highlighted.size, document.querySelector('[data-now]')]).toEqual([0, null])
  })

  it('highlights words evenly if its line has changed', () => {
    openAndPlay({ recording: '/call.mp3', words: ['0a'] })
    audio.element.currentTime = 1.9
    vi.advanceTimersByTime(80)
    expect(highlighted.get('call-word')).toEqual(['quit.', 'quit.'])
  })

  it('waits for another press if the browser blocks playback', async () => {
    openPage({ recording: '/call.mp3' })
    rejection.name = 'NotAllowedError'
    clickPlay()
    await vi.advanceTimersByTimeAsync(0)
    rejection.name = ''
    expect(findPlayer().dataset).toMatchObject({ sound: 'recording', stage: 'paused' })
    clickPlay()
    expect(findPlayer().dataset.stage).toBe('playing')
  })

  it('continues with speech synthesis once after a playback error', async () => {
    openAndPlay({ recording: '/broken.mp3' })
    audio.element.currentTime = 4.2
    vi.advanceTimersByTime(250)
    for (const _ of [1, 2]) audio.element.dispatchEvent(new Event('error'))
    expect(findPlayer().dataset).toMatchObject({ sound: 'voices', stage: 'playing' })
    expect(engine.spoken.map(({ text }) => text)).toEqual(['No.'])
  })

  it('shows the transcript after a playback error if speech is unavailable', () => {
    engine.voices = []
    openAndPlay({ recording: '/broken.mp3' })
    audio.element.dispatchEvent(new Event('error'))
    expect(findPlayer().dataset).toMatchObject({ sound: 'none', stage: 'done' })
    expect(engine.spoken).toEqual([])
  })

  it('falls back to speech synthesis if it cannot load', async () => {
    openPage({ recording: '/gone.mp3' })
    rejection.name = 'NotSupportedError'
    clickPlay()
    await vi.advanceTimersByTimeAsync(0)
    rejection.name = ''
    expect(findPlayer().dataset).toMatchObject({ sound: 'voices', stage: 'playing' })
    expect(engine.spoken.at(-1)?.text).toBe('The furnace quit.')
  })
})
