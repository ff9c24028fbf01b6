import { describe, expect, it } from 'vitest'
import { groupTestCalls, countMetExpectations } from '../../../lib/dashboard/test-calls/groups.ts'
import { buildTestCalls } from '../../../lib/dashboard/test-calls/scenarios.ts'

const calls = buildTestCalls()

describe('published test calls', () => {
  it('are twenty-five with unique URL-safe ids', () => {
    expect(calls).toHaveLength(25)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
    for (const { id } of calls) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  it.each(calls)('$id has the expected outcome', ({ isMet }) => expect(isMet).toBe(true))

  it("include the assistant's record of each call", () => {
    const records = Object.fromEntries(
      calls.map(({ id, record }) => [id, Object.fromEntries(record.map(({ label, value }) => [label, value]))]),
    )
    expect(records['gas-smell']).toMatchObject({
      Outcome: 'Emergency, paged',
      Urgency: expect.stringMatching(/^Now: Gas leak or odor: “.*smell gas.*”$/),
      Paged: 'Alex right away, Sam after 10 minutes',
      Phone: '(646) 555-0119',
    })
    expect(records['no-heat']).toMatchObject({ Outcome: 'Booked', Window: 'Tue, Mar 3, 12–2 PM' })
    expect(records.price).toMatchObject({ Fee: 'A visit is $89, credited to the repair.' })
    expect(records['out-of-area']).toMatchObject({ Outcome: 'Declined: outside the service area' })
    expect(records['refused-job']).toMatchObject({ Outcome: 'Declined: not a job they do' })
    expect(records.silence).toEqual({ Outcome: 'Asked again', Urgency: 'This week' })
  })

  it('list the actual result for each expectation', () => {
    const outcomes = Object.fromEntries(calls.map((call) => [call.id, call.happened]))
    expect(outcomes['gas-smell']).toEqual([
      '“Leave the house now … Call 911 from outside … your gas utility as well”',
      'Paged: Alex right away, Sam after 10 minutes',
    ])
    expect(outcomes['no-heat']).toEqual(['Today', 'Booked: Tue, Mar 3, 12–2 PM', 'The first window offered'])
    expect(outcomes['a-person']).toEqual(['“I am putting you through to the office”', 'The office is open'])
    expect(outcomes.price?.at(-1)).toBe('Prices quoted: $89, as published')
    expect(outcomes.maintenance?.at(-1)).toBe('3 days ahead')
    expect(outcomes['wrong-number']).toEqual(['Wrong number', 'No lead, no request', 'No one is paged'])
    expect(outcomes.silence).toEqual(['Asked again', 'No details saved'])
    expect(calls.filter((call) => call.happened.length < 2).map(({ id }) => id)).toEqual(['warranty'])
  })

  it("start with the greeting, alternate speakers and use the caller's language", () => {
    for (const { lines } of calls) {
      expect(lines[0]?.speaker).toBe('assistant')
      expect(lines.filter(({ speaker }) => speaker === 'assistant')).toHaveLength((lines.length + 1) / 2)
    }
    const gasCall = calls.find(({ id }) => id === 'gas-smell')
    expect(gasCall?.lines[2]?.text).toMatch(/^Leave the house/)
    expect(gasCall?.lines.at(-1)?.text).toBe('Thank you. The person on call has your details.')
    expect(calls.filter(({ language }) => language === 'es').map(({ id }) => id)).toEqual(['spanish'])
  })

  it('use only fictional phone numbers and are deterministic', () => {
    const numbers = calls.flatMap(({ lines }) => lines.flatMap(({ text }) => text.match(/\d{3}-\d{4}/g) ?? []))
    expect(numbers.length).toBeGreaterThan(10)
    for (const number of numbers) expect(number).toMatch(/^555-01\d\d$/)
    expect(buildTestCalls()).toEqual(calls)
  })

  it('belong to exactly one group each, and groups count their own passes', () => {
    const groups = groupTestCalls(calls)
    const ids = groups.flatMap((group) => group.calls.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
    expect(groups.reduce((sum, group) => sum + countMetExpectations(group.calls), 0)).toBe(countMetExpectations(calls))
    expect(groupTestCalls(calls.filter(({ id }) => id === 'sparks')).map(({ name }) => name)).toEqual(['safety'])
  })
})
