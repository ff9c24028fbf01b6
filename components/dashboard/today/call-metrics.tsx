'use client'

import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDayKey } from '@/lib/platform/time/zone.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import {
  type CallCounts,
  type CallMetrics,
  callMetrics,
  type Range,
  RANGE_NAMES,
  sumCounts,
} from '@/lib/dashboard/today/today.ts'
import { Chart } from '../../ui/chart.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { QueryResult } from '../loading.tsx'
import { RANGE_LABELS } from './today-format.ts'
import { formatNumber, formatCount } from '@/lib/values/format.ts'

/** Returns text such as "+3 from 12", "−2 from 5" or "same as before". */
function formatComparison(now: number, before: number): string {
  if (now === before) return 'same as before'
  return `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))} from ${formatNumber(before)}`
}

/** Returns a sentence such as "15 calls, down 2 from the previous 7 days." */
function formatTotal(now: number, before: number, period: string): string {
  const calls = formatCount(now, 'call')
  if (now === before) return `${calls}, same as the ${period}.`
  const difference = `${now > before ? 'up' : 'down'} ${formatNumber(Math.abs(now - before))}`
  return `${calls}, ${difference} from the ${period}.`
}

/** Series of the stacked chart. Together they add up to all calls of a day. */
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

function MetricsChart({ metrics, range }: { metrics: CallMetrics; range: Range }) {
  const { days, before } = metrics
  const period = `previous ${RANGE_LABELS[range]}`
  const now = sumCounts(days)
  const previousTotal = sumCounts(before)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 xl:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="text-base xl:col-span-2">
        {formatTotal(now.answered + now.missed, previousTotal.answered + previousTotal.missed, period)}
      </p>
      <div className="xl:[&_dl]:flex-col xl:[&_dl>*]:py-2.5">
        <Stats>
          <Stat
            label="Answered"
            value={formatNumber(now.answered)}
            change={formatComparison(now.answered, previousTotal.answered)}
          />
          <Stat
            label="Booked"
            tone="accent"
            value={formatNumber(now.booked)}
            change={formatComparison(now.booked, previousTotal.booked)}
          />
          <Stat
            label="Missed"
            value={formatNumber(now.missed)}
            change={formatComparison(now.missed, previousTotal.missed)}
          />
        </Stats>
      </div>
      <Chart
        caption="Calls by day"
        labels={days.map(({ day }, position) =>
          position === days.length - 1 ? 'Today\nso far' : formatDayKey(day).replace(/^\w+, /, ''),
        )}
        labelsHeading="Day"
        series={SERIES.map(({ count, ...series }) => ({ ...series, values: days.map(count) }))}
      />
    </div>
  )
}

export function CallMetricsPanel({ reader, range, hasFailed }: { reader: Reader; range: Range; hasFailed: boolean }) {
  const path = AREAS.today.path
  return (
    <>
      <Tabs
        label="Period"
        tabs={RANGE_NAMES.map((name) => ({
          href: name === 'week' ? path : `${path}?range=${name}`,
          label: RANGE_LABELS[name],
          isCurrent: name === range,
        }))}
      />
      <div className="mt-5">
        <QueryResult
          subject="Call volume"
          query={buildDashboardQuery('figures', callMetrics, reader, { range })}
          hasFailed={hasFailed}
        >
          {(metrics) => <MetricsChart metrics={metrics} range={range} />}
        </QueryResult>
      </div>
    </>
  )
}
