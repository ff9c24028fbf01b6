// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startVoiceLauncher } from '../../../browser/voice-launcher.ts'
import { fakeMedia, find } from './fake-browser.ts'

const media = fakeMedia()
const launcher = () => find<HTMLDetailsElement>('details')

/** Runs what the script has planned for after the next frame. */
const settle = () => vi.advanceTimersByTime(50)

const under = vi.fn<() => Element[]>(() => [])

/** Where the words of any element are. */
let words: DOMRect[] = []

beforeAll(() => {
  vi.useFakeTimers()
  Object.assign(document, { elementsFromPoint: under })
  Object.assign(Range.prototype, { getClientRects: () => words })
  startVoiceLauncher()
})

beforeEach(() => {
  vi.runAllTimers()
  document.body.innerHTML = `<a href="#x">Link</a>
    <details data-voice="idle">
      <summary tabindex="0">Talk to us</summary>
    </details>`
})

describe('the launcher', () => {
  it('yields to a control that it would cover on a small screen, not while it is open', () => {
    const yields = () => {
      dispatchEvent(new Event('scroll'))
      settle()
      return launcher().hasAttribute('data-yields')
    }
    under.mockImplementation(() => [find('summary'), find('a')])
    expect(yields()).toBe(false)
    media.set('(max-width: 48rem)', true)
    expect(yields()).toBe(true)
    launcher().open = true
    expect(yields()).toBe(false)
    launcher().open = false
    under.mockImplementation(() => [find('summary'), document.body])
    expect(yields()).toBe(false)
  })

  it('draws back from text on a small screen, from its words and not from the empty end of a line', () => {
    const drawsBack = () => {
      dispatchEvent(new Event('scroll'))
      settle()
      return launcher().hasAttribute('data-over-text')
    }
    media.set('(max-width: 48rem)', true)
    document.body.insertAdjacentHTML('beforeend', '<p>Words</p>')
    under.mockImplementation(() => [find('summary'), find('p')])
    words = [new DOMRect(0, 0, 200, 40)]
    expect(drawsBack()).toBe(true)
    words = [new DOMRect(500, 0, 200, 40)]
    expect(drawsBack()).toBe(false)
    under.mockImplementation(() => [])
  })
})
