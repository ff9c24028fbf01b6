// @vitest-environment jsdom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPlanFinders } from '../../../browser/plan-finder.ts'
import { PlanFinderBlock } from '../../../components/site/blocks/plan-finder-block.tsx'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { find } from './fake-browser.ts'

const buildPlan = (_id: string, monthly: number, includedCalls: number | null, overrides: object = {}) => ({
  _id,
  name: _id,
  monthly,
  includedCalls,
  furtherCall: 1,
  crews: null,
  eveningsOnly: false,
  suits: `Why ${_id}`,
  limits: `Not ${_id}`,
  ...overrides,
})

const smallPlan = buildPlan('Small', 100, 100, { crews: 2, eveningsOnly: true })
const largePlan = buildPlan('Large', 300, 500)

const renderPage = (plans: unknown[] = [smallPlan, largePlan], start: object = {}) =>
  renderToStaticMarkup(
    createElement(PlanFinderBlock, {
      block: { _key: 'b', heading: 'x', plans, calls: 120, when: 'evenings', crews: 1, ...start },
      context: { isFirst: false, labels: resolveCopy(null) },
    } as never),
  )

const findField = (name: string) => find<HTMLInputElement>(`[data-need="${name}"]`)
const findChoice = (value: string) => find<HTMLInputElement>(`[type="radio"][value="${value}"]`)
const getAnswer = () => find('[data-answer]').textContent
const listFits = () => [...document.querySelectorAll('[data-plan]')].map((row) => row.getAttribute('data-fit'))
const readArithmetic = (row: number) =>
  document.querySelectorAll('[data-plan]')[row]?.querySelector('.data')?.textContent ?? ''

function enterValue(element: HTMLInputElement, value: string): void {
  if (element.type === 'radio') element.checked = true
  else element.value = value
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined
  document.body.innerHTML = renderPage()
  startPlanFinders()
})

beforeEach(() => {
  document.body.innerHTML = renderPage()
})

afterEach(() => history.replaceState(null, '', '/pricing'))

describe('plan finder', () => {
  it('renders its result on the server with the same rule', () => {
    expect([getAnswer(), listFits()]).toEqual(['Small: $120 a month', ['best', 'fits']])
    expect(readArithmetic(0)).toContain('$100 + 20 × $1 = $120')
    document.body.innerHTML = renderPage([smallPlan, largePlan], { when: 'day' })
    expect([getAnswer(), listFits()]).toEqual(['Large: $300 a month', ['not', 'best']])
  })

  it('updates the result and the calculation for every plan on input', () => {
    enterValue(findField('calls'), '350')
    expect([getAnswer(), listFits()]).toEqual(['Large: $300 a month', ['fits', 'best']])
    expect(readArithmetic(0)).toContain('$100 + 250 × $1 = $350')
    expect(readArithmetic(1)).toContain('350 of 500 calls used: $300')
    enterValue(findField('calls'), '50')
    expect(getAnswer()).toBe('Small: $100 a month')
    enterValue(findChoice('day'), '')
    expect([getAnswer(), listFits()]).toEqual(['Large: $300 a month', ['not', 'best']])
    enterValue(findChoice('evenings'), '')
    enterValue(findField('crews'), '3')
    expect([getAnswer(), listFits()]).toEqual(['Large: $300 a month', ['not', 'best']])
  })

  it('shows how much more each other plan costs', () => {
    const listExtraSums = () =>
      [...document.querySelectorAll('[data-plan-sum="more"]')].map(({ textContent }) => textContent)
    expect(listExtraSums()).toEqual(['$0', '$180'])
    enterValue(findField('calls'), '350')
    expect(listExtraSums()).toEqual(['$50', '$0'])
    document.body.innerHTML = renderPage([smallPlan, { ...largePlan, monthly: 120.3 }], { calls: 150 })
    expect(listExtraSums()).toEqual(['$29.70', '$0'])
  })

  it('clamps values to the range of the field', () => {
    enterValue(findField('calls'), '')
    expect(getAnswer()).toBe('Small: $100 a month')
    enterValue(findField('calls'), '99999999')
    expect(getAnswer()).toBe('Large: $19,800 a month')
    enterValue(findField('crews'), '0')
    expect(getAnswer()).toBe('Large: $19,800 a month')
  })

  it('stores its three values in the URL fragment and restores them', () => {
    history.replaceState(null, '', '/pricing?from=mail')
    enterValue(findField('calls'), '350')
    expect(location.pathname + location.search + location.hash).toBe('/pricing#calls=350&when=evenings&crews=1')
    history.replaceState(null, '', '/pricing#calls=80&when=day&crews=4')
    dispatchEvent(new HashChangeEvent('hashchange'))
    expect([findField('calls').value, findChoice('day').checked, findField('crews').value]).toEqual(['80', true, '4'])
    expect(getAnswer()).toBe('Large: $300 a month')
  })

  it('copies its URL, or shows the URL if copying fails', async () => {
    const writeText = vi
      .fn<(text: string) => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    find('[data-copy-answer]').click()
    const readStatus = () => find('[data-copied-answer]').textContent
    await vi.waitFor(() => expect(readStatus()).toContain('Copied.'))
    expect(writeText.mock.calls[0]?.[0]).toMatch(/\/pricing#calls=120&when=evenings&crews=1$/)
    find('[data-copy-answer]').click()
    await vi.waitFor(() => expect(readStatus()).toContain('Copy the address of this page'))
  })

  it('reports if no plan fits and omits plans without included calls', () => {
    document.body.innerHTML = renderPage([smallPlan, buildPlan('Old', 50, null)])
    expect(listFits()).toHaveLength(1)
    enterValue(findChoice('day'), '')
    expect(getAnswer()).toBe('No plan fits. Contact us.')
    expect(renderPage([null, buildPlan('Old', 50, null)])).toBe('')
  })

  it("calculates for each billing period and follows the page's billing switch", () => {
    const yearly = renderPage([smallPlan, buildPlan('Large', 300, 500, { yearly: 110 })])
    const listChoices = (value: string) =>
      document.querySelectorAll<HTMLInputElement>(`[data-billing] [value="${value}"]`)
    document.body.innerHTML = `${yearly}${yearly.replaceAll('billing-b', 'billing-c')}`
    const listAnswers = () =>
      [...document.querySelectorAll('[data-found]')].map((element) => element.firstChild?.textContent)
    expect(listAnswers().slice(0, 2)).toEqual(['Small: $120 a month', 'Large: $110 a month'])
    enterValue(findField('calls'), '450')
    expect(listAnswers().slice(0, 2)).toEqual(['Large: $300 a month', 'Large: $110 a month'])
    enterValue(listChoices('monthly')[0] as HTMLInputElement, '')
    expect([...listChoices('monthly')].map(({ checked }) => checked)).toEqual([true, true])
    // The URL does not contain the billing period.
    expect(location.hash).toBe('#calls=450&when=evenings&crews=1')
  })

  it("describes every plan's rule in text and shows an example", () => {
    const { textContent } = document.body
    expect(textContent).toContain('$100 a month with 100 calls, then $1 each. Cheapest up to 300 calls.')
    expect(textContent).toContain('Example: 120 answered calls a month. When: Evenings only. Crews: 1.')
  })
})
