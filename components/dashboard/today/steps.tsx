import type { ReactNode } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { LINE_STATES, setUpBy } from '@/lib/lines/line.ts'
import { formatPhone } from '@/lib/phone.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { formatDay, formatDayKey } from '@/lib/time/zone.ts'
import type { Today } from '@/lib/today/today.ts'
import { isTrialRunning } from '@/lib/trials/trial.ts'
import { Link } from '../../ui/link.tsx'
import { AskForLine } from '../lines/line-form.tsx'
import { StatusBadge } from '../page.tsx'
import { ChooseTrial } from '../trials/choose-trial.tsx'
import { TRIAL_OFFER, trialSentence } from '../trials/trial-words.ts'

export type StepsProps = {
  reader: Reader
  today: Today
  /** Whether this person may choose a plan and ask for the line. */
  mayManage: boolean
  /** Whether a plan was agreed on, so that there is none to try. */
  hasPlan: boolean
}

type StepProps = {
  title: string
  isDone: boolean
  /** In place of "To do". */
  state?: string
  href?: string
  children: ReactNode
}

function Step({ title, isDone, state = 'To do', href, children }: StepProps) {
  return (
    <li className="border-t border-border py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">
          {href ? (
            <Link href={href} className="text-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <StatusBadge on={isDone}>{isDone ? 'Done' : state}</StatusBadge>
      </div>
      <div className="mt-0.5 max-w-text text-muted-foreground">{children}</div>
    </li>
  )
}

/** For somebody whose role does not let them do it. */
const ByAdmin = () => (
  <p className="mt-1">
    An admin of your company does this:{' '}
    <Link href={AREAS.team.path} className="text-link">
      see who that is
    </Link>
    .
  </p>
)

function PlanStep({ reader, today, mayManage, hasPlan }: StepsProps) {
  const { trial, now, timeZone } = today
  if (hasPlan) {
    return (
      <Step title="A plan" isDone href={AREAS.plan.path}>
        You have agreed on a plan with us.
      </Step>
    )
  }
  const isOver = trial !== null && !isTrialRunning(trial, new Date(now))
  return (
    <Step title="A plan to try" isDone={trial !== null && !isOver} href={AREAS.plan.path}>
      <p>{trial ? trialSentence(trial, now, timeZone) : TRIAL_OFFER}</p>
      {!trial && (mayManage ? <ChooseTrial reader={reader} chosen={null} /> : <ByAdmin />)}
    </Step>
  )
}

/** How far the line is, and who does what by when. */
function lineWords({ line, timeZone }: Today): string {
  if (!line) return 'We give you a number that answers. Ask for it here: we set it up within one business day.'
  const asked = `Asked on ${formatDay(line.askedAt, timeZone)}`
  const by = `by ${formatDayKey(setUpBy(line.askedAt, timeZone))}, within one business day`
  if (line.state === 'asked') return `${asked}. We set it up ${by}, and mail you when we begin and when it is live.`
  if (line.state === 'in-progress') return `${asked}. We are setting it up now, and have it ready ${by}.`
  return 'Your line is live: forward your number.'
}

function LineStep({ reader, today, mayManage }: StepsProps) {
  const { line } = today
  const mayAsk = !line || line.state === 'asked'
  return (
    <Step
      title={line ? 'The line' : 'Ask for the line'}
      isDone={line?.state === 'live'}
      {...(line && { state: LINE_STATES[line.state] })}
    >
      <p>{lineWords(today)}</p>
      {mayAsk && (mayManage ? <AskForLine reader={reader} line={line} /> : !line && <ByAdmin />)}
    </Step>
  )
}

function ForwardStep({ today }: Pick<StepsProps, 'today'>) {
  const { steps, forwardingNumber } = today
  if (!forwardingNumber) {
    return (
      <Step title="Forward your number" isDone={steps.forwarded} state="When the line is live">
        You dial a code, and calls that nobody answers come to your line. Your own number stays yours.
      </Step>
    )
  }
  return (
    <Step title="Forward your number" isDone={steps.forwarded} href={AREAS.business.path}>
      {`Forward unanswered calls to ${formatPhone(forwardingNumber)}. The codes to dial are on that page, and you say there when it is done.`}
    </Step>
  )
}

/** What is to be done until the first real call, each with its state: by the company itself, or by us and until when. */
export function Steps(props: StepsProps) {
  const { steps, forwardingNumber } = props.today
  return (
    <ol>
      <Step title="Hours and service area" isDone={steps.hoursAndArea} href={AREAS.business.path}>
        When you are open, and the ZIP codes you serve.
      </Step>
      <Step
        title="What it says and asks"
        isDone={steps.instructions}
        state="Optional"
        href={`${AREAS.settings.path}/assistant`}
      >
        Fees, brands, the jobs you take, answers to frequent questions. The usual holds until you change it.
      </Step>
      <Step title="Try it" isDone={steps.testCall} href={`${DASHBOARD_PATH}/try-it`}>
        Play the worst caller you remember. Keep it as a test call, and it appears here.
      </Step>
      <Step title="Whom to wake" isDone={steps.onCall} href={AREAS.onCall.path}>
        The people who are called in an emergency, in order.
      </Step>
      <PlanStep {...props} />
      <LineStep {...props} />
      <ForwardStep today={props.today} />
      <Step title="The first real call" isDone={false} state={forwardingNumber ? 'To do' : 'When the line is live'}>
        Call your own number from another phone and let it ring, or wait for a customer. The call appears here by
        itself.
      </Step>
    </ol>
  )
}
