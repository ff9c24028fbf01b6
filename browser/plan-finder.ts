import {
  BILLING,
  FINDER,
  FINDER_ANSWER,
  FINDER_COPIED,
  FINDER_COPY,
  FINDER_FIELD,
  FINDER_NAME,
  FINDER_NONE,
  FINDER_PLAN,
  FINDER_RESULT,
  FINDER_SUM,
  FINDER_UNCOPIED,
  PLAN_FIT,
  PLAN_OVER,
} from '../lib/dom-contract.ts'
import {
  answerFor,
  type FinderPlan,
  type Need,
  needFrom,
  needOf,
  needText,
  type ShownPlan,
} from '../lib/site/plan-finder.ts'
import { dollars } from '../lib/values/price.ts'
import { listen, within } from './dom.ts'

const finders = () => document.querySelectorAll(`[${FINDER}]`)

const fieldOf = (finder: Element, name: 'calls' | 'crews') =>
  finder.querySelector<HTMLInputElement>(`[${FINDER_FIELD}="${name}"]`)

const needIn = (finder: Element): Need =>
  needOf({
    calls: fieldOf(finder, 'calls')?.value,
    crews: fieldOf(finder, 'crews')?.value,
    when: finder.querySelector('[value="evenings"]:checked') ? 'evenings' : 'day',
  })

function enter(finder: Element, need: Need): void {
  for (const name of ['calls', 'crews'] as const) {
    const field = fieldOf(finder, name)
    if (field) field.value = String(need[name])
  }
  const choice = finder.querySelector<HTMLInputElement>(`[type="radio"][value="${need.when}"]`)
  if (choice) choice.checked = true
}

function showPlan(row: Element, { fit, over, cost, more }: ShownPlan, calls: number): void {
  row.setAttribute(PLAN_FIT, fit)
  row.toggleAttribute(PLAN_OVER, over > 0)
  const texts: Record<string, string> = {
    calls: calls.toLocaleString('en-US'),
    over: over.toLocaleString('en-US'),
    cost: dollars(cost),
    more: dollars(more),
  }
  for (const element of row.querySelectorAll(`[${FINDER_SUM}]`)) {
    element.textContent = texts[element.getAttribute(FINDER_SUM) ?? ''] ?? ''
  }
}

function showResult(result: Element, need: Need): void {
  const rows = [...result.querySelectorAll(`[${FINDER_PLAN}]`)]
  const plans = rows.map((row) => JSON.parse(row.getAttribute(FINDER_PLAN) ?? '{}') as FinderPlan)
  const { best, cost, shown } = answerFor(plans, need)
  for (const [index, row] of rows.entries()) showPlan(row, shown[index] as ShownPlan, need.calls)
  const place = result.querySelector(`[${FINDER_ANSWER}]`)
  if (!place) return
  const name = rows[best]?.querySelector(`[${FINDER_NAME}]`)?.textContent
  const text = name
    ? (place.getAttribute(FINDER_ANSWER) ?? '').replace('{plan}', name).replace('{cost}', dollars(cost))
    : (place.getAttribute(FINDER_NONE) ?? '')
  // Screen readers would announce unchanged text again.
  if (place.textContent !== text) place.textContent = text
}

function answer(finder: Element): void {
  const need = needIn(finder)
  for (const result of finder.querySelectorAll(`[${FINDER_RESULT}]`)) showResult(result, need)
}

function followBilling({ value }: HTMLInputElement): void {
  for (const twin of document.querySelectorAll<HTMLInputElement>(`[${BILLING}] [value="${value}"]`)) twin.checked = true
}

function restore(): void {
  const need = needFrom(location.hash)
  const [finder] = finders()
  if (!need || !finder) return
  enter(finder, need)
  answer(finder)
  finder.scrollIntoView()
}

const addressOf = (finder: Element) => `${location.pathname}${needText(needIn(finder))}`

async function copy(button: Element): Promise<void> {
  const finder = button.closest(`[${FINDER}]`)
  const status = finder?.querySelector(`[${FINDER_COPIED}]`)
  if (!finder || !status) return
  history.replaceState(history.state, '', addressOf(finder))
  let said = FINDER_COPIED
  try {
    await navigator.clipboard.writeText(location.href)
  } catch {
    // Without clipboard permission, visitors copy the URL from the address bar.
    said = FINDER_UNCOPIED
  }
  status.textContent = status.getAttribute(said)
}

export function startPlanFinders(): void {
  // The script loads on first interaction, so the visitor may already have changed a field.
  for (const finder of finders()) answer(finder)
  const billings = [...document.querySelectorAll<HTMLInputElement>(`[${BILLING}] :checked`)]
  const changed = billings.find(({ defaultChecked }) => !defaultChecked)
  if (changed) followBilling(changed)
  restore()
  addEventListener('hashchange', restore)
  listen('input', (event) => {
    const finder = within(event, `[${FINDER}]`)
    if (finder) answer(finder)
  })
  listen('change', (event) => {
    if (within(event, `[${BILLING}]`)) return followBilling(event.target as HTMLInputElement)
    const finder = within(event, `[${FINDER}]`)
    if (finder) history.replaceState(history.state, '', addressOf(finder))
  })
  listen('click', (event) => {
    const button = within(event, `[${FINDER_COPY}]`)
    if (button) void copy(button)
  })
}
