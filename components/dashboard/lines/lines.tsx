'use client'

import { useRouter } from 'next/navigation'
import { AREAS, planLabel } from '@/lib/auth/access-table.ts'
import { LINE_STATES, LINES_PAGE, setUpBy, type StaffLine, staffLines } from '@/lib/lines/line.ts'
import { formatPhone } from '@/lib/phone.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime, formatDayKey } from '@/lib/time/zone.ts'
import { lastTrialDay } from '@/lib/trials/trial.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryResult } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { SetUpForm } from './set-up-form.tsx'

const TONES: Record<StaffLine['state'], Tone> = { asked: 'primary', 'in-progress': 'quiet', live: 'accent' }

function trialOf({ trialPlan, trialEndsAt, timeZone }: StaffLine): string {
  if (!trialPlan) return 'None chosen yet'
  if (!trialEndsAt) return `${planLabel(trialPlan)}, two weeks from the day on which the line is live`
  return `${planLabel(trialPlan)}, through ${formatDayKey(lastTrialDay(trialEndsAt, timeZone))}`
}

/** A company’s request, and the form with which it is set up. */
function Line({ line, reader }: { line: StaffLine; reader: Reader }) {
  const { name, organizationId, state, companyPhone, note, askedAt, timeZone } = line
  return (
    <section className="min-w-0 rounded-xl panel p-5" aria-label={name ?? organizationId}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 text-base leading-tight tracking-normal wrap-break-word">{name ?? organizationId}</h2>
        <Badge tone={TONES[state]}>{LINE_STATES[state]}</Badge>
      </div>
      <div className="mt-4 grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <DescriptionList
          rows={[
            ['Asked', formatDateTime(askedAt, timeZone)],
            ...(state === 'live'
              ? []
              : [['Set up by', formatDayKey(setUpBy(askedAt, timeZone))] satisfies [string, string]]),
            ['Number today', formatPhone(companyPhone)],
            ['Note', note ?? 'None'],
            ['Tries', trialOf(line)],
            ['Company', <code key="id">{organizationId}</code>],
          ]}
        />
        <SetUpForm key={line.version} line={line} reader={reader} />
      </div>
    </section>
  )
}

/** The lines that companies have asked for, those to be set up first. */
export function Lines({ reader, page, hasFailed }: { reader: Reader; page: number; hasFailed: boolean }) {
  const router = useRouter()
  return (
    <QueryResult what="The lines" query={dashboardQuery('lines', staffLines, reader, { page })} hasFailed={hasFailed}>
      {({ lines, total }) =>
        lines.length === 0 ? (
          <Empty icon="phone" title="No company has asked for a line">
            Requests appear here, and are mailed to the office.
          </Empty>
        ) : (
          <>
            {lines.map((line) => (
              <Line key={line.organizationId} line={line} reader={reader} />
            ))}
            <Pager
              label="Lines"
              page={page}
              total={total}
              pageSize={LINES_PAGE}
              onPage={(next) => router.push(next === 1 ? AREAS.lines.path : `${AREAS.lines.path}?page=${next}`)}
            />
          </>
        )
      }
    </QueryResult>
  )
}
