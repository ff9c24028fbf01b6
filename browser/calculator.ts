import {
  CALCULATOR_ATTRIBUTE,
  CALCULATOR_FIELD_ATTRIBUTE,
  CALCULATOR_SHARE_ATTRIBUTE,
  CALCULATOR_SHARE_PROPERTY,
  CALCULATOR_AMOUNT_ATTRIBUTE,
} from '../lib/dom-contract.ts'
import { type MissedCalls, computeMissedCallSums, formatMissedCalls } from '../lib/site/missed-calls.ts'
import { listen } from './dom.ts'

const getFieldValue = ({ value, max }: HTMLInputElement) => Math.min(Math.max(Number(value) || 0, 0), Number(max))

const findFields = (calculator: Element, name: string) =>
  calculator.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD_ATTRIBUTE}="${name}"]`)

function updateResults(calculator: Element): void {
  const readField = (name: keyof MissedCalls) => {
    // The number field accepts larger values than the slider.
    const field = [...findFields(calculator, name)].find(({ type }) => type === 'number')
    return field ? getFieldValue(field) : 0
  }
  const input = {
    missedCallsPerWeek: readField('missedCallsPerWeek'),
    bookedShare: readField('bookedShare'),
    averageTicket: readField('averageTicket'),
  }
  const texts = formatMissedCalls(input, computeMissedCallSums(input))
  for (const element of calculator.querySelectorAll(`[${CALCULATOR_AMOUNT_ATTRIBUTE}]`)) {
    const text = texts[element.getAttribute(CALCULATOR_AMOUNT_ATTRIBUTE) ?? ''] ?? ''
    if (element.textContent !== text) element.textContent = text
  }
  for (const element of calculator.querySelectorAll<HTMLElement>(`[${CALCULATOR_SHARE_ATTRIBUTE}]`)) {
    element.style.setProperty(CALCULATOR_SHARE_PROPERTY, String(input.bookedShare / 100))
  }
}

/** Returns whether the visitor changed a field. A slider may start at the nearest step instead of its default value. */
function isChanged(field: HTMLInputElement): boolean {
  if (field.value === field.defaultValue) return false
  const clone = field.cloneNode() as HTMLInputElement
  clone.value = field.defaultValue
  return field.value !== clone.value
}

function syncField(field: HTMLInputElement): void {
  const name = field.getAttribute(CALCULATOR_FIELD_ATTRIBUTE)
  const calculator = field.closest(`[${CALCULATOR_ATTRIBUTE}]`)
  if (!name || !calculator) return
  for (const sameField of findFields(calculator, name)) {
    if (sameField !== field) sameField.value = String(getFieldValue(field))
  }
  updateResults(calculator)
}

export function startCalculators(): void {
  // The script loads on first interaction, so the visitor may already have changed a field.
  for (const field of document.querySelectorAll<HTMLInputElement>(`[${CALCULATOR_FIELD_ATTRIBUTE}]`)) {
    if (isChanged(field)) syncField(field)
  }
  listen('input', ({ target }) => {
    if (target instanceof HTMLInputElement) syncField(target)
  })
}
