import {
  BILLING_ATTRIBUTE,
  FINDER_ATTRIBUTE,
  FINDER_ANSWER_ATTRIBUTE,
  FINDER_COPIED_ATTRIBUTE,
  FINDER_COPY_ATTRIBUTE,
  FINDER_FIELD_ATTRIBUTE,
  FINDER_NAME_ATTRIBUTE,
  FINDER_NONE_ATTRIBUTE,
  FINDER_PLAN_ATTRIBUTE,
  FINDER_RESULT_ATTRIBUTE,
  FINDER_AMOUNT_ATTRIBUTE,
  FINDER_COPY_FAILED_ATTRIBUTE,
  PLAN_FIT_ATTRIBUTE,
  PLAN_OVER_ATTRIBUTE,
} from '../lib/dom-contract.ts'
import {
  comparePlans,
  type FinderPlan,
  type Need,
  parseNeedFragment,
  parseNeed,
  formatNeed,
  type PlanResult,
} from '../lib/site/plan-finder.ts'
import { formatDollars } from '../lib/values/price.ts'
import { listen, findClosest } from './dom.ts'

const findFinders = () => document.querySelectorAll(`[${FINDER_ATTRIBUTE}]`)

const findField = (finder: Element, name: 'calls' | 'crews') =>
  finder.querySelector<HTMLInputElement>(`[${FINDER_FIELD_ATTRIBUTE}="${name}"]`)

const readNeed = (finder: Element): Need =>
  parseNeed({
    calls: findField(finder, 'calls')?.value,
    crews: findField(finder, 'crews')?.value,
    when: finder.querySelector('[value="evenings"]:checked') ? 'evenings' : 'day',
  })

function fillFields(finder: Element, need: Need): void {
  for (const name of ['calls', 'crews'] as const) {
    const field = findField(finder, name)
    if (field) field.value = String(need[name])
  }
  const choice = finder.querySelector<HTMLInputElement>(`[type="radio"][value="${need.when}"]`)
  if (choice) choice.checked = true
}

function showPlan(row: Element, { fit, over, cost, more }: PlanResult, calls: number): void {
  row.setAttribute(PLAN_FIT_ATTRIBUTE, fit)
  row.toggleAttribute(PLAN_OVER_ATTRIBUTE, over > 0)
  const texts: Record<string, string> = {
    calls: calls.toLocaleString('en-US'),
    over: over.toLocaleString('en-US'),
    cost: formatDollars(cost),
    more: formatDollars(more),
  }
  for (const element of row.querySelectorAll(`[${FINDER_AMOUNT_ATTRIBUTE}]`)) {
    element.textContent = texts[element.getAttribute(FINDER_AMOUNT_ATTRIBUTE) ?? ''] ?? ''
  }
}

function showResult(result: Element, need: Need): void {
  const rows = [...result.querySelectorAll(`[${FINDER_PLAN_ATTRIBUTE}]`)]
  const plans = rows.map((row) => JSON.parse(row.getAttribute(FINDER_PLAN_ATTRIBUTE) ?? '{}') as FinderPlan)
  const { best, cost, results } = comparePlans(plans, need)
  for (const [index, row] of rows.entries()) showPlan(row, results[index] as PlanResult, need.calls)
  const resultElement = result.querySelector(`[${FINDER_ANSWER_ATTRIBUTE}]`)
  if (!resultElement) return
  const name = rows[best]?.querySelector(`[${FINDER_NAME_ATTRIBUTE}]`)?.textContent
  const text = name
    ? (resultElement.getAttribute(FINDER_ANSWER_ATTRIBUTE) ?? '')
        .replace('{plan}', name)
        .replace('{cost}', formatDollars(cost))
    : (resultElement.getAttribute(FINDER_NONE_ATTRIBUTE) ?? '')
  // Skips unchanged text, because screen readers would announce it again.
  if (resultElement.textContent !== text) resultElement.textContent = text
}

function updateResults(finder: Element): void {
  const need = readNeed(finder)
  for (const result of finder.querySelectorAll(`[${FINDER_RESULT_ATTRIBUTE}]`)) showResult(result, need)
}

function syncBilling({ value }: HTMLInputElement): void {
  for (const sameOption of document.querySelectorAll<HTMLInputElement>(`[${BILLING_ATTRIBUTE}] [value="${value}"]`))
    sameOption.checked = true
}

function restoreNeed(): void {
  const need = parseNeedFragment(location.hash)
  const [finder] = findFinders()
  if (!need || !finder) return
  fillFields(finder, need)
  updateResults(finder)
  finder.scrollIntoView()
}

const buildAddress = (finder: Element) => `${location.pathname}${formatNeed(readNeed(finder))}`

async function copyAddress(button: Element): Promise<void> {
  const finder = button.closest(`[${FINDER_ATTRIBUTE}]`)
  const status = finder?.querySelector(`[${FINDER_COPIED_ATTRIBUTE}]`)
  if (!finder || !status) return
  history.replaceState(history.state, '', buildAddress(finder))
  let statusAttribute = FINDER_COPIED_ATTRIBUTE
  try {
    await navigator.clipboard.writeText(location.href)
  } catch {
    // The browser denied clipboard access. Visitors can copy the URL from the address bar.
    statusAttribute = FINDER_COPY_FAILED_ATTRIBUTE
  }
  status.textContent = status.getAttribute(statusAttribute)
}

export function startPlanFinders(): void {
  // The script loads on first interaction, so the visitor may already have changed a field.
  for (const finder of findFinders()) updateResults(finder)
  const billings = [...document.querySelectorAll<HTMLInputElement>(`[${BILLING_ATTRIBUTE}] :checked`)]
  const changedBilling = billings.find(({ defaultChecked }) => !defaultChecked)
  if (changedBilling) syncBilling(changedBilling)
  restoreNeed()
  addEventListener('hashchange', restoreNeed)
  listen('input', (event) => {
    const finder = findClosest(event, `[${FINDER_ATTRIBUTE}]`)
    if (finder) updateResults(finder)
  })
  listen('change', (event) => {
    if (findClosest(event, `[${BILLING_ATTRIBUTE}]`)) return syncBilling(event.target as HTMLInputElement)
    const finder = findClosest(event, `[${FINDER_ATTRIBUTE}]`)
    if (finder) history.replaceState(history.state, '', buildAddress(finder))
  })
  listen('click', (event) => {
    const button = findClosest(event, `[${FINDER_COPY_ATTRIBUTE}]`)
    if (button) void copyAddress(button)
  })
}
