'use client'

import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDayKey } from '@/lib/time/zone.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { type CallCounts, type CallFigures, callFigures, type Range, RANGE_NAMES, totalOf } from '@/lib/today/today.ts'
import { Chart } from '../../ui/chart.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { QueryResult } from '../loading.tsx'

const RANGE_LABELS: Record<Range, { tab: string; before: string }> = {
  week: { tab: '7 days', before: '7 days before' },
  month: { tab: '30 days', before: '30 days before' },
  quarter: { tab: '90 days', before: '90 days before' },
}

const number = new Intl.NumberFormat('en-US')

/** "3 more than the 7 days before". */
function compared(now: number, before: number, period: string): string {
  if (now === before) return `As in the ${period}`
  const difference = number.format(Math.abs(now - before))
  return `${difference} ${now > before ? 'more' : 'fewer'} than the ${period}`
}

const valuesOf = (days: CallCounts[], count: (day: CallCounts) => number) => days.map((day) => count(day))

/** Answered without a booking, booked and missed stand on each other: together they are all calls of a day. */
const SERIES = [
  { id: 'booked', label: 'Booked', tone: 'accent', count: ({ booked }: CallCounts) => booked },
  {
    id: 'answered',
    label: 'Answered, not booked',
    tone: 'accent-soft',
    count: (day: CallCounts) => day.answered - day.booked,
  },
  { id: 'missed', label: 'Missed', tone: 'primary', count: ({ missed }: CallCounts) => missed },
] as const

function FigureChart({ figures, range }: { figures: CallFigures; range: Range }) {
  const { days, before } = figures
  const period = RANGE_LABELS[range].before
  const now = totalOf(days)
  const then = totalOf(before)
  return (
    <>
      <Stats>
        <Stat
          label="Answered"
          value={number.format(now.answered)}
          note={compared(now.answered, then.answered, period)}
        />
        <Stat
          label="Booked"
          tone="accent"
          value={number.format(now.booked)}
          note={compared(now.booked, then.booked, period)}
        />
        <Stat label="Missed" value={number.format(now.missed)} note={compared(now.missed, then.missed, period)} />
      </Stats>
      <div className="mt-6">
        <Chart
          caption="Calls by day"
          kind="bars"
          labels={days.map(({ day }) => formatDayKey(day).replace(/^\w+, /, ''))}
          labelsHeading="Day"
          beforeLabel={`In the ${period}`}
          series={SERIES.map(({ count, ...series }) => ({
            ...series,
            values: valuesOf(days, count),
            before: valuesOf(before, count),
          }))}
        />
      </div>
    </>
  )
}

/** Answered, booked and missed calls, against as many days before. */
export function Figures({ reader, range, hasFailed }: { reader: Reader; range: Range; hasFailed: boolean }) {
  const path = AREAS.today.path
  return (
    <>
      <Tabs
        label="Period"
        tabs={RANGE_NAMES.map((name) => ({
          href: name === 'week' ? path : `${path}?range=${name}`,
          label: RANGE_LABELS[name].tab,
          isCurrent: name === range,
        }))}
      />
      <div className="mt-5">
        <QueryResult
          what="The figures"
          query={dashboardQuery('figures', callFigures, reader, { range })}
          hasFailed={hasFailed}
        >
          {(figures) => <FigureChart figures={figures} range={range} />}
        </QueryResult>
      </div>
    </>
  )
}
