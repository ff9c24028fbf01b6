import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { VoiceAgent } from '../../../components/voice/voice-agent.tsx'
import { hasVoiceAgent, voiceAgentSources } from '../../../lib/voice-agent.ts'
import { wordsFrom } from '../../../lib/words.ts'

const agent = { agentId: 'agent_01', scriptUrl: 'https://voice.example.com/embed.js', integrity: 'sha384-abc' }
const settings = {
  contact: { phone: '+1 (212) 736-5000' },
  booking: { label: 'Request a Demo', url: 'https://example.com/demo' },
}
type Props = Parameters<typeof VoiceAgent>[0]
const render = (props: Partial<Props> = {}) =>
  renderToStaticMarkup(
    createElement(VoiceAgent, {
      brand: 'Ductwise',
      settings: settings as unknown as Props['settings'],
      words: wordsFrom(null).voice,
      agent,
      ...props,
    }),
  )

describe('the voice agent', () => {
  it.each(['/', '/pricing', '/hvac-ai-sdr/chicago', '/login', '/blog/api'])('is on %s', (path) => {
    expect(hasVoiceAgent(path)).toBe(true)
  })

  it.each(['/dashboard', '/dashboard/leads', '/api', '/api/v1'])('is not on %s', (path) => {
    expect(hasVoiceAgent(path)).toBe(false)
  })

  it('is native HTML at the lower right, 20 and 8 units from the corner, and offers to call and to book', () => {
    const html = render()
    expect(html).toMatch(/<details class="[^"]*\bfixed right-8 bottom-20\b/)
    expect(html).toContain('href="tel:+12127365000"')
    expect(html).toContain('href="https://example.com/demo"')
  })

  it('names the vendor’s script in a data attribute only, so that nothing loads by itself', () => {
    const html = render()
    expect(html).toContain('data-script="https://voice.example.com/embed.js"')
    expect(html).toContain('data-integrity="sha384-abc"')
    expect(html).not.toMatch(/<(script|link)[^>]*(src|href)=/)
  })

  it('offers only to call and to book where no agent is configured', () => {
    const html = render({ agent: undefined })
    expect(html).toContain('href="tel:+12127365000"')
    expect(html).not.toMatch(/data-(agent|script|voice-slot)=/)
  })

  it('offers a sample call in the place of a number that reaches nobody', () => {
    const sample = { ...settings, contact: { phone: '+1 (212) 555-0142' } }
    const html = render({ settings: sample as unknown as Props['settings'], agent: undefined })
    expect(html).toContain('href="/#hear-the-call"')
    expect(html).not.toContain('tel:')
  })

  it('can be shown with an agent and no settings at all', () => {
    expect(render({ settings: null })).toContain('Talk to us')
  })

  it('is not there where no agent is configured and there is no number', () => {
    expect(render({ settings: null, agent: undefined })).toBe('')
  })
})

describe('its part of the policy', () => {
  it('is empty without an agent', () => {
    expect(voiceAgentSources(undefined)).toEqual({})
  })

  it('allows the script’s file, nothing else of its address, and never inline code or eval', () => {
    const sources = voiceAgentSources(agent)
    expect(sources['script-src']).toEqual(['https://voice.example.com/embed.js', 'blob:'])
    expect(sources['script-src']?.join(' ')).not.toMatch(/unsafe|\*/)
    expect(sources['connect-src']).toContain('wss://*.elevenlabs.io')
  })
})
