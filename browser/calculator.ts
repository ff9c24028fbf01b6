import {
  CALCULATOR,
  CALCULATOR_FIELD,
  CALCULATOR_SHARE,
  CALCULATOR_SHARE_PROPERTY,
  CALCULATOR_SUM,
} from '../lib/dom-contract.ts'
import { type MissedCalls, missedCallSums, missedCallTexts } from '../lib/missed-calls.ts'
import { listen } from './dom.ts'

/** The number in a field; what the field cannot take counts as the nearest value it can. */
const valueOf = ({ value, max }: HTMLInputElement) => Math.min(Math.max(Number(value) || 0, 0), Number(max))

const fieldsOf = (calculator: Element, name: string) =>
  calculator.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD}="${name}"]`)

function update(calculator: Element): void {
  const read = (name: keyof MissedCalls) => {
    // The slider ends where most visitors do; the number may be larger.
    const field = [...fieldsOf(calculator, name)].find(({ type }) => type === 'number')
    return field ? valueOf(field) : 0
  }
  const given = {
    missedCallsPerWeek: read('missedCallsPerWeek'),
    bookedShare: read('bookedShare'),
    averageTicket: read('averageTicket'),
  }
  const texts = missedCallTexts(given, missedCallSums(given))
  for (const element of calculator.querySelectorAll(`[${CALCULATOR_SUM}]`)) {
    const text = texts[element.getAttribute(CALCULATOR_SUM) ?? ''] ?? ''
    if (element.textContent !== text) element.textContent = text
  }
  for (const element of calculator.querySelectorAll<HTMLElement>(`[${CALCULATOR_SHARE}]`)) {
    element.style.setProperty(CALCULATOR_SHARE_PROPERTY, String(given.bookedShare / 100))
  }
}

/**
 * Keeps every calculator of the page up to date while its fields change: a slider and a number of the same name follow
 * each other, and the arithmetic is written anew.
 */
export function startCalculators(): void {
  // A browser that comes back to the page may have kept what was entered; otherwise the page has the sums already.
  for (const calculator of document.querySelectorAll(`[${CALCULATOR}]`)) {
    const fields = calculator.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD}]`)
    if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) update(calculator)
  }
  listen('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const name = target.getAttribute(CALCULATOR_FIELD)
    const calculator = target.closest(`[${CALCULATOR}]`)
    if (!name || !calculator) return
    for (const twin of fieldsOf(calculator, name)) {
      if (twin !== target) twin.value = String(valueOf(target))
    }
    update(calculator)
  })
}
