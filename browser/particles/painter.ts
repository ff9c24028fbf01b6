import { PARTICLE_COUNT } from '../../lib/constants.ts'
import { moveParticle, getHeight, createParticles, getOpacity, MAX_OPACITY } from './motion.ts'

/** Frame rate in frames per second. */
const FRAMES_PER_SECOND = 30

/** Maximum average time per frame. Slower machines show a still picture. */
const FRAME_BUDGET_MS = 4
const SAMPLE_FRAMES = 30

export type PainterMessage = {
  /** Size in device pixels. `unit` is the number of device pixels per CSS pixel. */
  size?: { width: number; height: number; unit: number }
  shades?: string[]
  moves?: boolean
}

/** Message from the painter to the page. `painted` is the number of particles drawn. */
export type Report = { painted: number; tooSlow: boolean }

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function createPainter(context: Context, report: (report: Report) => void): (order: PainterMessage) => void {
  const allParticles = createParticles(PARTICLE_COUNT, Math.random)
  let shades: string[] = []
  let pixelRatio = 1
  let frameId = 0
  let last = 0
  let spentMs = 0
  let frameCount = 0
  let hasReported = false

  function paint(): number {
    const { width, height } = context.canvas
    context.clearRect(0, 0, width, height)
    context.lineCap = 'round'
    let painted = 0
    for (const particle of allParticles) {
      const [x, y] = [particle.x * width, getHeight(particle) * height]
      const length = (2 + 7 * particle.depth) * pixelRatio
      context.globalAlpha = getOpacity(particle) * MAX_OPACITY
      context.lineWidth = (1.3 + 1.5 * particle.depth) * pixelRatio
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
    if (hasReported) return
    hasReported = true
    report({ painted, tooSlow: false })
  }

  function advance(now: number): void {
    frameId = requestAnimationFrame(advance)
    const elapsed = now - last
    if (elapsed < 1000 / FRAMES_PER_SECOND - 2) return
    last = now
    // Limits the time step, so that particles do not jump after a pause.
    for (const particle of allParticles) moveParticle(particle, Math.min(elapsed, 100) / 1000)
    const start = performance.now()
    const painted = paint()
    spentMs += performance.now() - start
    if (++frameCount % SAMPLE_FRAMES > 0) return
    if (spentMs / SAMPLE_FRAMES > FRAME_BUDGET_MS) {
      cancelAnimationFrame(frameId)
      report({ painted, tooSlow: true })
    }
    spentMs = 0
  }

  return ({ size, moves, ...settings }) => {
    if (settings.shades) shades = settings.shades
    if (size) {
      Object.assign(context.canvas, { width: size.width, height: size.height })
      pixelRatio = size.unit
    }
    if (size || settings.shades) paintOnce()
    if (moves === undefined) return
    cancelAnimationFrame(frameId)
    if (moves) frameId = requestAnimationFrame(advance)
  }
}
