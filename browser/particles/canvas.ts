import { THEME_ATTRIBUTE } from '../../lib/dom-contract.ts'
import { createPainter, type PainterMessage, type Report } from './painter.ts'

const SHADE_COUNT = 12

/** Maximum number of device pixels per CSS pixel. */
const MAX_PIXEL_RATIO = 1.5

type Painter = { send: (order: PainterMessage) => void; stop: () => void }

function createWorker(file: string): Worker | undefined {
  try {
    return new Worker(file)
  } catch {
    // On failure, the page draws the particles itself.
    return undefined
  }
}

/**
 * Creates a painter in a worker, or returns undefined if the browser does not support it.
 * Without a GPU, a worker needs 2–3 ms per second instead of 80–100 ms.
 */
function createWorkerPainter(
  canvas: HTMLCanvasElement,
  file: string,
  onReport: (report: Report) => void,
  onError: () => void,
) {
  const worker = 'transferControlToOffscreen' in canvas ? createWorker(file) : undefined
  if (!worker) return undefined
  worker.addEventListener('message', ({ data }: MessageEvent<Report>) => onReport(data))
  worker.addEventListener('error', onError)
  const offscreen = canvas.transferControlToOffscreen()
  worker.postMessage({ canvas: offscreen }, [offscreen])
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  return { send: (message: PainterMessage) => worker.postMessage(message), stop: () => worker.terminate() }
}

function createLocalPainter(canvas: HTMLCanvasElement, onReport: (report: Report) => void): Painter | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const send = createPainter(context, onReport)
  return { send, stop: () => send({ moves: false }) }
}

/** Returns theme colors from warm to cool as computed CSS colors for the canvas. */
function computeShades(canvas: HTMLCanvasElement): string[] {
  const shades = Array.from({ length: SHADE_COUNT }, (_, index) => {
    // The color is constant at both ends and blended in between.
    const ratio = Math.min(Math.max((index / (SHADE_COUNT - 1) - 0.2) / 0.6, 0), 1)
    canvas.style.color = `color-mix(in oklab, var(--accent) ${ratio * 100}%, var(--primary))`
    return getComputedStyle(canvas).color
  })
  canvas.style.removeProperty('color')
  return shades
}

function measureSize(canvas: HTMLCanvasElement): PainterMessage['size'] {
  const pixelRatio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO)
  return {
    width: Math.round(canvas.clientWidth * pixelRatio),
    height: Math.round(canvas.clientHeight * pixelRatio),
    unit: pixelRatio,
  }
}

/**
 * Draws particles until the caller calls the returned function.
 * Animates only while the canvas is visible, frames stay within the time budget, and the visitor does not prefer
 * reduced motion.
 * @param workerFile script URL, or undefined to draw in the page
 * @param onError callback for a failed worker, after which the canvas is unusable
 */
export function drawParticles(
  canvas: HTMLCanvasElement,
  { workerFile, onError }: { workerFile: string | undefined; onError: () => void },
) {
  let isVisible = false
  let isTooSlow = false
  const onReport = (report: Report) => {
    isTooSlow = report.tooSlow
    canvas.dataset.particles = String(report.painted)
    if (isTooSlow) updateMotion()
  }
  const painter =
    (workerFile && createWorkerPainter(canvas, workerFile, onReport, onError)) || createLocalPainter(canvas, onReport)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const abortController = new AbortController()
  function updateMotion(): void {
    const shouldMove = isVisible && !document.hidden && !reducedMotion.matches && !isTooSlow
    canvas.dataset.motion = shouldMove ? 'moving' : 'still'
    painter?.send({ moves: shouldMove })
  }

  const sizes = new ResizeObserver(() => painter?.send({ size: measureSize(canvas) }))
  const visibilityObserver = new IntersectionObserver((entries) => {
    isVisible = entries.at(-1)?.isIntersecting ?? false
    updateMotion()
  })
  const theme = new MutationObserver(() => painter?.send({ shades: computeShades(canvas) }))
  painter?.send({ shades: computeShades(canvas), size: measureSize(canvas) })
  sizes.observe(canvas)
  visibilityObserver.observe(canvas)
  theme.observe(document.documentElement, { attributeFilter: [THEME_ATTRIBUTE] })
  document.addEventListener('visibilitychange', updateMotion, { signal: abortController.signal })
  reducedMotion.addEventListener('change', updateMotion, { signal: abortController.signal })

  return () => {
    for (const observer of [sizes, visibilityObserver, theme]) observer.disconnect()
    abortController.abort()
    painter?.stop()
  }
}
