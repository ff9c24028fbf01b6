import { groupTestCalls, metIn } from '@/lib/test-calls/groups.ts'
import type { TestCall } from '@/lib/test-calls/scenarios.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from '../ui/fill.tsx'
import { Icon } from '../ui/icon.tsx'

type TestCallWords = Words['testCalls']
type Speakers = Pick<Words['call'], 'caller' | 'assistant'>

/** What came of a call in short sentences; its window is never broken. */
function Happened({ call: { happened, window } }: { call: TestCall }) {
  const text = happened.join('. ')
  const [before, after] = window ? text.split(window) : [text]
  return (
    <>
      {before}
      {after !== undefined && <span className="whitespace-nowrap">{window}</span>}
      {after}.
    </>
  )
}

/** A name and what belongs to it. */
const ROW = 'grid gap-x-4 grid-cols-[5.5rem_minmax(0,1fr)]'

function Verdict({ isMet, words }: { isMet: boolean; words: TestCallWords }) {
  return (
    <span className={`flex items-center gap-1.5 ${isMet ? 'text-accent' : 'text-primary'}`}>
      <Icon name={isMet ? 'check' : 'close'} size={16} />
      {isMet ? words.met : words.notMet}
    </span>
  )
}

/** Names a text on a phone, where there are no columns. */
const PhoneLabel = ({ text }: { text: string }) => <span className="md:hidden">{text}: </span>

/** What was said beside what the record has. */
function Details({ call, words, speakers }: { call: TestCall; words: TestCallWords; speakers: Speakers }) {
  return (
    <div className="grid gap-x-12 gap-y-6 pt-2 text-note text-foreground lg:grid-cols-2">
      <div>
        <h3 className="label text-muted-foreground">{words.says}</h3>
        <dl className="mt-2 grid gap-y-1.5">
          {call.lines.map(({ speaker, text }, index) => (
            <div key={index} className={ROW}>
              <dt className={speaker === 'caller' ? 'text-primary' : 'text-accent'}>{speakers[speaker]}</dt>
              <dd lang={index > 0 && call.language !== 'en' ? call.language : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h3 className="label text-muted-foreground">{words.record}</h3>
        <dl className="mt-2 grid gap-y-1.5">
          {call.record.map(({ label, value }) => (
            <div key={label} className={ROW}>
              <dt className="text-muted-foreground">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** The number of calls that came out as expected, with a mark for each. */
export function TestCallScore({ calls, words }: { calls: TestCall[]; words: TestCallWords }) {
  const marks = groupTestCalls(calls).flatMap((group) => group.calls)
  return (
    <div className="mt-8 max-w-176">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-display text-figure font-semibold figures">
          {fill(words.score, { met: metIn(calls), all: calls.length })}
        </span>
        <span className="text-lead text-muted-foreground">{words.scoreText}</span>
      </p>
      <div aria-hidden="true" className="mt-4 flex gap-1">
        {marks.map(({ id, isMet }) => (
          <i key={id} className={`h-2 flex-1 rounded-full ${isMet ? 'bg-accent' : 'bg-primary'}`} />
        ))}
      </div>
    </div>
  )
}

/** The call that is open at first. */
const OPEN = 'baby'

type TestCallListProps = { calls: TestCall[]; words: TestCallWords; speakers: Speakers }

/** Test calls by what they try, each in a row that opens in place, without a script; one is open. */
export function TestCallList({ calls, words, speakers }: TestCallListProps) {
  return groupTestCalls(calls).map((group) => (
    <section key={group.name} className="wrap pb-12">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-subtitle">{words[group.name]}</h2>
        <p className="whitespace-nowrap figures">
          {fill(words.score, { met: metIn(group.calls), all: group.calls.length })}
        </p>
      </div>
      <div className="test-calls mt-4 faq">
        <p aria-hidden="true" className="label hidden py-2 text-muted-foreground md:grid">
          <span>{words.call}</span>
          <span>{words.wish}</span>
          <span>{words.happened}</span>
          <span>{words.result}</span>
        </p>
        {group.calls.map((call) => (
          <details key={call.id} id={call.id} open={call.id === OPEN}>
            <summary>
              <span>
                {call.title}
                <span>{call.moment}</span>
              </span>
              <span>
                <PhoneLabel text={words.wish} />
                {call.wish}
              </span>
              <span>
                <PhoneLabel text={words.happened} />
                <Happened call={call} />
              </span>
              <Verdict isMet={call.isMet} words={words} />
              <span className="chevron relative top-2" />
            </summary>
            <Details call={call} words={words} speakers={speakers} />
          </details>
        ))}
      </div>
    </section>
  ))
}
