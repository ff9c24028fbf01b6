import { PLACE_CHECK_ATTRIBUTE, PLACE_NAME_ATTRIBUTE, PLACE_MESSAGE_ATTRIBUTE } from '../lib/dom-contract.ts'
import { checkCoverage, parseCities } from '../lib/site/coverage/coverage-check.ts'
import { listen, findClosest } from './dom.ts'

const ALWAYS_VISIBLE_PARTS = new Set(['works', 'recording'])

/** Shows the result for a ZIP code or state. Runs locally and never sends or stores the input. */
function showResult(check: Element): void {
  const cities = parseCities(check.getAttribute(PLACE_CHECK_ATTRIBUTE) ?? '')
  const result = checkCoverage(check.querySelector('input')?.value ?? '', cities)
  const state = 'state' in result ? result.state : undefined
  const city = 'city' in result ? result.city : undefined
  for (const part of check.querySelectorAll<HTMLElement>(`[${PLACE_MESSAGE_ATTRIBUTE}]`)) {
    const name = part.getAttribute(PLACE_MESSAGE_ATTRIBUTE) ?? ''
    part.hidden = name !== result.reason && !(state && ALWAYS_VISIBLE_PARTS.has(name))
    for (const element of part.querySelectorAll(`[${PLACE_NAME_ATTRIBUTE}]`)) {
      element.textContent = (element instanceof HTMLAnchorElement ? city?.name : state) ?? ''
      if (element instanceof HTMLAnchorElement && city) element.href = city.href
    }
  }
}

export function startPlaceChecks(): void {
  listen('click', (event) => {
    const check = findClosest(event, 'button') && findClosest(event, `[${PLACE_CHECK_ATTRIBUTE}]`)
    if (check) showResult(check)
  })
  listen('keydown', (event) => {
    const check =
      event.key === 'Enter' && findClosest(event, 'input') && findClosest(event, `[${PLACE_CHECK_ATTRIBUTE}]`)
    if (check) showResult(check)
  })
}
