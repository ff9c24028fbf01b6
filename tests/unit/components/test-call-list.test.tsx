import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TestCallList } from '../../../components/site/test-calls/test-call-list.tsx'
import { buildTestCalls } from '../../../lib/dashboard/test-calls/scenarios.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'

const { testCalls: testCallCopy, call: speakers } = resolveCopy(null)

const render = (calls: ReturnType<typeof buildTestCalls>) =>
  renderToStaticMarkup(<TestCallList calls={calls} labels={testCallCopy} speakers={speakers} />)

describe('test call list', () => {
  it('shows whether each call met its expectation', () => {
    const [first, second, ...rest] = buildTestCalls()
    if (!first || !second) throw new Error('There are no test calls')
    const [, met, notMet] = render([first, { ...second, isMet: false }, ...rest]).split('<summary>')
    expect(met).toContain(testCallCopy.met)
    expect(notMet).toContain(testCallCopy.notMet)
    expect(notMet).not.toContain(testCallCopy.met)
  })

  it('describes each outcome in sentences and keeps arrival windows on one line', () => {
    const html = render(buildTestCalls())
    expect(html).toContain('In Spanish. Today. Booked: <span class="whitespace-nowrap">Tue, Mar 3, 12–2 PM</span>.')
    expect(html).toContain('Emergency, paged. “no heat” in line 1, “a baby” in line 2.')
  })

  it('shows the transcript and the record of every call', () => {
    const calls = buildTestCalls()
    const html = render(calls)
    for (const { id } of calls) expect(html).toContain(`<details id="${id}"`)
    expect(html.match(/<details[^>]*open=""/g)).toEqual(['<details id="baby" open=""'])
    expect(html).toContain('Assistant</dt><dd>Leave the house')
    expect(html).toContain('<dd lang="es">Hola')
    expect(html).toContain('Now: No heat with someone at risk: “')
    expect(html).toContain('Transferred')
  })
})
