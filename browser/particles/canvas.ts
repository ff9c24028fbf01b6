import { THEME_ATTRIBUTE } from '../../lib/dom-contract.ts'
import { particlePainter, type Order, type Report } from './painter.ts'

const SHADES = 12

/** Maximum number of device pixels per CSS pixel. */
const DENSITY = 1.5

type Painter = { order: (order: Order) => void; stop: () => void }

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
function workerPainter(
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
  return { order: (order: Order) => worker.postMessage(order), stop: () => worker.terminate() }
}

function localPainter(canvas: HTMLCanvasElement, onReport: (report: Report) => void): Painter | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const order = particlePainter(context, onReport)
  return { order, stop: () => order({ moves: false }) }
}

/** Returns theme colors from warm to cool as computed CSS colors for the canvas. */
function shadesOf(canvas: HTMLCanvasElement): string[] {
  const shades = Array.from({ length: SHADES }, (_, index) => {
    // The color is constant at both ends and blended in between.
    const share = Math.min(Math.max((index / (SHADES - 1) - 0.2) / 0.6, 0), 1)
    canvas.style.color = `color-mix(in oklab, var(--accent) ${share * 100}%, var(--primary))`
    return getComputedStyle(canvas).color
  })
  canvas.style.removeProperty('color')
  return shades
}

function sizeOf(canvas: HTMLCanvasElement): Order['size'] {
  const unit = Math.min(devicePixelRatio, DENSITY)
  return { width: Math.round(canvas.clientWidth * unit), height: Math.round(canvas.clientHeight * unit), unit }
}

/**
 * Draws particles until the caller calls the returned function.
 * Animates only while visible, within the time budget and without reduced motion.
 * @param workerFile script URL, or undefined to draw in the page
 * @param onError callback for a failed worker, after which the canvas is unusable
 */
export function drawParticles(
  canvas: HTMLCanvasElement,
  { workerFile, onError }: { workerFile: string | undefined; onError: () => void },
) {
  let visible = false
  let tooSlow = false
  const onReport = (report: Report) => {
    tooSlow = report.tooSlow
    canvas.dataset.particles = String(report.painted)
    if (tooSlow) decide()
  }
  const painter = (workerFile && workerPainter(canvas, workerFile, onReport, onError)) || localPainter(canvas, onReport)
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const stopped = new AbortController()
  function decide(): void {
    const moves = visible && !document.hidden && !calm.matches && !tooSlow
    canvas.dataset.motion = moves ? 'moving' : 'still'
    painter?.order({ moves })
  }

  const sizes = new ResizeObserver(() => painter?.order({ size: sizeOf(canvas) }))
  const sight = new IntersectionObserver((entries) => {
    visible = entries.at(-1)?.isIntersecting ?? false
    decide()
  })
  const theme = new MutationObserver(() => painter?.order({ shades: shadesOf(canvas) }))
  painter?.order({ shades: shadesOf(canvas), size: sizeOf(canvas) })
  sizes.observe(canvas)
  sight.observe(canvas)
  theme.observe(document.documentElement, { attributeFilter: [THEME_ATTRIBUTE] })
  document.addEventListener('visibilitychange', decide, { signal: stopped.signal })
  calm.addEventListener('change', decide, { signal: stopped.signal })

  return () => {
    for (const observer of [sizes, sight, theme]) observer.disconnect()
    stopped.abort()
    painter?.stop()
  }
}
