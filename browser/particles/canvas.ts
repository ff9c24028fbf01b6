import { THEME_ATTRIBUTE } from '../../lib/dom-contract.ts'
import { particlePainter, type Order, type Report } from './painter.ts'

/** Shades between warm and cool. */
const SHADES = 12

/** Device pixels a CSS pixel at most. */
const DENSITY = 1.5

type Painter = { order: (order: Order) => void; stop: () => void }

/** Undefined where workers are unsupported, or where a policy or an extension blocks this one. */
function createWorker(file: string): Worker | undefined {
  try {
    return new Worker(file)
  } catch {
    // The page draws the particles instead.
    return undefined
  }
}

/**
 * A painter in a worker: it costs the page 2 to 3 ms a second instead of 80 to 100 where no graphics card helps.
 * Undefined where the browser cannot draw in a worker.
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

/** Colours from ember to ice in the theme of the moment, as a canvas understands them. */
function shadesOf(canvas: HTMLCanvasElement): string[] {
  const shades = Array.from({ length: SHADES }, (_, index) => {
    // Warm and cool for a while at the ends, changing in between.
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
 * Draws the particles on a canvas until the returned function is called. It moves only while the canvas can be seen, in a
 * tab that is shown, on a machine that draws it within its budget, and for visitors who do not ask for less motion.
 * @param workerFile address of the script that draws it beside the page; undefined to draw it in the page
 * @param onError called when the canvas is of no more use, because the worker that has it failed
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
