'use client'

import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId, useState } from 'react'
import { DataTable } from './data-table.tsx'
import { Icon } from './icon.tsx'
import { useSample } from './sample.ts'
import { formatNumber } from '@/lib/values/format.ts'

/**
 * Color of a series. `accent` is for booked or answered calls, `accent-soft` is weaker, `primary` is for missed calls,
 * and `quiet` is neutral.
 */
type ChartTone = 'accent' | 'accent-soft' | 'primary' | 'quiet'

type ChartSeries = {
  id: string
  label: string
  tone: ChartTone
  values: readonly number[]
}

type ChartProps = {
  /** Caption such as "Calls by day". It also names the chart and its table for screen readers. */
  caption: string
  labels: readonly string[]
  labelsHeading: string
  series: readonly ChartSeries[]
}

/** Size in SVG units. The SVG stretches to the available space, so the text is outside the SVG. */
const CHART_SIZE = 100

const TONE_CLASSES: Record<ChartTone, string> = {
  accent: '[--tone:var(--accent)]',
  'accent-soft': '[--tone:color-mix(in_oklab,var(--accent)_45%,var(--card))]',
  primary: '[--tone:var(--primary)]',
  quiet: '[--tone:var(--muted-foreground)]',
}

const MAX_LABELS = 7

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type Plot = Pick<ChartProps, 'labels' | 'series'>

function buildScales({ labels, series }: Plot) {
  const positions = labels.map((_, position) => position)
  const totals = positions.map((position) => sum(series.map(({ values }) => values[position] ?? 0)))
  const y = scaleLinear<number>({ domain: [0, Math.max(4, ...totals)], range: [CHART_SIZE, 0], nice: 4 })
  const x = scaleBand<number>({
    domain: positions,
    range: [0, CHART_SIZE],
    paddingInner: labels.length > 20 ? 0.2 : 0.35,
    paddingOuter: 0.15,
  })
  return { x, y, ticks: y.ticks(4).filter(Number.isInteger) }
}

type Scales = ReturnType<typeof buildScales>

function Bars({ labels, series, scales: { x, y } }: Plot & { scales: Scales }) {
  const width = x.bandwidth()
  return labels.map((label, position) => {
    const left = x(position) ?? 0
    let height = 0
    return (
      <g key={label + position}>
        {series.map(({ id, tone, values }) => {
          const value = values[position] ?? 0
          const [bottom, top] = [y(height), y(height + value)]
          height += value
          const size = { x: left, y: top, width, height: bottom - top }
          return <Bar key={id} {...size} className={`fill-(--tone) ${TONE_CLASSES[tone]}`} />
        })}
      </g>
    )
  })
}

function Axis({ labels, x }: { labels: readonly string[]; x: Scales['x'] }) {
  const labelInterval = Math.ceil(labels.length / MAX_LABELS)
  return (
    <div className="absolute inset-x-0 top-full text-xs text-muted-foreground">
      {labels.map((label, position) =>
        position % labelInterval === 0 ? (
          <span
            key={label + position}
            className={`absolute top-1.5 -translate-x-1/2 text-center leading-tight whitespace-pre ${(position / labelInterval) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${(x(position) ?? 0) + x.bandwidth() / 2}%` }}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  )
}

function buildTable({ labels, labelsHeading, series }: Pick<ChartProps, 'labels' | 'labelsHeading' | 'series'>) {
  const columns = [labelsHeading, ...series.map(({ label }) => label)]
  const rows = labels.map((label, position) => ({
    key: label + position,
    cells: [label.replace('\n', ' '), ...series.map(({ values }) => formatNumber(values[position] ?? 0))],
  }))
  return { columns, rows, labels: columns }
}

/** Renders stacked bars over time, and a table for screen readers. A button shows the table to all users. */
export function Chart({ caption, labels, labelsHeading, series }: ChartProps) {
  const [isTableVisible, setIsTableVisible] = useState(false)
  const isSample = useSample() !== undefined
  const id = useId()
  const plot = { labels, series }
  const scales = buildScales(plot)
  return (
    <figure aria-labelledby={`${id}-caption`}>
      <figcaption id={`${id}-caption`} className="sr-only">
        {caption}
      </figcaption>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-1.5">
        {series.map(({ id: key, label, tone, values }) => (
          <li key={key} className="flex items-center gap-2">
            <span className={`size-3 rounded-[0.1875rem] forced-color-adjust-none bg-(--tone) ${TONE_CLASSES[tone]}`} />
            {label}
            <strong>{formatNumber(sum(values))}</strong>
          </li>
        ))}
      </ul>
      {!isTableVisible && (
        <div className="relative mt-5 mb-9 ml-9 h-56" aria-hidden="true">
          {scales.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 h-0 border-t border-border -indent-9 text-xs leading-0 text-muted-foreground"
              style={{ bottom: `${CHART_SIZE - scales.y(tick)}%` }}
            >
              {formatNumber(tick)}
            </span>
          ))}
          <svg
            viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible forced-color-adjust-none"
          >
            <Bars {...plot} scales={scales} />
          </svg>
          <Axis labels={labels} x={scales.x} />
        </div>
      )}
      <div id={`${id}-table`} className={isTableVisible ? 'mt-4' : 'sr-only'}>
        <DataTable caption={caption} narrow="scroll" {...buildTable({ labels, labelsHeading, series })} />
      </div>
      {!isSample && (
        <button
          type="button"
          className="-mb-3 inline-flex min-h-11 cursor-pointer items-center gap-2 text-muted-foreground hover:text-foreground"
          aria-expanded={isTableVisible}
          aria-controls={`${id}-table`}
          onClick={() => setIsTableVisible(!isTableVisible)}
        >
          <Icon name="table" size={16} />
          {isTableVisible ? 'Show as chart' : 'Show as table'}
        </button>
      )}
    </figure>
  )
}
