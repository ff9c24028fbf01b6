import type { TestCall } from './scenarios.ts'

/** The test calls by what they try, in the order of the page; a test sees that each call is in one of them. */
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

/** Calls by group, each group in its own order; groups without a call are left out. */
export function groupTestCalls(calls: TestCall[]): { name: Group; calls: TestCall[] }[] {
  const groups = (Object.keys(GROUPS) as Group[]).map((name) => ({
    name,
    calls: GROUPS[name].flatMap((id) => calls.find((call) => call.id === id) ?? []),
  }))
  return groups.filter((group) => group.calls.length > 0)
}

/** How many of them came out as expected. */
export const metIn = (calls: TestCall[]): number => calls.filter(({ isMet }) => isMet).length
