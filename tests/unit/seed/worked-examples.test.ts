import { describe, expect, it } from 'vitest'
import { getSample } from '../../support/sample-content.ts'

const EXAMPLES = ['doc-example-night', 'doc-example-heat-wave', 'doc-example-crews']

const readDocText = (id: string) => JSON.stringify(getSample('docPage', id).body)

const findPlan = (id: string) => {
  const { monthly = 0, yearly = 0, includedCalls = 0, furtherCall = 0 } = getSample('pricingPlan', id)
  return { monthly, yearly, includedCalls, furtherCall }
}

type Plan = ReturnType<typeof findPlan>

const [night, desk, crews] = [
  findPlan('plan-night-line'),
  findPlan('plan-front-desk'),
  findPlan('plan-several-crews'),
] as const

const dollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

const number = new Intl.NumberFormat('en-US')

const getTables = (id: string): string[][][] =>
  getSample('docPage', id).body.flatMap((part) =>
    part._type === 'table' ? [part.rows.slice(1).map(({ cells = [] }) => cells)] : [],
  )

function computeSumsAbove(rows: string[][], total: string) {
  const position = rows.findIndex(([name]) => name?.startsWith(total))
  const columns = (rows[position] ?? []).slice(1).map((cell, column) => ({
    said: Number(cell),
    sum: rows.slice(0, position).reduce((sum, row) => sum + Number(row[column + 1]), 0),
  }))
  return { columns, position }
}

const calculateCost = ({ monthly, includedCalls, furtherCall }: Plan, calls: number) =>
  monthly + Math.max(0, calls - includedCalls) * furtherCall

function findBreakEvenCalls(small: Plan, large: Plan): number {
  let calls = 0
  while (calculateCost(small, calls) <= calculateCost(large, calls)) calls += 1
  return calls
}

const toMonthlyAmount = (weekly: number) => Math.round((weekly * 52) / 12)

