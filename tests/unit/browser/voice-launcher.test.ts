// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startVoiceLauncher } from '../../../browser/voice-launcher.ts'
import { find } from './fake-browser.ts'

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

/** Whether the launcher is gone after the page has moved. */
function isGone(): boolean {
  dispatchEvent(new Event('scroll'))
  settle()
  return launcher().hasAttribute('data-gone')
}

/** Puts something of the page where the launcher rests. */
const put = (element: Element) => under.mockReturnValue([find('summary'), element])

describe('the launcher', () => {
  it('is gone over a control, a picture and a word, on every screen, and back when nothing is covered', () => {
    document.body.insertAdjacentHTML('beforeend', '<p>Words</p><main><img alt=""></main>')
    words = [new DOMRect(0, 0, 4000, 4000)]
    for (const selector of ['a', 'img', 'p']) {
      put(find(selector))
      expect(isGone()).toBe(true)
      put(document.body)
      expect(isGone()).toBe(false)
    }
  })

  it('stays while it is open', () => {
    put(find('a'))
    launcher().open = true
    expect(isGone()).toBe(false)
  })

  it('stays over the empty end of a line', () => {
    document.body.insertAdjacentHTML('beforeend', '<p>Words</p>')
    words = [new DOMRect(-500, -500, 10, 10)]
    put(find('p'))
    expect(isGone()).toBe(false)
  })
})
