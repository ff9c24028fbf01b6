import { AREAS } from '@/lib/auth/access-table.ts'
import { todayAnswer } from '@/lib/demo/answers.ts'
import { DEMO_ROOT } from '@/lib/routes.ts'
import { callTime, stateOf, stateTone, todaySentence, windowOf, wordsOf } from '../dashboard/today/today-words.ts'
import { Link } from '../ui/link.tsx'
import { DemoCrop } from './demo-crop.tsx'
import { NightCall } from './night-call.tsx'

const SHOWN = [
  { icon: 'home', label: AREAS.today.label },
  { icon: 'phone', label: AREAS.calls.label },
  { icon: 'inbox', label: AREAS.leads.label },
  { icon: 'calendar', label: AREAS.appointments.label },
] as const

/** As many as stand beside a form. */
const ROWS = 3

type SampleMorningProps = {
  /** That it is a sample. */
  notice: string
  /** Before the way to the sample dashboard. */
  before: string
  way: string
}

/** The morning of the sample dashboard beside the form to sign in, as it looks behind it. */
export function SampleMorning({ notice, before, way }: SampleMorningProps) {
  const today = todayAnswer()
  const calls = [...today.waiting, ...today.calls.filter(({ attention }) => !attention)]
  return (
    <figure>
      <div className="max-lg:hidden">
        <DemoCrop areas={SHOWN} sentence={todaySentence(today)}>
          <ul className="mt-2 -mr-2 -ml-2.5 text-sm">
            {calls.slice(0, ROWS).map((call) => (
              <NightCall
                key={call.id}
                tone={call.attention ? 'primary' : 'quiet'}
                badge={stateTone(call)}
                time={callTime(call.startedAt, today)}
                words={wordsOf(call)}
                attention={call.attention}
                visit={windowOf(call, today.timeZone)}
                state={stateOf(call)}
                className="px-2"
              />
            ))}
          </ul>
        </DemoCrop>
      </div>
      <figcaption className="label flex flex-wrap items-center gap-x-3 text-muted-foreground lg:mt-2">
        <span className="max-lg:hidden">{notice}</span>
        <span>{before}</span>
        <Link href={DEMO_ROOT} className="touch-link text-foreground">
          {way}
        </Link>
      </figcaption>
    </figure>
  )
}
