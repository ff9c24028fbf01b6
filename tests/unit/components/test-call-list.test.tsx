import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TestCallList } from '../../../components/site/test-calls/test-call-list.tsx'
import { testCalls } from '../../../lib/dashboard/test-calls/scenarios.ts'
import { wordsFrom } from '../../../lib/site/ui-copy.ts'

const { testCalls: words, call: speakers } = wordsFrom(null)

const render = (calls: ReturnType<typeof testCalls>) =>
  renderToStaticMarkup(<TestCallList calls={calls} words={words} speakers={speakers} />)

describe('test call list', () => {
  it('shows whether each call met its expectation', () => {
    const [first, second, ...others] = testCalls()
    if (!first || !second) throw new Error('There are no test calls')
    const [, met, notMet] = render([first, { ...second, isMet: false }, ...others]).split('<summary>')
    expect(met).toContain(words.met)
    expect(notMet).toContain(words.notMet)
    expect(notMet).not.toContain(words.met)
  })

  it('describes each outcome in sentences and keeps arrival windows on one line', () => {
    const html = render(testCalls())
    expect(html).toContain('In Spanish. Today. Booked: <span class="whitespace-nowrap">Tue, Mar 3, 12–2 PM</span>.')
    expect(html).toContain('Emergency, paged. “no heat” in line 1, “a baby” in line 2.')
  })

  it('shows the transcript and the record of every call', () => {
    const calls = testCalls()
    const html = render(calls)
    for (const { id } of calls) expect(html).toContain(`<details id="${id}"`)
    expect(html.match(/<details[^>]*open=""/g)).toEqual(['<details id="baby" open=""'])
    expect(html).toContain('Assistant</dt><dd>Leave the house')
    expect(html).toContain('<dd lang="es">Hola')
    expect(html).toContain('Now: No heat with someone at risk: “')
    expect(html).toContain('Transferred')
  })
})
