import type { ReactNode } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import { StatusBadge } from '../page.tsx'
import { CallRows } from './call-rows.tsx'

/** What the list looks like once somebody has called; marked as an example wherever it is shown. */
const example = (now: string): TodayCall => ({
  id: '00000000-0000-4000-8000-000000000000',
  startedAt: now,
  duration: 134,
  words: 'The furnace clicks but it does not light, and we have a baby here.',
  caller: 'An example',
  outcome: 'booked',
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
  visit: null,
})

type StepProps = { title: string; isDone: boolean; href?: string; children: ReactNode }

function Step({ title, isDone, href, children }: StepProps) {
  return (
    <li className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] border-t border-border py-3 first:border-t-0">
      <div>
        <h3 className="text-base font-semibold">
          {href ? (
            <Link href={href} className="text-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-0.5 text-muted-foreground">{children}</p>
      </div>
      <StatusBadge on={isDone}>{isDone ? 'Done' : 'To do'}</StatusBadge>
    </li>
  )
}

/** Before the first call: four steps with the state of each, and a row that says what will be here. */
export function FirstSteps({ today }: { today: Today }) {
  const { steps, forwardingNumber } = today
  return (
    <>
      <Panel title="Four steps to the first call">
        <ol>
          <Step title="Forward your number" isDone={steps.forwarded} href={AREAS.business.path}>
            {forwardingNumber
              ? `Forward unanswered calls to ${forwardingNumber}. Your number stays yours.`
              : 'We give you a number to forward unanswered calls to. Your own number stays yours.'}
          </Step>
          <Step title="Hours and service area" isDone={steps.hoursAndArea} href={AREAS.business.path}>
            When you are open, and the ZIP codes you serve.
          </Step>
          <Step title="Whom to wake" isDone={steps.onCall} href={AREAS.onCall.path}>
            The people who are called in an emergency, in order.
          </Step>
          <Step title="Call it yourself" isDone={steps.firstCall}>
            Play the worst caller you remember. The call appears here.
          </Step>
        </ol>
      </Panel>
      <Panel title="What a morning looks like" note="This row is an example. It goes when the first call has come.">
        <Badge>Example</Badge>
        <CallRows label="Example" calls={[example(today.now)]} today={today} />
      </Panel>
    </>
  )
}
