import { describe, expect, it } from 'vitest'
import { sample } from '../../support/sample-content.ts'

const EXAMPLES = ['doc-example-night', 'doc-example-heat-wave', 'doc-example-crews']

const textOf = (id: string) => JSON.stringify(sample('docPage', id).body)

const plan = (id: string) => {
  const { monthly = 0, yearly = 0, includedCalls = 0, furtherCall = 0 } = sample('pricingPlan', id)
  return { monthly, yearly, includedCalls, furtherCall }
}

type Plan = ReturnType<typeof plan>

const [night, desk, crews] = [plan('plan-night-line'), plan('plan-front-desk'), plan('plan-several-crews')] as const

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

const number = new Intl.NumberFormat('en-US')

const tablesOf = (id: string): string[][][] =>
  sample('docPage', id).body.flatMap((part) =>
    part._type === 'table' ? [part.rows.slice(1).map(({ cells = [] }) => cells)] : [],
  )

function sumsAbove(rows: string[][], total: string) {
  const position = rows.findIndex(([name]) => name?.startsWith(total))
  const columns = (rows[position] ?? []).slice(1).map((cell, column) => ({
    said: Number(cell),
    sum: rows.slice(0, position).reduce((sum, row) => sum + Number(row[column + 1]), 0),
  }))
  return { columns, position }
}

const costOf = ({ monthly, includedCalls, furtherCall }: Plan, calls: number) =>
  monthly + Math.max(0, calls - includedCalls) * furtherCall

function cheaperFrom(small: Plan, large: Plan): number {
  let calls = 0
  while (costOf(small, calls) <= costOf(large, calls)) calls += 1
  return calls
}

const inAMonth = (aWeek: number) => Math.round((aWeek * 52) / 12)

