import { PLACE_CHECK, PLACE_NAME, PLACE_PART } from '../lib/dom-contract.ts'
import { placeOf, placesFrom } from '../lib/site/coverage/place.ts'
import { listen, within } from './dom.ts'

const ALWAYS = new Set(['works', 'recording'])

/** Shows the result for a ZIP code or state. Runs locally and never sends or stores the input. */
function answer(check: Element): void {
  const cities = placesFrom(check.getAttribute(PLACE_CHECK) ?? '')
  const place = placeOf(check.querySelector('input')?.value ?? '', cities)
  const state = 'state' in place ? place.state : undefined
  const city = 'city' in place ? place.city : undefined
  for (const part of check.querySelectorAll<HTMLElement>(`[${PLACE_PART}]`)) {
    const name = part.getAttribute(PLACE_PART) ?? ''
    part.hidden = name !== place.why && !(state && ALWAYS.has(name))
    for (const element of part.querySelectorAll(`[${PLACE_NAME}]`)) {
      element.textContent = (element instanceof HTMLAnchorElement ? city?.name : state) ?? ''
      if (element instanceof HTMLAnchorElement && city) element.href = city.href
    }
  }
}

export function startPlaceChecks(): void {
  listen('click', (event) => {
    const check = within(event, 'button') && within(event, `[${PLACE_CHECK}]`)
    if (check) answer(check)
  })
  listen('keydown', (event) => {
    const check = event.key === 'Enter' && within(event, 'input') && within(event, `[${PLACE_CHECK}]`)
    if (check) answer(check)
  })
}
