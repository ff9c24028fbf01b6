import { stegaClean } from 'next-sanity'
import { hourOf } from './call.ts'

const CENTER = 100
const RADIUS = 88

/** Degrees from the top; the scale leaves a quarter open at the bottom, like a thermostat. */
const START = -135
const SWEEP = 270

/** Ticks of the scale in units of its length: 48 half hours, of which every sixth hour is longer. */
const HALF_HOURS = 48
const DAY_QUARTERS = 4
const TICK = 0.22

const rotated = (degrees: number) => `rotate(${degrees} ${CENTER} ${CENTER})`

/** Dashes for `count` gaps, with half a tick at each end. */
const dashes = (count: number, tick: number) => ({ pathLength: count + tick, strokeDasharray: `${tick} ${1 - tick}` })

function arc(radius: number): string {
  const offset = radius * Math.SQRT1_2
  const [left, right, bottom] = [CENTER - offset, CENTER + offset, CENTER + offset].map((value) => value.toFixed(2))
  return `M${left} ${bottom}A${radius} ${radius} 0 1 1 ${right} ${bottom}`
}

/** A clock of one day, midnight to midnight, drawn like a thermostat's scale; the mark stands at the time of the call. */
export function DayClock({ id, time, className }: { id: string; time: string | null; className?: string }) {
  const hour = hourOf(stegaClean(time)) ?? 0
  const [clock, half] = (time ?? '').split(' ')
  return (
    <svg viewBox="0 0 200 172" className={className} aria-hidden="true">
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="12" x2="188" y1="0" y2="0">
        <stop offset="0.1" stopColor="var(--ember)" />
        <stop offset="0.9" stopColor="var(--ice)" />
      </linearGradient>
      <g fill="none" stroke={`url(#${id})`}>
        <path d={arc(RADIUS)} strokeWidth="11" {...dashes(HALF_HOURS, TICK)} />
        <path d={arc(RADIUS + 3)} strokeWidth="17" {...dashes(DAY_QUARTERS, TICK / 8)} />
        <circle cx={CENTER} cy={CENTER} r="66" stroke="var(--line)" />
      </g>
      <path d="M100 25l5.5 11h-11z" fill="var(--ember)" transform={rotated(START + (hour / 24) * SWEEP)} />
      <g textAnchor="middle" className="font-mono tracking-tighter">
        <text x={CENTER} y="108" className="fill-ink text-[34px] font-medium">
          {clock}
        </text>
        <text x={CENTER} y="131" className="fill-muted text-[14px]">
          {half}
        </text>
      </g>
    </svg>
  )
}
