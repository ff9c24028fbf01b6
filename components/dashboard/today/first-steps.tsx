import type { TodayCall } from '@/lib/today/today.ts'
import { Panel } from '../../ui/panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CallRows } from './call-rows.tsx'
import { type StepsProps, Steps } from './steps.tsx'

/** What the list looks like once somebody has called; marked as an example wherever it is shown. */
const example = (now: string): TodayCall => ({
  id: '00000000-0000-4000-8000-000000000000',
  startedAt: now,
  duration: 134,
  words: 'The furnace clicks but it does not light, and we have a baby here.',
  caller: 'An example',
  phone: null,
  outcome: 'booked',
  intent: 'repair',
  safetyKind: null,
  attention: null,
  rule: null,
  isTest: false,
  facts: [
    { field: 'problem', value: 'Furnace clicks, no flame' },
    { field: 'safety', value: 'Infant in the house, no gas smell' },
    { field: 'window', value: 'Tomorrow between 8 and 10' },
  ],
  urgency: 'now',
  leadId: null,
  alerts: [],
  version: 1,
  visit: null,
})

/** Before the first real call: what is done and what is missing, and while nobody called at all, what will be here. */
export function FirstSteps(props: StepsProps) {
  const { today } = props
  return (
    <>
      <Panel
        title="Steps to the first call"
        note="In any order. What we do is marked with the day by which it is done."
      >
        <Steps {...props} />
      </Panel>
      {!today.steps.testCall && (
        <Panel title="What a morning looks like" note="This row is an example. It goes when the first call has come.">
          <Badge>Example</Badge>
          <CallRows label="Example" calls={[example(today.now)]} today={today} />
        </Panel>
      )}
    </>
  )
}
