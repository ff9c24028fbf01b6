// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { createTestRenderer } from './test-screen.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const { PlanUsage } = await import('../../../components/dashboard/plan-usage.tsx')

const render = createTestRenderer()
const show = (count: number, { included = 500, isTrial = false } = {}) =>
  render(<PlanUsage count={count} included={included} isTrial={isTrial} />)
const readPageText = () => document.body.textContent ?? ''
const findMeter = () => document.querySelector('[role=meter]')

describe('plan usage', () => {
  it.each([
    [77, '77 of 500 calls', '423 calls left this month.', 77],
    [499, '499 of 500 calls', '1 call left this month.', 499],
    [500, '500 of 500 calls', 'All of this month’s calls are used.', 500],
    [512, '512 of 500 calls', '12 calls over your plan this month.', 500],
  ])('of %i calls is shown as a meter and as text', async (count, expectedText, note, value) => {
    await show(count)
    expect(findMeter()?.getAttribute('aria-valuetext')).toBe(expectedText)
    expect([findMeter()?.getAttribute('aria-valuenow'), findMeter()?.getAttribute('aria-valuemax')]).toEqual([
      String(value),
      '500',
    ])
    expect(readPageText()).toContain(note)
    expect(readPageText()).toContain('calls are still answered')
  })

  it('shows a warning at 80 percent or more', async () => {
    await show(399)
    expect(document.querySelector('.bg-primary')).toBeNull()
    await show(400)
    expect(document.querySelector('.bg-primary')).not.toBeNull()
  })

  it('is free during a trial', async () => {
    await show(77, { isTrial: true })
    expect(readPageText()).toContain('They’re free during your trial.')
    expect(readPageText()).not.toContain('is billed')
  })

  it('has no meter if there is no plan, and explains how to get a plan', async () => {
    await show(3, { included: 0 })
    expect(findMeter()).toBeNull()
    expect(readPageText()).toContain('3No plan yet')
    expect(readPageText()).toContain('To get a plan')
  })
})
