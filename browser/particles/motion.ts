/** In a duct of length 1 (left to right) and height 1. */
type Particle = {
  x: number
  y: number
  /** Nearness, 0 to 1: near particles are larger, brighter and faster. */
  depth: number
  /** Phase of the sway, in radians. */
  phase: number
}

/** Maximum opacity: text over a particle keeps a contrast of 4.5:1 in both themes. */
export const STRONGEST = 0.3

/** Duct lengths per second of the fastest particle. */
const SPEED = 0.022

/** Share of the full speed at the walls. */
const WALL_SPEED = 0.35

/** Share of the height. */
const SWAY = 0.012

/** `random` returns numbers from 0 to 1. */
export const particles = (count: number, random: () => number): Particle[] =>
  Array.from({ length: count }, (_, index) => ({
    // Evenly along the duct, to avoid gaps.
    x: (index + random()) / count,
    y: random(),
    depth: random(),
    phase: random() * 2 * Math.PI,
  }))

/** Parabolic flow profile. */
const profile = (y: number) => WALL_SPEED + (1 - WALL_SPEED) * (1 - (2 * y - 1) ** 2)

export function drift(particle: Particle, seconds: number): void {
  const way = SPEED * profile(particle.y) * (0.4 + 0.6 * particle.depth) * seconds
  particle.x = (particle.x + way) % 1
  particle.phase += seconds * (0.2 + 0.3 * particle.depth)
}

export const heightOf = ({ y, phase }: Particle): number => y + Math.sin(phase) * SWAY

/** Opacity factor, 0 to 1: fades at the ends of the duct. */
export const presence = ({ x, depth }: Particle): number => Math.min(1, x * 8, (1 - x) * 8) * (0.45 + 0.55 * depth)
