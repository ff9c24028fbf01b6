// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, beforeAll, beforeEach, vi } from 'vitest'
import { VoiceAgent } from '../../../components/site/voice/voice-agent.tsx'
import { hasVoiceAgent, getVoiceAgentSources } from '../../../lib/platform/env/voice-agent.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { startVoiceAgent } from '../../../browser/voice-agent.ts'
import { find } from './fake-browser.ts'
import { startVoiceLauncher } from '../../../browser/voice-launcher.ts'

const agent = { agentId: 'agent_01', scriptUrl: 'https://voice.example.com/embed.js', integrity: 'sha384-abc' }
const bookingLink = { label: 'Request a Demo', url: 'https://example.com/demo' }
const buildSettings = (phone: string) => ({ contact: { phone }, booking: bookingLink }) as never
const settings = buildSettings('+1 (212) 736-5000')
const uiCopy = resolveCopy(null).voice
const render = (props: Partial<Parameters<typeof VoiceAgent>[0]> = {}) =>
  renderToStaticMarkup(<VoiceAgent {...{ brand: 'Ductwise', settings, labels: uiCopy, agent, ...props }} />)

describe('voice agent markup', () => {
  it('appears on public and sign-in pages, but not on dashboard or API paths', () => {
    expect(['/', '/pricing', '/hvac-ai-sdr/chicago', '/login', '/blog/api'].filter(hasVoiceAgent)).toHaveLength(5)
    expect(['/dashboard', '/dashboard/leads', '/api', '/api/v1'].filter(hasVoiceAgent)).toEqual([])
  })

  it('renders native HTML at the lower right with call and booking links', () => {
    const html = render()
    expect(html).toMatch(/<details class="[^"]*\bfixed right-8 bottom-20\b/)
    expect(html).toContain('href="tel:+12127365000"')
    expect(html).toContain('href="https://example.com/demo"')
  })

  it('keeps the vendor script in a data attribute, so that nothing loads automatically', () => {
    const html = render()
    expect(html).toContain('data-script="https://voice.example.com/embed.js"')
    expect(html).toContain('data-integrity="sha384-abc"')
    expect(html).not.toMatch(/<(script|link)[^>]*(src|href)=/)
  })

  it('offers only calling and booking if no agent is configured', () => {
    const html = render({ agent: undefined })
    expect(html).toContain('href="tel:+12127365000"')
    expect(html).not.toMatch(/data-(agent|script|voice-slot)=/)
  })

  it('offers a sample call instead of a fictional phone number', () => {
    const html = render({ settings: buildSettings('+1 (212) 555-0142'), agent: undefined })
    expect(html).toContain('href="/#hear-the-call"')
    expect(html).not.toContain('tel:')
  })

  it('renders even if there are no settings', () => {
    expect(render({ settings: null })).toContain('Talk to us')
  })

  it('is omitted if there is neither an agent nor a phone number', () => {
    expect(render({ settings: null, agent: undefined })).toBe('')
  })
})

describe('voice agent security policy', () => {
  it('is empty if no agent is configured', () => expect(getVoiceAgentSources(undefined)).toEqual({}))

  it('allows only the script file and no inline code or eval', () => {
    const sources = getVoiceAgentSources(agent)
    expect(sources['script-src']).toEqual(['https://voice.example.com/embed.js', 'blob:'])
    expect(sources['script-src']?.join(' ')).not.toMatch(/unsafe|\*/)
    expect(sources['connect-src']).toContain('wss://*.elevenlabs.io')
  })
})

const findLauncher = () => find<HTMLDetailsElement>('details')

