import { expect, it } from 'vitest'
import { groupTestCalls, metIn } from '../../../lib/test-calls/groups.ts'
import { testCalls } from '../../../lib/test-calls/scenarios.ts'

const calls = testCalls()

it('every test call is in one group, and each group counts its own', () => {
  const groups = groupTestCalls(calls)
  const ids = groups.flatMap((group) => group.calls.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  expect(groups.reduce((sum, group) => sum + metIn(group.calls), 0)).toBe(metIn(calls))
  expect(groupTestCalls(calls.filter(({ id }) => id === 'sparks')).map(({ name }) => name)).toEqual(['safety'])
})
