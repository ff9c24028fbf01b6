// @vitest-environment jsdom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCalculators } from '../../../browser/calculator.ts'
import { CalculatorBlock } from '../../../components/site/blocks/calculator-block.tsx'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { find } from './fake-browser.ts'

const block = { _key: 'b', missedCallsPerWeek: 8, bookedShare: 30, averageTicket: 450 }

const number = (name: string) => find<HTMLInputElement>(`input[type="number"][data-field="${name}"]`)
const findSlider = (name: string) => find<HTMLInputElement>(`input[type="range"][data-field="${name}"]`)
const result = () => find('output').textContent

function enterValue(field: HTMLInputElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeAll(() => startCalculators())

const page = (blockFields: typeof block) =>
  renderToStaticMarkup(
    createElement(CalculatorBlock, {
      block: blockFields,
      context: { isFirst: false, words: resolveCopy(null) },
    } as never),
  )

beforeEach(() => {
  document.body.innerHTML = page(block)
})

describe('calculator', () => {
  it('shows every step of the calculation for the entered values', () => {
    expect(result()).toBe('$56,250')
    enterValue(number('missedCallsPerWeek'), '10')
    expect(result()).toBe('$70,200')
    expect(find('dl').textContent).toContain('520')
    expect(find('dl').textContent).toContain('10 per week × 52 weeks')
    expect(find('[data-share]').style.getPropertyValue('--share')).toBe('0.3')
  })

  it('keeps a number field and its slider in sync', () => {
    enterValue(findSlider('averageTicket'), '900')
    expect([number('averageTicket').value, result()]).toEqual(['900', '$112,500'])
    enterValue(number('bookedShare'), '60')
    expect([findSlider('bookedShare').value, result()]).toEqual(['60', '$225,000'])
    expect(find('[data-share]').style.getPropertyValue('--share')).toBe('0.6')
  })

  it('clamps values to the range of the field', () => {
    enterValue(number('bookedShare'), '400')
    expect(result()).toBe('$187,200')
    enterValue(number('missedCallsPerWeek'), '-5')
    expect(result()).toBe('$0')
    enterValue(number('missedCallsPerWeek'), '')
    expect(result()).toBe('$0')
  })

  it('accepts numbers above the slider maximum', () => {
    enterValue(number('missedCallsPerWeek'), '400')
    expect([findSlider('missedCallsPerWeek').value, result()]).toEqual(['60', '$2,808,000'])
  })

  it('applies values that visitors changed before the script loaded', () => {
    number('missedCallsPerWeek').value = '10'
    findSlider('averageTicket').value = '900'
    startCalculators()
    expect([number('averageTicket').value, result()]).toEqual(['900', '$140,400'])
  })

  it('keeps a number that exceeds the slider maximum', () => {
    document.body.innerHTML = page({ ...block, missedCallsPerWeek: 400 })
    expect(findSlider('missedCallsPerWeek').value).toBe('60')
    startCalculators()
    expect([number('missedCallsPerWeek').value, result()]).toEqual(['400', '$2,808,000'])
  })

  it('ignores other fields on the page', () => {
    document.body.insertAdjacentHTML('beforeend', '<input id="name"><input data-field="averageTicket" id="apart">')
    enterValue(find('#name'), '5')
    enterValue(find('#apart'), '5')
    expect(result()).toBe('$56,250')
  })
})
