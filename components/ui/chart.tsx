'use client'

import { scaleBand, scaleLinear } from '@visx/scale'
import { AreaClosed, Bar, LinePath } from '@visx/shape'
import { useId, useState } from 'react'
import { DataTable } from './data-table.tsx'
import { Icon } from './icon.tsx'
import { useSample } from './sample.ts'

/** `accent` is booked or answered, `accent-soft` beside it less than that, `primary` missed; `quiet` is what has no temperature. */
export type ChartTone = 'accent' | 'accent-soft' | 'primary' | 'quiet'

export type ChartSeries = {
  id: string
  label: string
  tone: ChartTone
  /** One for each label of the chart. */
  values: readonly number[]
}

type ChartProps = {
  /** What is counted over what: "Calls by day". Names the picture and its table. */
  caption: string
  /** Bars stand on each other, so their series are parts of one whole; lines are compared. */
  kind: 'bars' | 'lines'
  /** Of the places from left to right, short, in two lines at most; the first heading of the table says what they are. */
  labels: readonly string[]
  labelsHeading: string
  series: readonly ChartSeries[]
}

/** The drawing's own units, which are stretched to the room there is: only text has a size, and is not in it. */
const SIZE = 100

/** The colour of what has a tone, which its classes below use. */
const TONES: Record<ChartTone, string> = {
  accent: '[--tone:var(--accent)]',
  'accent-soft': '[--tone:color-mix(in_oklab,var(--accent)_45%,var(--card))]',
  primary: '[--tone:var(--primary)]',
  quiet: '[--tone:var(--muted-foreground)]',
}

/** Lines keep their width however the drawing is stretched. */
const LINE = 'fill-none stroke-(--tone) [stroke-linejoin:round] [vector-effect:non-scaling-stroke]'

const AT_MOST_LABELS = 7

const number = new Intl.NumberFormat('en-US')

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const sumAt = (series: readonly ChartSeries[], position: number): number =>
  sum(series.map(({ values }) => values[position] ?? 0))

type Plot = Pick<ChartProps, 'kind' | 'labels' | 'series'>

/** Positions of places and values in the drawing; the scale ends at a round number of whole things. */
function scalesOf({ kind, labels, series }: Plot) {
  const places = labels.map((_, position) => position)
  const tops = kind === 'lines' ? series.flatMap(({ values }) => values) : places.map((at) => sumAt(series, at))
  const y = scaleLinear<number>({ domain: [0, Math.max(4, ...tops)], range: [SIZE, 0], nice: 4 })
  const x = scaleBand<number>({
    domain: places,
    range: [0, SIZE],
    paddingInner: labels.length > 20 ? 0.2 : 0.35,
    paddingOuter: 0.15,
  })
  return { x, y, ticks: y.ticks(4).filter(Number.isInteger) }
}

type Scales = ReturnType<typeof scalesOf>

function Bars({ labels, series, scales: { x, y } }: Plot & { scales: Scales }) {
  const width = x.bandwidth()
  return labels.map((label, at) => {
    const left = x(at) ?? 0
    let height = 0
    return (
      <g key={label + at}>
        {series.map(({ id, tone, values }) => {
          const value = values[at] ?? 0
          const [bottom, top] = [y(height), y(height + value)]
          height += value
          const size = { x: left, y: top, width, height: bottom - top }
          return <Bar key={id} {...size} className={`fill-(--tone) ${TONES[tone]}`} />
        })}
      </g>
    )
  })
}

function Lines({ series, scales: { x, y } }: Plot & { scales: Scales }) {
  const across = (_: number, at: number) => (x(at) ?? 0) + x.bandwidth() / 2
  const up = (value: number) => y(value)
  return series.map(({ id, tone, values }) => (
    <g key={id} className={TONES[tone]}>
      {series.length === 1 && (
        <AreaClosed data={[...values]} x={across} y={up} yScale={y} className="fill-(--tone) opacity-12" />
      )}
      <LinePath data={[...values]} x={across} y={up} className={`${LINE} stroke-2`} />
    </g>
  ))
}

/** Evenly many of the labels, so that they do not run into each other. */
function Axis({ labels, x }: { labels: readonly string[]; x: Scales['x'] }) {
  const every = Math.ceil(labels.length / AT_MOST_LABELS)
  return (
    <div className="absolute inset-x-0 top-full text-xs text-muted-foreground">
      {labels.map((label, at) =>
        at % every === 0 ? (
          <span
            key={label + at}
            className={`absolute top-1.5 -translate-x-1/2 text-center leading-tight whitespace-pre ${(at / every) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${(x(at) ?? 0) + x.bandwidth() / 2}%` }}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  )
}

const SWATCH = 'size-3 rounded-[0.1875rem] forced-color-adjust-none'

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-1.5">
      {series.map(({ id, label, tone, values }) => (
        <li key={id} className="flex items-center gap-2">
          <span className={`${SWATCH} bg-(--tone) ${TONES[tone]}`} />
          {label}
          <strong>{number.format(sum(values))}</strong>
        </li>
      ))}
    </ul>
  )
}

function tableOf({ labels, labelsHeading, series }: Pick<ChartProps, 'labels' | 'labelsHeading' | 'series'>) {
  const columns = [labelsHeading, ...series.map(({ label }) => label)]
  const rows = labels.map((label, at) => ({
    key: label + at,
    cells: [label.replace('\n', ' '), ...series.map(({ values }) => number.format(values[at] ?? 0))],
  }))
  return { columns, rows, labels: columns }
}

/**
 * Counts over time, as bars or lines. Behind the picture is the same as a table: what a screen reader reads, and a button
 * shows it to everybody.
 */
export function Chart({ caption, kind, labels, labelsHeading, series }: ChartProps) {
  const [isTable, setIsTable] = useState(false)
  const isSample = useSample() !== undefined
  const id = useId()
  const plot = { kind, labels, series }
  const scales = scalesOf(plot)
  return (
    <figure aria-labelledby={`${id}-caption`}>
      <figcaption id={`${id}-caption`} className="sr-only">
        {caption}
      </figcaption>
      <Legend series={series} />
      {!isTable && (
        <div className="relative mt-5 mb-9 ml-9 h-56" aria-hidden="true">
          {scales.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 h-0 border-t border-border -indent-9 text-xs leading-0 text-muted-foreground"
              style={{ bottom: `${SIZE - scales.y(tick)}%` }}
            >
              {number.format(tick)}
            </span>
          ))}
          <svg
            viewBox={`0 0 ${SIZE} ${SIZE}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible forced-color-adjust-none"
          >
            {kind === 'bars' ? <Bars {...plot} scales={scales} /> : <Lines {...plot} scales={scales} />}
          </svg>
          <Axis labels={labels} x={scales.x} />
        </div>
      )}
      <div id={`${id}-table`} className={isTable ? 'mt-4' : 'sr-only'}>
        <DataTable caption={caption} narrow="scroll" {...tableOf({ labels, labelsHeading, series })} />
      </div>
      {!isSample && (
        <button
          type="button"
          className="-mb-3 inline-flex min-h-11 cursor-pointer items-center gap-2 text-muted-foreground hover:text-foreground"
          aria-expanded={isTable}
          aria-controls={`${id}-table`}
          onClick={() => setIsTable(!isTable)}
        >
          <Icon name="table" size={16} />
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      )}
    </figure>
  )
}
