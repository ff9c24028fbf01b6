// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startVoiceAgent } from '../../../browser/voice-agent.ts'
import { find } from './fake-browser.ts'

const launcher = () => find<HTMLDetailsElement>('details')
const state = () => launcher().dataset.voice
const scripts = () => [...document.head.querySelectorAll('script')]
const press = () => find('summary').dispatchEvent(new Event('click', { bubbles: true }))

beforeAll(() => {
  vi.useFakeTimers()
  startVoiceAgent()
})

beforeEach(() => {
  vi.runAllTimers()
  for (const script of scripts()) script.dispatchEvent(new Event('error'))
  document.body.innerHTML = `<a href="#x">Link</a>
    <details data-voice="idle" data-agent="agent_01" data-script="https://voice.example.com/embed.js">
      <summary tabindex="0">Talk to us</summary><button data-voice-retry>Try again</button><div data-voice-slot></div>
    </details>`
})

describe('the voice agent', () => {
  it('loads the vendor’s script once, at a press', () => {
    for (let time = 0; time < 2; time++) press()
    expect(state()).toBe('loading')
    expect(scripts().map(({ src }) => src)).toEqual(['https://voice.example.com/embed.js'])
  })

  it('has the browser check the script against its hash where one is known', () => {
    press()
    expect(scripts().map(({ crossOrigin }) => crossOrigin)).toEqual([null])
    scripts()[0]?.dispatchEvent(new Event('error'))
    launcher().dataset.voice = 'idle'
    launcher().dataset.integrity = 'sha384-abc'
    press()
    expect(scripts().map(({ integrity, crossOrigin }) => [integrity, crossOrigin])).toEqual([
      ['sha384-abc', 'anonymous'],
    ])
  })

  it.each(['pointerover', 'focusin', 'touchstart'])('loads nothing at %s', (type) => {
    find('summary').dispatchEvent(new Event(type, { bubbles: true }))
    startVoiceAgent()
    expect([state(), scripts()]).toEqual(['idle', []])
  })

  it('loads nothing at a press elsewhere, nor without an agent', () => {
    find('a').click()
    launcher().removeAttribute('data-agent')
    press()
    expect([state(), scripts()]).toEqual(['idle', []])
  })

  it('says so after 8 seconds without an answer', () => {
    press()
    vi.advanceTimersByTime(7_999)
    expect(state()).toBe('loading')
    vi.advanceTimersByTime(1)
    expect(state()).toBe('failed')
  })

  it('can be tried again after a failure, and keeps the focus', () => {
    press()
    scripts()[0]?.dispatchEvent(new Event('error'))
    expect([state(), scripts()]).toEqual(['failed', []])
    press()
    expect(state()).toBe('failed')
    find('button').click()
    expect([state(), scripts().length]).toEqual(['loading', 1])
    expect(document.activeElement).toBe(find('summary'))
  })

  it('closes on Escape with the focus on it, and on a click elsewhere', () => {
    launcher().open = true
    find('button').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(launcher().open).toBe(false)
    expect(document.activeElement).toBe(find('summary'))
    launcher().open = true
    find('div').click()
    expect(launcher().open).toBe(true)
    find('a').click()
    expect(launcher().open).toBe(false)
  })

  it('is loaded at once when its own script comes after the press', () => {
    launcher().open = true
    startVoiceAgent()
    expect([state(), scripts().length]).toEqual(['loading', 1])
  })

  // Last: an element stays defined.
  it('shows the vendor’s element when its script has come, also late', async () => {
    press()
    vi.advanceTimersByTime(8_000)
    expect(state()).toBe('failed')
    customElements.define('elevenlabs-convai', class extends HTMLElement {})
    await customElements.whenDefined('elevenlabs-convai')
    await Promise.resolve()
    expect(state()).toBe('ready')
    expect(find('[data-voice-slot] > elevenlabs-convai').getAttribute('agent-id')).toBe('agent_01')
  })
})
