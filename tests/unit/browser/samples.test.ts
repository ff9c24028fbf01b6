// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSamples } from '../../../browser/samples.ts'

const renderSamples = (name: string) => `
  <div data-samples>
    <input type="radio" name="${name}" data-sample-choice="curl" checked>
    <input type="radio" name="${name}" data-sample-choice="python">
    <button data-copy><span>Copy</span></button>
    <div data-sample="curl"><code>curl <span>${name}</span></code></div>
    <div data-sample="python"><code>requests ${name}</code></div>
  </div>`

const findChoice = (name: string, language: string) =>
  document.querySelector<HTMLInputElement>(`[name=${name}][data-sample-choice=${language}]`)

const dispatchClick = (element: Element | null) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

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
    document.body.innerHTML = `${renderSamples('a')}${renderSamples('b')}<output id="copy-status"></output>`
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const readStatus = () => document.getElementById('copy-status')?.textContent
  const findButton = (position: number) => document.querySelectorAll('[data-copy]')[position] ?? null
  const chooseLanguage = (name: string, language: string) => {
    const radio = findChoice(name, language)
    if (radio) radio.checked = true
    radio?.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it('share the selected language', () => {
    chooseLanguage('a', 'python')
    expect(findChoice('b', 'python')?.checked).toBe(true)
    expect(findChoice('b', 'curl')?.checked).toBe(false)
  })

  it('also support copying press kit text', async () => {
    document.body.innerHTML = '<div data-samples><button data-copy>Copy</button><p data-sample="">We do.</p></div>'
    dispatchClick(findButton(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('We do.')
  })

  it('copy the visible sample as plain text and confirm for two seconds', async () => {
    dispatchClick(findButton(1)?.firstElementChild ?? null)
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('curl b')
    expect([findButton(1)?.hasAttribute('data-copied'), readStatus()]).toEqual([true, 'Copied.'])
    chooseLanguage('a', 'python')
    dispatchClick(findButton(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).toHaveBeenLastCalledWith('requests a')
    await vi.advanceTimersByTimeAsync(2000)
    expect([findButton(1)?.hasAttribute('data-copied'), readStatus()]).toEqual([false, ''])
  })

  it('are selected if copying fails', async () => {
    writeText.mockRejectedValue(new Error('no leave'))
    dispatchClick(findButton(0))
    await vi.advanceTimersByTimeAsync(0)
    expect(getSelection()?.toString()).toBe('curl a')
    expect([findButton(0)?.hasAttribute('data-copied'), readStatus()]).toEqual([
      false,
      'Selected. Copy it with your keyboard.',
    ])
  })

  it('ignore clicks outside the copy buttons', async () => {
    dispatchClick(document.body)
    await vi.advanceTimersByTimeAsync(0)
    expect(writeText).not.toHaveBeenCalled()
  })
})
