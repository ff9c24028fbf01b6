// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawParticles } from '../../../browser/particles/canvas.ts'
import { fakeMedia, fakeSight, find } from './fake-browser.ts'

const media = fakeMedia()
const sight = fakeSight()

/** Drawings of the whole picture so far, and the strokes of the last. */
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

const motion = () => find('canvas').dataset.motion

describe('the canvas of the particles', () => {
  it('has 100 of them before it is in sight', () => {
    expect(frames.at(-1)).toBe(100)
    expect(find('canvas').dataset.particles).toBe('100')
  })

  it('moves while it is in sight, and not for visitors who ask for less motion', () => {
    sight.show(find('canvas'))
    expect(motion()).toBe('moving')
    media.set('(prefers-reduced-motion: reduce)', true)
    expect(motion()).toBe('still')
  })

  it('is drawn anew in the colours of another theme', async () => {
    const before = frames.length
    document.documentElement.dataset.theme = 'light'
    await Promise.resolve()
    expect(frames.length).toBe(before + 1)
    expect(frames.at(-1)).toBe(100)
  })
})
