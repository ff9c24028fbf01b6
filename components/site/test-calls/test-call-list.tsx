import { groupTestCalls, countMetExpectations } from '@/lib/dashboard/test-calls/groups.ts'
import type { TestCall } from '@/lib/dashboard/test-calls/scenarios.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'

type TestCallLabels = UiCopy['testCalls']
type Speakers = Pick<UiCopy['call'], 'caller' | 'assistant'>

function OutcomeText({ call: { happened, window } }: { call: TestCall }) {
  const text = happened.join('. ')
  const [textBefore, textAfter] = window ? text.split(window) : [text]
  return (
    <>
      {textBefore}
      {textAfter !== undefined && <span className="whitespace-nowrap">{window}</span>}
      {textAfter}.
    </>
  )
}

const ROW_CLASS = 'grid gap-x-4 grid-cols-[5.5rem_minmax(0,1fr)]'

const PhoneLabel = ({ text }: { text: string }) => <span className="md:hidden">{text}: </span>

function Details({ call, labels, speakers }: { call: TestCall; labels: TestCallLabels; speakers: Speakers }) {
  return (
    <div className="grid gap-x-12 gap-y-6 pt-2 text-note text-foreground lg:grid-cols-2">
      <div>
        <h3 className="label text-muted-foreground">{labels.says}</h3>
        <dl className="mt-2 grid gap-y-1.5">
          {call.lines.map(({ speaker, text }, index) => (
            <div key={index} className={ROW_CLASS}>
              <dt className={speaker === 'caller' ? 'text-primary' : 'text-accent'}>{speakers[speaker]}</dt>
              <dd lang={index > 0 && call.language !== 'en' ? call.language : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h3 className="label text-muted-foreground">{labels.record}</h3>
        <dl className="mt-2 grid gap-y-1.5">
          {call.record.map(({ label, value }) => (
            <div key={label} className={ROW_CLASS}>
              <dt className="text-muted-foreground">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

export function TestCallScore({ calls, labels }: { calls: TestCall[]; labels: TestCallLabels }) {
  const scores = groupTestCalls(calls).flatMap((group) => group.calls)
  return (
    <div className="mt-8 max-w-176">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-display text-figure font-semibold figures">
          {fill(labels.score, { met: countMetExpectations(calls), all: calls.length })}
        </span>
        <span className="text-lead text-muted-foreground">{labels.scoreText}</span>
      </p>
      <div aria-hidden="true" className="mt-4 flex gap-1">
        {scores.map(({ id, isMet }) => (
          <i key={id} className={`h-2 flex-1 rounded-full ${isMet ? 'bg-accent' : 'bg-primary'}`} />
        ))}
      </div>
    </div>
  )
}

const OPEN_CALL_ID = 'baby'

type TestCallListProps = { calls: TestCall[]; labels: TestCallLabels; speakers: Speakers }

export function TestCallList({ calls, labels, speakers }: TestCallListProps) {
  return groupTestCalls(calls).map((group) => (
    <section key={group.name} className="wrap pb-12">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-subtitle">{labels[group.name]}</h2>
        <p className="whitespace-nowrap figures">
          {fill(labels.score, { met: countMetExpectations(group.calls), all: group.calls.length })}
        </p>
      </div>
      <div className="test-calls mt-4 faq">
        <p aria-hidden="true" className="label hidden py-2 text-muted-foreground md:grid">
          <span>{labels.call}</span>
          <span>{labels.wish}</span>
          <span>{labels.happened}</span>
          <span>{labels.result}</span>
        </p>
        {group.calls.map((call) => (
          <details key={call.id} id={call.id} open={call.id === OPEN_CALL_ID}>
            <summary>
              <span>
                {call.title}
                <span>{call.moment}</span>
              </span>
              <span>
                <PhoneLabel text={labels.wish} />
                {call.wish}
              </span>
              <span>
                <PhoneLabel text={labels.happened} />
                <OutcomeText call={call} />
              </span>
              <span className={`flex items-center gap-1.5 ${call.isMet ? 'text-accent' : 'text-primary'}`}>
                <Icon name={call.isMet ? 'check' : 'close'} size={16} />
                {call.isMet ? labels.met : labels.notMet}
              </span>
              <span className="chevron relative top-2" />
            </summary>
            <Details call={call} labels={labels} speakers={speakers} />
          </details>
        ))}
      </div>
    </section>
  ))
}
