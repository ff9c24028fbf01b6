import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildTodayResponse } from '@/lib/dashboard/demo/responses.ts'
import { DEMO_ROOT } from '@/lib/routes.ts'
import {
  formatCallTime,
  formatState,
  getStateTone,
  formatTodaySentence,
  formatVisitWindow,
  getCallText,
} from '../../dashboard/today/today-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { CallSummaryRow } from '../../dashboard/today/call-summary-row.tsx'

const VISIBLE_AREAS = [
  { icon: 'home', label: AREAS.today.label },
  { icon: 'phone', label: AREAS.calls.label },
  { icon: 'inbox', label: AREAS.leads.label },
  { icon: 'calendar', label: AREAS.appointments.label },
] as const

const ROW_COUNT = 3

type SampleMorningProps = {
  notice: string
  before: string
  view: string
}

export function SampleMorning({ notice, before, view }: SampleMorningProps) {
  const today = buildTodayResponse()
  const calls = [...today.waiting, ...today.calls.filter(({ attention }) => !attention)]
  return (
    <figure>
      <div className="max-lg:hidden">
        <div className="grid rounded-xl border border-input bg-background sm:grid-cols-[8.5rem_minmax(0,1fr)]">
          <ul className="rounded-l-xl border-r bg-muted p-2 max-sm:hidden">
            {VISIBLE_AREAS.map(({ icon, label }, position) => (
              <li
                key={icon}
                className={`flex items-center gap-2 rounded-lg px-2 py-1.5 ${position === 0 ? 'bg-card font-semibold outline -outline-offset-1 outline-border' : 'text-muted-foreground'}`}
              >
                <Icon name={icon} size={16} />
                {label}
              </li>
            ))}
          </ul>
          <div className="min-w-0 p-4">
            <p className="font-display text-xl leading-tight font-semibold">{formatTodaySentence(today)}</p>
            <ul className="mt-2 -mr-2 -ml-2.5 text-sm">
              {calls.slice(0, ROW_COUNT).map((call) => (
                <CallSummaryRow
                  key={call.id}
                  tone={call.attention ? 'primary' : 'quiet'}
                  badge={getStateTone(call)}
                  time={formatCallTime(call.startedAt, today)}
                  summary={getCallText(call)}
                  attention={call.attention}
                  visit={formatVisitWindow(call, today.timeZone)}
                  state={formatState(call)}
                  className="px-2"
                />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <figcaption className="label flex flex-wrap items-center gap-x-3 text-muted-foreground lg:mt-2">
        <span className="max-lg:hidden">{notice}</span>
        <span>{before}</span>
        <Link href={DEMO_ROOT} className="touch-link text-foreground">
          {view}
        </Link>
      </figcaption>
    </figure>
  )
}
