/** One particle in a duct of length 1 (from left to right) and height 1. */
export type Particle = {
  x: number
  y: number
  /** Nearness, 0 to 1: a near particle is larger, brighter and faster. */
  depth: number
  /** Where in its sway it is, in radians. */
  phase: number
}

/** Opacity of the nearest particle: text that stands wholly on one keeps a contrast of 4.5 : 1 in both themes. */
export const STRONGEST = 0.3

/** Lengths of the duct that the fastest particle travels in a second. */
const SPEED = 0.022

/** Share of the speed that is left at the walls, where friction slows the air. */
const WALL_SPEED = 0.35

/** How far a particle sways up and down, as a share of the height. */
const SWAY = 0.012

/** Particles spread over the whole duct; `random` gives numbers from 0 to 1. */
export const particles = (count: number, random: () => number): Particle[] =>
  Array.from({ length: count }, (_, index) => ({
    // Evenly along the duct, so that no part of it is ever empty.
    x: (index + random()) / count,
    y: random(),
    depth: random(),
    phase: random() * 2 * Math.PI,
  }))

/** Speed across the duct: full in the middle, less towards the walls, as in any pipe. */
const profile = (y: number) => WALL_SPEED + (1 - WALL_SPEED) * (1 - (2 * y - 1) ** 2)

/** Moves a particle by some seconds; what leaves on the right comes in again on the left. */
export function drift(particle: Particle, seconds: number): void {
  const way = SPEED * profile(particle.y) * (0.4 + 0.6 * particle.depth) * seconds
  particle.x = (particle.x + way) % 1
  particle.phase += seconds * (0.2 + 0.3 * particle.depth)
}

/** Height of a particle with its sway. */
export const heightOf = ({ y, phase }: Particle): number => y + Math.sin(phase) * SWAY

/** How visible a particle is, 0 to 1: it comes and goes at the ends of the duct. */
export const presence = ({ x, depth }: Particle): number => Math.min(1, x * 8, (1 - x) * 8) * (0.45 + 0.55 * depth)