describe('voice agent widget', () => {
  const readState = () => findLauncher().dataset.voice
  const listScripts = () => [...document.head.querySelectorAll('script')]
  const clickLauncher = () => find('summary').dispatchEvent(new Event('click', { bubbles: true }))
  beforeAll(() => {
    vi.useFakeTimers()
    startVoiceAgent()
  })
  beforeEach(() => {
    vi.runAllTimers()
    for (const script of listScripts()) script.dispatchEvent(new Event('error'))
    document.body.innerHTML = `<a href="#x">Link</a>
    <details data-voice="idle" data-agent="agent_01" data-script="https://voice.example.com/embed.js">
      <summary tabindex="0">Talk to us</summary><button data-voice-retry>Try again</button><div data-voice-slot></div>
    </details>`
  })

  it('loads the vendor script once on a click', () => {
    for (let time = 0; time < 2; time++) clickLauncher()
    expect(readState()).toBe('loading')
    expect(listScripts().map(({ src }) => src)).toEqual(['https://voice.example.com/embed.js'])
  })

  it('verifies the vendor script if an integrity hash is configured', () => {
    clickLauncher()
    expect(listScripts().map(({ crossOrigin }) => crossOrigin)).toEqual([null])
    listScripts()[0]?.dispatchEvent(new Event('error'))
    findLauncher().dataset.voice = 'idle'
    findLauncher().dataset.integrity = 'sha384-abc'
    clickLauncher()
    expect(listScripts()).toMatchObject([{ integrity: 'sha384-abc', crossOrigin: 'anonymous' }])
  })

  it.each(['pointerover', 'focusin', 'touchstart'])('loads nothing on %s', (type) => {
    find('summary').dispatchEvent(new Event(type, { bubbles: true }))
    startVoiceAgent()
    expect([readState(), listScripts()]).toEqual(['idle', []])
  })

  it('loads nothing on a click elsewhere, or if no agent is configured', () => {
    find('a').click()
    findLauncher().removeAttribute('data-agent')
    clickLauncher()
    expect([readState(), listScripts()]).toEqual(['idle', []])
  })

  it('reports a failure after 8 seconds without a response', () => {
    clickLauncher()
    vi.advanceTimersByTime(7_999)
    expect(readState()).toBe('loading')
    vi.advanceTimersByTime(1)
    expect(readState()).toBe('failed')
  })

  it('can be retried after a failure and keeps focus', () => {
    clickLauncher()
    listScripts()[0]?.dispatchEvent(new Event('error'))
    expect([readState(), listScripts()]).toEqual(['failed', []])
    clickLauncher()
    expect(readState()).toBe('failed')
    find('button').click()
    expect([readState(), listScripts().length]).toEqual(['loading', 1])
    expect(document.activeElement).toBe(find('summary'))
  })

  it('closes on Escape and on an outside click', () => {
    findLauncher().open = true
    find('button').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(findLauncher().open).toBe(false)
    expect(document.activeElement).toBe(find('summary'))
    findLauncher().open = true
    find('div').click()
    expect(findLauncher().open).toBe(true)
    find('a').click()
    expect(findLauncher().open).toBe(false)
  })

  it('loads the vendor script immediately if the launcher is already open', () => {
    findLauncher().open = true
    startVoiceAgent()
    expect([readState(), listScripts().length]).toEqual(['loading', 1])
  })

  // This test runs last, because custom elements cannot be unregistered.
  it('shows the vendor element even if its script loads late', async () => {
    clickLauncher()
    vi.advanceTimersByTime(8_000)
    expect(readState()).toBe('failed')
    customElements.define('elevenlabs-convai', class extends HTMLElement {})
    await customElements.whenDefined('elevenlabs-convai')
    await Promise.resolve()
    expect(readState()).toBe('ready')
    expect(find('[data-voice-slot] > elevenlabs-convai').getAttribute('agent-id')).toBe('agent_01')
  })
})

describe('voice agent launcher', () => {
  const advanceTimers = () => vi.advanceTimersByTime(50)
  const elementsFromPoint = vi.fn<() => Element[]>(() => [])
  let wordRects: DOMRect[] = []
  beforeAll(() => {
    vi.useFakeTimers()
    Object.assign(document, { elementsFromPoint })
    Object.assign(Range.prototype, { getClientRects: () => wordRects })
    startVoiceLauncher()
  })
  beforeEach(() => {
    vi.runAllTimers()
    document.body.innerHTML = `<a href="#x">Link</a>
    <details data-voice="idle">
      <summary tabindex="0">Talk to us</summary>
    </details>`
  })
  function isLauncherHidden(): boolean {
    dispatchEvent(new Event('scroll'))
    advanceTimers()
    return findLauncher().hasAttribute('data-gone')
  }
  const mockElementUnder = (element: Element) => elementsFromPoint.mockReturnValue([find('summary'), element])

  it('hides over links, images and text and returns otherwise', () => {
    document.body.insertAdjacentHTML('beforeend', '<p>Words</p><main><img alt=""></main>')
    wordRects = [new DOMRect(0, 0, 4000, 4000)]
    for (const selector of ['a', 'img', 'p']) {
      mockElementUnder(find(selector))
      expect(isLauncherHidden()).toBe(true)
      mockElementUnder(document.body)
      expect(isLauncherHidden()).toBe(false)
    }
  })

  it('stays visible while open', () => {
    mockElementUnder(find('a'))
    findLauncher().open = true
    expect(isLauncherHidden()).toBe(false)
  })

  it('stays visible over the empty end of a line', () => {
    document.body.insertAdjacentHTML('beforeend', '<p>Words</p>')
    wordRects = [new DOMRect(-500, -500, 10, 10)]
    mockElementUnder(find('p'))
    expect(isLauncherHidden()).toBe(false)
  })
})
