import type { missedCallSums, missedCallTexts } from '@/lib/missed-calls.ts'

/**
 * Keeps every calculator of the page (`[data-calculator]`) up to date while its fields change: a slider and a number
 * of the same `data-field` follow each other, and elements with `data-sum` show the arithmetic. What a field cannot
 * take counts as the nearest value it can. Needs nothing from outside itself, because its text becomes part of a file.
 */
export function calculate(sumsOf: typeof missedCallSums, textsOf: typeof missedCallTexts): void {
  const root = document.documentElement
  const valueOf = ({ value, max }: HTMLInputElement) => Math.min(Math.max(Number(value) || 0, 0), Number(max))
  const update = (calculator: Element) => {
    const read = (name: string) => {
      const field = calculator.querySelector<HTMLInputElement>(`input[type="number"][data-field="${name}"]`)
      return field ? valueOf(field) : 0
    }
    const given = {
      missedCallsPerWeek: read('missedCallsPerWeek'),
      bookedShare: read('bookedShare'),
      averageTicket: read('averageTicket'),
    }
    const texts = textsOf(given, sumsOf(given))
    for (const element of calculator.querySelectorAll<HTMLElement>('[data-sum]')) {
      const text = texts[element.dataset.sum ?? ''] ?? ''
      if (element.textContent !== text) element.textContent = text
    }
    for (const element of calculator.querySelectorAll<HTMLElement>('[data-share]')) {
      element.style.setProperty('--share', String(given.bookedShare / 100))
    }
  }

  // A browser that comes back to the page may have kept what was entered; otherwise the page has the sums already.
  for (const calculator of document.querySelectorAll('[data-calculator]')) {
    const fields = calculator.querySelectorAll<HTMLInputElement>('[data-field]')
    if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) update(calculator)
  }
  if (root.hasAttribute('data-calculates')) return
  root.setAttribute('data-calculates', '')
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.field) return
    const calculator = target.closest('[data-calculator]')
    if (!calculator) return
    for (const twin of calculator.querySelectorAll<HTMLInputElement>(`[data-field="${target.dataset.field}"]`)) {
      if (twin !== target) twin.value = String(valueOf(target))
    }
    update(calculator)
  })
}