describe('worked examples', () => {
  it.each(EXAMPLES)('%s is marked as fictional and states when the plan does not pay off', (id) => {
    const [firstBlock] = getSample('docPage', id).body
    expect(firstBlock?._type === 'table' && firstBlock.caption).toMatch(
      /^A made-up \w+ with made-up figures, at our real prices$/,
    )
    expect(readDocText(id)).toContain('When it is not worth it')
    expect(readDocText(id)).toContain('"page-pricing"')
  })

  it.each(EXAMPLES)('%s has a weekly table with correct totals', (id) => {
    const { columns, position } = computeSumsAbove(getTables(id)[1] ?? [], 'All')
    expect(position).toBeGreaterThan(3)
    expect(columns.length).toBeGreaterThan(0)
    for (const { said, sum } of columns) expect(sum).toBe(said)
  })

  it.each([
    ['doc-example-night', 'Night line', night, toMonthlyAmount(3) * 420],
    ['doc-example-heat-wave', 'Front desk', desk, 10 * 380],
    ['doc-example-crews', 'Several crews', crews, toMonthlyAmount((((12 - 3) * 40) / 60) * 60)],
  ] as const)('%s starts with the monthly gain, cost and balance', (id, name, { monthly, yearly }, gain) => {
    const [summaryRows = []] = getTables(id)
    expect(summaryRows.map(([, amount]) => amount)).toEqual([gain, monthly, gain - monthly].map(dollarFormat.format))
    expect(summaryRows[1]?.[0]).toMatch(new RegExp(`^${name}, [\\d,]+ of its [\\d,]+ calls used$`))
    expect(readDocText(id)).toContain(
      `The price is month to month. Billed yearly, ${name} is ${dollarFormat.format(yearly)} a month`,
    )
  })

  it('have correct calculations for two trucks', () => {
    const text = readDocText('doc-example-night')
    expect(text).toContain(
      `18 calls a week are ${toMonthlyAmount(18)} a month. Night line includes ${night.includedCalls}.`,
    )
    const [, week = [], cost = []] = getTables('doc-example-night')
    const weeklyAmounts = [3 * 420, Math.round((night.monthly * 12) / 52), 0]
    const monthlyAmounts = [toMonthlyAmount(3) * 420, night.monthly, 0]
    const formatWithBalance = (amounts: number[]) =>
      [...amounts, (amounts[0] ?? 0) - (amounts[1] ?? 0)].map(dollarFormat.format)
    expect(cost.map(([, amount]) => amount)).toEqual(formatWithBalance(weeklyAmounts))
    expect(cost.map(([, , amount]) => amount)).toEqual(formatWithBalance(monthlyAmounts))
    expect(text).toContain(
      `${dollarFormat.format(night.monthly)} a month, or ${dollarFormat.format(weeklyAmounts[1] ?? 0)} a week`,
    )
    expect(text).toContain(`${toMonthlyAmount(18)} of its ${night.includedCalls} calls used`)
    const [billable, shortCalls, internalCalls, allCalls] = week.slice(-4).map(([, calls]) => Number(calls))
    expect(Number(billable) + Number(shortCalls) + Number(internalCalls)).toBe(allCalls)
    expect(text).toContain(`More than ${findBreakEvenCalls(night, desk) - 1} calls a month`)
  })

  it('have correct calculations for a heat wave', () => {
    const text = readDocText('doc-example-heat-wave')
    const [normal, wave, weeksPerMonth] = [85, 170, 30 / 7]
    const callsWithOneWave = Math.round(wave + (weeksPerMonth - 1) * normal)
    const callsWithTwoWaves = Math.round(2 * wave + (weeksPerMonth - 2) * normal)
    expect(text).toContain(`is ${dollarFormat.format(desk.monthly)} a month with ${desk.includedCalls} calls`)
    const [, , months = []] = getTables('doc-example-heat-wave')
    const formatAmount = (amount: number) => `$${amount.toFixed(2)}`
    expect(months.map(([, ...cells]) => cells)).toEqual(
      [Math.round(weeksPerMonth * normal), callsWithOneWave, callsWithTwoWaves].map((calls) => [
        String(calls),
        String(Math.max(0, calls - desk.includedCalls)),
        formatAmount(calculateCost(desk, calls) - desk.monthly),
        formatAmount(calculateCost(desk, calls)),
      ]),
    )
    expect(text).toContain(`${callsWithOneWave} of its ${desk.includedCalls} calls used`)
    const [, week = []] = getTables('doc-example-heat-wave')
    const [usualCalls, hotCalls] = (week[0] ?? []).slice(1).map(Number)
    expect(text).toContain(
      `${hotCalls} visits are booked instead of ${usualCalls}, which is ${Number(hotCalls) - Number(usualCalls)} more`,
    )
    expect(text).toContain(`only ten of the ${Number(hotCalls) - Number(usualCalls)}`)
    expect(text).toContain(`The other ${Number(hotCalls) - Number(usualCalls) - 10} would`)
    expect(text).toContain(dollarFormat.format(10 * 380))
    const breakEvenCalls = findBreakEvenCalls(night, desk)
    expect(text).toContain(`Under ${breakEvenCalls} calls a month`)
    expect(text).toContain(`${breakEvenCalls - 1} calls are ${formatAmount(calculateCost(night, breakEvenCalls - 1))}`)
  })

  it('have correct calculations for several crews', () => {
    const text = readDocText('doc-example-crews')
    const calls = toMonthlyAmount(120 + 110 + 80)
    expect(text).toContain(`about ${number.format(calls)} a month`)
    expect(text).toContain(
      `${dollarFormat.format(crews.monthly)} a month with ${number.format(crews.includedCalls)} calls`,
    )
    const extraCalls = calls - desk.includedCalls
    const formatAmount = (amount: number) => `$${number.format(Math.floor(amount))}.${amount.toFixed(2).split('.')[1]}`
    const [, , plans = []] = getTables('doc-example-crews')
    expect(plans.map(([, ...cells]) => cells)).toEqual([
      [formatAmount(crews.monthly), '0', formatAmount(0), formatAmount(crews.monthly)],
      [
        formatAmount(desk.monthly),
        String(extraCalls),
        formatAmount(extraCalls * desk.furtherCall),
        formatAmount(calculateCost(desk, calls)),
      ],
    ])
    expect(text).toContain(`${extraCalls} at $0.90`)
    expect(text).toContain(`${number.format(calls)} of its ${number.format(crews.includedCalls)} calls used`)
    expect(text).toContain(`${toMonthlyAmount(12 - 3)} fewer drives`)
    expect(text).toContain(`At ${findBreakEvenCalls(desk, crews)} or more calls a month`)
    expect(text).toContain(dollarFormat.format((((12 - 3) * 40) / 60) * 60))
  })
})
