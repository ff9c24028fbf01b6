/** Particle in a duct. The duct has length 1 (left to right) and height 1. */
type Particle = {
  x: number
  y: number
  /** Proximity from 0 to 1. Near particles are larger, brighter and faster. */
  depth: number
  /** Phase of the vertical sway in radians. */
  phase: number
}

/** Maximum opacity. Text over a particle keeps a contrast of 4.5:1 in both themes. */
export const MAX_OPACITY = 0.3

/** Speed of the fastest particle, in duct lengths per second. */
const MAX_SPEED = 0.022

/** Speed at the walls, as a fraction of the full speed. */
const WALL_SPEED_RATIO = 0.35

/** Amplitude of the sway, as a fraction of the duct height. */
const SWAY_AMPLITUDE = 0.012

/** Creates particles. `random` returns numbers from 0 to 1. */
export const createParticles = (count: number, random: () => number): Particle[] =>
  Array.from({ length: count }, (_, index) => ({
    // Spreads particles evenly along the duct to avoid gaps.
    x: (index + random()) / count,
    y: random(),
    depth: random(),
    phase: random() * 2 * Math.PI,
  }))

/** Returns the speed factor at a height. The flow profile is a parabola. */
const getSpeedFactor = (y: number) => WALL_SPEED_RATIO + (1 - WALL_SPEED_RATIO) * (1 - (2 * y - 1) ** 2)

export function moveParticle(particle: Particle, seconds: number): void {
  const distance = MAX_SPEED * getSpeedFactor(particle.y) * (0.4 + 0.6 * particle.depth) * seconds
  particle.x = (particle.x + distance) % 1
  particle.phase += seconds * (0.2 + 0.3 * particle.depth)
}

export const getHeight = ({ y, phase }: Particle): number => y + Math.sin(phase) * SWAY_AMPLITUDE

/** Returns the opacity factor from 0 to 1. Particles fade at both ends of the duct. */
export const getOpacity = ({ x, depth }: Particle): number => Math.min(1, x * 8, (1 - x) * 8) * (0.45 + 0.55 * depth)
