// @vitest-environment jsdom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCalculators } from '../../../browser/calculator.ts'
import { CalculatorBlock } from '../../../components/site/blocks/calculator-block.tsx'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { find } from './fake-browser.ts'

const block = { _key: 'b', missedCallsPerWeek: 8, bookedShare: 30, averageTicket: 450 }

const findNumberField = (name: string) => find<HTMLInputElement>(`input[type="number"][data-field="${name}"]`)
const findSlider = (name: string) => find<HTMLInputElement>(`input[type="range"][data-field="${name}"]`)
const readResult = () => find('output').textContent

function enterValue(field: HTMLInputElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeAll(() => startCalculators())

const renderPage = (blockFields: typeof block) =>
  renderToStaticMarkup(
    createElement(CalculatorBlock, {
      block: blockFields,
      context: { isFirst: false, labels: resolveCopy(null) },
    } as never),
  )

beforeEach(() => {
  document.body.innerHTML = renderPage(block)
})

describe('calculator', () => {
  it('shows every step of the calculation for the entered values', () => {
    expect(readResult()).toBe('$56,250')
    enterValue(findNumberField('missedCallsPerWeek'), '10')
    expect(readResult()).toBe('$70,200')
    expect(find('dl').textContent).toContain('520')
    expect(find('dl').textContent).toContain('10 per week × 52 weeks')
    expect(find('[data-share]').style.getPropertyValue('--share')).toBe('0.3')
  })

  it('keeps a number field and its slider in sync', () => {
    enterValue(findSlider('averageTicket'), '900')
    expect([findNumberField('averageTicket').value, readResult()]).toEqual(['900', '$112,500'])
    enterValue(findNumberField('bookedShare'), '60')
    expect([findSlider('bookedShare').value, readResult()]).toEqual(['60', '$225,000'])
    expect(find('[data-share]').style.getPropertyValue('--share')).toBe('0.6')
  })

  it('clamps values to the range of the field', () => {
    enterValue(findNumberField('bookedShare'), '400')
    expect(readResult()).toBe('$187,200')
    enterValue(findNumberField('missedCallsPerWeek'), '-5')
    expect(readResult()).toBe('$0')
    enterValue(findNumberField('missedCallsPerWeek'), '')
    expect(readResult()).toBe('$0')
  })

  it('accepts numbers above the slider maximum', () => {
    enterValue(findNumberField('missedCallsPerWeek'), '400')
    expect([findSlider('missedCallsPerWeek').value, readResult()]).toEqual(['60', '$2,808,000'])
  })

  it('applies values that visitors changed before the script loaded', () => {
    findNumberField('missedCallsPerWeek').value = '10'
    findSlider('averageTicket').value = '900'
    startCalculators()
    expect([findNumberField('averageTicket').value, readResult()]).toEqual(['900', '$140,400'])
  })

  it('keeps a number that exceeds the slider maximum', () => {
    document.body.innerHTML = renderPage({ ...block, missedCallsPerWeek: 400 })
    expect(findSlider('missedCallsPerWeek').value).toBe('60')
    startCalculators()
    expect([findNumberField('missedCallsPerWeek').value, readResult()]).toEqual(['400', '$2,808,000'])
  })

  it('ignores other fields on the page', () => {
    document.body.insertAdjacentHTML('beforeend', '<input id="name"><input data-field="averageTicket" id="apart">')
    enterValue(find('#name'), '5')
    enterValue(find('#apart'), '5')
    expect(readResult()).toBe('$56,250')
  })
})
