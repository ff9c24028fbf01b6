// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSamples } from '../../../browser/samples.ts'

const samples = (name: string) => `
  <div data-samples>
    <input type="radio" name="${name}" data-sample-choice="curl" checked>
    <input type="radio" name="${name}" data-sample-choice="python">
    <button data-copy><span>Copy</span></button>
    <div data-sample="curl"><code>curl <span>${name}</span></code></div>
    <div data-sample="python"><code>requests ${name}</code></div>
  </div>`

const choice = (name: string, language: string) =>
  document.querySelector<HTMLInputElement>(`[name=${name}][data-sample-choice=${language}]`)

const press = (element: Element | null) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

describe('code samples', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>()
  beforeAll(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    vi.stubGlobal('scrollBy', vi.fn<() => void>())
    startSamples()
  })
  beforeEach(() => {
    vi.useFakeTimers()
    writeText.mockReset().mockResolvedValue()
    document.body.innerHTML = `${samples('a')}${samples('b')}<output id="copy-status"></output>`
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const status = () => document.getElementById('copy-status')?.textContent
  const button = (position: number) => document.querySelectorAll('[data-copy]')[position] ?? null
  const choose = (name: string, language: string) => {
    const chosen = choice(name, language)
    if (chosen) chosen.checked = true
    chosen?.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it('share the selected language', () => {
    choose('a', 'python')
    expect(choice('b', 'python')?.checked).toBe(true)
    expect(choice('b', 'curl')?.checked).toBe(false)
  })

  it('also support copying press kit text', async () => {
    document.body.innerHTML = '<div data-samples><button data-copy>Copy</button><p data-sample="">We do.</p></div>'
    press(button(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('We do.')
  })

  it('copy the visible sample as plain text and confirm for two seconds', async () => {
    press(button(1)?.firstElementChild ?? null)
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('curl b')
    expect([button(1)?.hasAttribute('data-copied'), status()]).toEqual([true, 'Copied.'])
    choose('a', 'python')
    press(button(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('requests a')
    await vi.advanceTimersByTimeAsync(2000)
    expect([button(1)?.hasAttribute('data-copied'), status()]).toEqual([false, ''])
  })

  it('are selected if copying fails', async () => {
    writeText.mockRejectedValue(new Error('no leave'))
    press(button(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(getSelection()?.toString()).toBe('curl a')
    expect([button(0)?.hasAttribute('data-copied'), status()]).toEqual([false, 'Selected. Copy it with your keyboard.'])
  })

  it('ignore clicks outside the copy buttons', async () => {
    press(document.body)
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).not.toHaveBeenCalled()
  })
})
