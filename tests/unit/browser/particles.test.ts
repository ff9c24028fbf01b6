// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest'
import { moveParticle, getHeight, createParticles, getOpacity } from '../../../browser/particles/motion.ts'
import { PARTICLE_COUNT } from '../../../lib/constants.ts'
import { drawParticles } from '../../../browser/particles/canvas.ts'
import { fakeMedia, fakeIntersections, find } from './fake-browser.ts'

const centerParticle = { x: 0.5, y: 0.5, depth: 0.5, phase: 0 }
const tracePath = (particle: typeof centerParticle) => {
  const movedParticle = { ...particle }
  moveParticle(movedParticle, 1)
  return movedParticle.x - particle.x
}

describe('particles', () => {
  it('have the requested count and are spread along the whole duct', () => {
    const allParticles = createParticles(PARTICLE_COUNT, () => 0.5)
    expect(allParticles).toHaveLength(100)
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(allParticles.filter(({ x }) => x >= tenth / 10 && x < (tenth + 1) / 10)).toHaveLength(10)
    }
  })

  it('cover the full range of heights, depths and phases', () => {
    let seed = 0
    const allParticles = createParticles(PARTICLE_COUNT, () => (seed = (seed + 0.618_034) % 1))
    const shares = { y: allParticles.map(({ y }) => y), depth: allParticles.map(({ depth }) => depth) }
    for (const values of [...Object.values(shares), allParticles.map(({ phase }) => phase / (2 * Math.PI))]) {
      expect(Math.min(...values)).toBeLessThan(0.1)
      expect(Math.max(...values)).toBeGreaterThan(0.9)
      expect(Math.max(...values)).toBeLessThan(1)
    }
  })

  it('cross the duct in 30 to 60 seconds at maximum speed', () => {
    const seconds = 1 / tracePath({ ...centerParticle, depth: 1 })
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThan(60)
  })

  it('sway up and down, faster when nearer', () => {
    const getRotation = (depth: number) => {
      const particle = { ...centerParticle, depth }
      moveParticle(particle, 1)
      return particle.phase
    }
    expect(getRotation(0)).toBeGreaterThan(0)
    expect(getRotation(1)).toBeGreaterThan(getRotation(0))
    const [up, down] = [0.5, 1.5].map((half) => getHeight({ ...centerParticle, phase: half * Math.PI }))
    expect(up).toBeGreaterThan(centerParticle.y)
    expect(down).toBeLessThan(centerParticle.y)
  })

  it('are more opaque when nearer, up to full opacity', () => {
    const [far = 0, near] = [0, 1].map((depth) => getOpacity({ ...centerParticle, depth }))
    expect(far).toBeGreaterThan(0)
    expect(near).toBeGreaterThan(far)
    expect(near).toBe(1)
  })

  it('drift from left to right, faster in the middle and when nearer', () => {
    expect(tracePath(centerParticle)).toBeGreaterThan(0)
    expect(tracePath({ ...centerParticle, y: 0 })).toBeGreaterThan(0)
    expect(tracePath(centerParticle)).toBeGreaterThan(tracePath({ ...centerParticle, y: 0.05 }))
    expect(tracePath({ ...centerParticle, depth: 1 })).toBeGreaterThan(tracePath({ ...centerParticle, depth: 0 }))
  })

  it('stay inside the duct and are invisible where they wrap', () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(share, share, share, fc.double({ min: 0, max: 1e4, noNaN: true }), (x, y, depth, seconds) => {
        const particle = { x, y, depth, phase: 0 }
        moveParticle(particle, seconds)
        expect(particle.x).toBeGreaterThanOrEqual(0)
        expect(particle.x).toBeLessThan(1)
        expect(Math.abs(getHeight(particle) - y)).toBeLessThan(0.02)
        expect(getOpacity(particle)).toBeLessThanOrEqual(1)
      }),
    )
    expect(getOpacity({ ...centerParticle, x: 0 })).toBe(0)
    expect(getOpacity({ ...centerParticle, x: 1 })).toBe(0)
  })
})

describe('particle canvas', () => {
  const media = fakeMedia()
  const intersections = fakeIntersections()
  const frames: number[] = []
  let stop = () => {}
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    frames.length = 0
    const context = {
      canvas: { width: 100, height: 100 },
      clearRect: () => frames.push(0),
      stroke: () => frames.push((frames.pop() ?? 0) + 1),
      beginPath: () => undefined,
      moveTo: () => undefined,
      lineTo: () => undefined,
    }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    media.set('(prefers-reduced-motion: reduce)', false)
    document.body.innerHTML = '<canvas></canvas>'
    stop = drawParticles(find<HTMLCanvasElement>('canvas'), { workerFile: undefined, onError: () => undefined })
  })
  afterEach(() => {
    stop()
    vi.restoreAllMocks()
  })
  const getMotion = () => find('canvas').dataset.motion

  it('draws 100 particles before it is visible', () => {
    expect(frames.at(-1)).toBe(100)
    expect(find('canvas').dataset.particles).toBe('100')
  })

  it('animates while visible, except with reduced motion', () => {
    intersections.show(find('canvas'))
    expect(getMotion()).toBe('moving')
    media.set('(prefers-reduced-motion: reduce)', true)
    expect(getMotion()).toBe('still')
  })

  it('is redrawn when the theme changes', async () => {
    const frameCount = frames.length
    document.documentElement.dataset.theme = 'light'
    await Promise.resolve()
    expect(frames.length).toBe(frameCount + 1)
    expect(frames.at(-1)).toBe(100)
  })
})
