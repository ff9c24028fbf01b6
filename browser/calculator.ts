import {
  CALCULATOR,
  CALCULATOR_FIELD,
  CALCULATOR_SHARE,
  CALCULATOR_SHARE_PROPERTY,
  CALCULATOR_SUM,
} from '../lib/dom-contract.ts'
import { type MissedCalls, missedCallSums, missedCallTexts } from '../lib/site/missed-calls.ts'
import { listen } from './dom.ts'

const valueOf = ({ value, max }: HTMLInputElement) => Math.min(Math.max(Number(value) || 0, 0), Number(max))

const fieldsOf = (calculator: Element, name: string) =>
  calculator.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD}="${name}"]`)

function update(calculator: Element): void {
  const read = (name: keyof MissedCalls) => {
    // The number field accepts larger values than the slider.
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

/** Returns whether the visitor changed a field. A slider may start at the nearest step instead of its default value. */
function isChanged(field: HTMLInputElement): boolean {
  if (field.value === field.defaultValue) return false
  const untouched = field.cloneNode() as HTMLInputElement
  untouched.value = field.defaultValue
  return field.value !== untouched.value
}

function follow(field: HTMLInputElement): void {
  const name = field.getAttribute(CALCULATOR_FIELD)
  const calculator = field.closest(`[${CALCULATOR}]`)
  if (!name || !calculator) return
  for (const twin of fieldsOf(calculator, name)) {
    if (twin !== field) twin.value = String(valueOf(field))
  }
  update(calculator)
}

export function startCalculators(): void {
  // The script loads on first interaction, so the visitor may already have changed a field.
  for (const field of document.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD}]`)) {
    if (isChanged(field)) follow(field)
  }
  listen('input', ({ target }) => {
    if (target instanceof HTMLInputElement) follow(target)
  })
}