describe('worked examples', () => {
  it.each(EXAMPLES)('%s is marked as fictional and states when the plan does not pay off', (id) => {
    const [top] = sample('docPage', id).body
    expect(top?._type === 'table' && top.caption).toMatch(/^A made-up \w+ with made-up figures, at our real prices$/)
    expect(textOf(id)).toContain('When it is not worth it')
    expect(textOf(id)).toContain('"page-pricing"')
  })

  it.each(EXAMPLES)('%s has a weekly table with correct totals', (id) => {
    const { columns, position } = sumsAbove(tablesOf(id)[1] ?? [], 'All')
    expect(position).toBeGreaterThan(3)
    expect(columns.length).toBeGreaterThan(0)
    for (const { said, sum } of columns) expect(sum).toBe(said)
  })

  it.each([
    ['doc-example-night', 'Night line', night, inAMonth(3) * 420],
    ['doc-example-heat-wave', 'Front desk', desk, 10 * 380],
    ['doc-example-crews', 'Several crews', crews, inAMonth((((12 - 3) * 40) / 60) * 60)],
  ] as const)('%s starts with the monthly gain, cost and balance', (id, name, { monthly, yearly }, brought) => {
    const [top = []] = tablesOf(id)
    expect(top.map(([, amount]) => amount)).toEqual([brought, monthly, brought - monthly].map(dollars.format))
    expect(top[1]?.[0]).toMatch(new RegExp(`^${name}, [\\d,]+ of its [\\d,]+ calls used$`))
    expect(textOf(id)).toContain(
      `The price is month to month. Billed yearly, ${name} is ${dollars.format(yearly)} a month`,
    )
  })

  it('have correct calculations for two trucks', () => {
    const text = textOf('doc-example-night')
    expect(text).toContain(`18 calls a week are ${inAMonth(18)} a month. Night line includes ${night.includedCalls}.`)
    const [, week = [], cost = []] = tablesOf('doc-example-night')
    const aWeek = [3 * 420, Math.round((night.monthly * 12) / 52), 0]
    const aMonth = [inAMonth(3) * 420, night.monthly, 0]
    const withRest = (amounts: number[]) => [...amounts, (amounts[0] ?? 0) - (amounts[1] ?? 0)].map(dollars.format)
    expect(cost.map(([, amount]) => amount)).toEqual(withRest(aWeek))
    expect(cost.map(([, , amount]) => amount)).toEqual(withRest(aMonth))
    expect(text).toContain(`${dollars.format(night.monthly)} a month, or ${dollars.format(aWeek[1] ?? 0)} a week`)
    expect(text).toContain(`${inAMonth(18)} of its ${night.includedCalls} calls used`)
    const [counted, short, own, all] = week.slice(-4).map(([, calls]) => Number(calls))
    expect(Number(counted) + Number(short) + Number(own)).toBe(all)
    expect(text).toContain(`More than ${cheaperFrom(night, desk) - 1} calls a month`)
  })

  it('have correct calculations for a heat wave', () => {
    const text = textOf('doc-example-heat-wave')
    const [normal, wave, weeks] = [85, 170, 30 / 7]
    const once = Math.round(wave + (weeks - 1) * normal)
    const twice = Math.round(2 * wave + (weeks - 2) * normal)
    expect(text).toContain(`is ${dollars.format(desk.monthly)} a month with ${desk.includedCalls} calls`)
    const [, , months = []] = tablesOf('doc-example-heat-wave')
    const fixed = (amount: number) => `$${amount.toFixed(2)}`
    expect(months.map(([, ...cells]) => cells)).toEqual(
      [Math.round(weeks * normal), once, twice].map((calls) => [
        String(calls),
        String(Math.max(0, calls - desk.includedCalls)),
        fixed(costOf(desk, calls) - desk.monthly),
        fixed(costOf(desk, calls)),
      ]),
    )
    expect(text).toContain(`${once} of its ${desk.includedCalls} calls used`)
    const [, week = []] = tablesOf('doc-example-heat-wave')
    const [usual, hot] = (week[0] ?? []).slice(1).map(Number)
    expect(text).toContain(`${hot} visits are booked instead of ${usual}, which is ${Number(hot) - Number(usual)} more`)
    expect(text).toContain(`only ten of the ${Number(hot) - Number(usual)}`)
    expect(text).toContain(`The other ${Number(hot) - Number(usual) - 10} would`)
    expect(text).toContain(dollars.format(10 * 380))
    const dearer = cheaperFrom(night, desk)
    expect(text).toContain(`Under ${dearer} calls a month`)
    expect(text).toContain(`${dearer - 1} calls are ${fixed(costOf(night, dearer - 1))}`)
  })

  it('have correct calculations for several crews', () => {
    const text = textOf('doc-example-crews')
    const calls = inAMonth(120 + 110 + 80)
    expect(text).toContain(`about ${number.format(calls)} a month`)
    expect(text).toContain(`${dollars.format(crews.monthly)} a month with ${number.format(crews.includedCalls)} calls`)
    const further = calls - desk.includedCalls
    const fixed = (amount: number) => `$${number.format(Math.floor(amount))}.${amount.toFixed(2).split('.')[1]}`
    const [, , plans = []] = tablesOf('doc-example-crews')
    expect(plans.map(([, ...cells]) => cells)).toEqual([
      [fixed(crews.monthly), '0', fixed(0), fixed(crews.monthly)],
      [fixed(desk.monthly), String(further), fixed(further * desk.furtherCall), fixed(costOf(desk, calls))],
    ])
    expect(text).toContain(`${further} at $0.90`)
    expect(text).toContain(`${number.format(calls)} of its ${number.format(crews.includedCalls)} calls used`)
    expect(text).toContain(`${inAMonth(12 - 3)} fewer drives`)
    expect(text).toContain(`From ${cheaperFrom(desk, crews)} calls a month`)
    expect(text).toContain(dollars.format((((12 - 3) * 40) / 60) * 60))
  })
})
