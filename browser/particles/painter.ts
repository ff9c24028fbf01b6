import { PARTICLES } from '../../lib/constants.ts'
import { drift, heightOf, particles, presence, STRONGEST } from './motion.ts'

/** Frame rate in frames per second. */
const FRAMES = 30

/** Maximum average milliseconds per frame. Slower machines show a still picture. */
const BUDGET = 4
const SAMPLE = 30

export type Order = {
  /** Size in device pixels. `unit` is the number of device pixels per CSS pixel. */
  size?: { width: number; height: number; unit: number }
  shades?: string[]
  moves?: boolean
}

/** Message from the painter to the page. `painted` is the number of particles drawn. */
export type Report = { painted: number; tooSlow: boolean }

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function particlePainter(context: Context, report: (report: Report) => void): (order: Order) => void {
  const all = particles(PARTICLES, Math.random)
  let shades: string[] = []
  let unit = 1
  let frame = 0
  let last = 0
  let spent = 0
  let frames = 0
  let reported = false

  function paint(): number {
    const { width, height } = context.canvas
    context.clearRect(0, 0, width, height)
    context.lineCap = 'round'
    let painted = 0
    for (const particle of all) {
      const [x, y] = [particle.x * width, heightOf(particle) * height]
      const length = (2 + 7 * particle.depth) * unit
      context.globalAlpha = presence(particle) * STRONGEST
      context.lineWidth = (1.3 + 1.5 * particle.depth) * unit
      context.strokeStyle = shades[Math.floor(particle.x * shades.length)] ?? ''
      context.beginPath()
      context.moveTo(x - length, y)
      context.lineTo(x, y)
      context.stroke()
      painted++
    }
    return painted
  }

  function paintOnce(): void {
    if (shades.length === 0) return
    const painted = paint()
    if (reported) return
    reported = true
    report({ painted, tooSlow: false })
  }

  function advance(now: number): void {
    frame = requestAnimationFrame(advance)
    const elapsed = now - last
    if (elapsed < 1000 / FRAMES - 2) return
    last = now
    // Limits the time step, so that particles do not jump after a pause.
    for (const particle of all) drift(particle, Math.min(elapsed, 100) / 1000)
    const start = performance.now()
    const painted = paint()
    spent += performance.now() - start
    if (++frames % SAMPLE > 0) return
    if (spent / SAMPLE > BUDGET) {
      cancelAnimationFrame(frame)
      report({ painted, tooSlow: true })
    }
    spent = 0
  }

  return ({ size, moves, ...order }) => {
    if (order.shades) shades = order.shades
    if (size) {
      Object.assign(context.canvas, { width: size.width, height: size.height })
      unit = size.unit
    }
    if (size || order.shades) paintOnce()
    if (moves === undefined) return
    cancelAnimationFrame(frame)
    if (moves) frame = requestAnimationFrame(advance)
  }
}
