import type { TestCall } from './scenarios.ts'

/** Groups of test calls, in page order. A test checks that every test call is in a group. */
const GROUPS = {
  safety: ['gas-smell', 'carbon-monoxide', 'sparks', 'detector-battery'],
  comfort: ['baby', 'elderly', 'no-heat', 'no-cooling', 'leak'],
  booking: [
    'price',
    'night-fee',
    'warranty',
    'maintenance',
    'cancel',
    'reschedule',
    'refused-job',
    'out-of-area',
    'tenant',
  ],
  hard: ['spanish', 'a-person', 'status', 'billing', 'angry', 'wrong-number', 'silence'],
} as const satisfies Record<string, readonly string[]>

type Group = keyof typeof GROUPS

export function groupTestCalls(calls: TestCall[]): { name: Group; calls: TestCall[] }[] {
  const groups = (Object.keys(GROUPS) as Group[]).map((name) => ({
    name,
    calls: GROUPS[name].flatMap((id) => calls.find((call) => call.id === id) ?? []),
  }))
  return groups.filter((group) => group.calls.length > 0)
}

export const countMetExpectations = (calls: TestCall[]): number => calls.filter(({ isMet }) => isMet).length
