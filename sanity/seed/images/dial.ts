import { lettering, widthOf } from './lettering.ts'
import { palette } from './palette.ts'

const TICKS = 60
/** The scale leaves a gap at the bottom, as on a thermostat. */
const SWEEP_DEGREES = 300

type Dial = { x: number; y: number; radius: number; setting: number; label: string }

const LABEL_SIZE = 150

/** A thermostat's dial: ticks are warm up to its setting (a share of the scale) and cool beyond it. */
export function dial({ x, y, radius, setting, label }: Dial): string {
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => {
    const share = index / TICKS
    const long = index % 5 === 0
    const colour = share <= setting ? palette.ember : palette.ice
    return `<path d="M0 ${-radius}V${-radius + (long ? 46 : 28)}" stroke="${colour}" stroke-width="${long ? 7 : 4}" transform="rotate(${angle(share)})"/>`
  })
  return `<g transform="translate(${x} ${y})" stroke-linecap="round">
    <circle r="${radius + 40}" fill="${palette.nightRaised}" stroke="${palette.paper}" stroke-opacity="0.2" stroke-width="2"/>
    ${ticks.join('')}
    <path d="M0 ${-radius + 78}V${-radius + 130}" stroke="${palette.paper}" stroke-width="9" transform="rotate(${angle(setting)})"/>
    ${lettering(label, { x: -widthOf(label, LABEL_SIZE) / 2, baseline: LABEL_SIZE * 0.35, size: LABEL_SIZE, fill: palette.paper })}
  </g>`
}

const angle = (share: number) => (share - 0.5) * SWEEP_DEGREES
