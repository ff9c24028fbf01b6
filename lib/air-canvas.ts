import { drift, heightOf, type Particle, particles, presence } from './air.ts'
import { PARTICLES } from './constants.ts'

/** Shades between warm and cool. */
const SHADES = 12

/** Opacity of the nearest particle: text over it keeps its contrast. */
const STRONGEST = 0.45

/** Frames a second: slow air needs no more. */
const FRAMES = 30

/** Device pixels a CSS pixel at most. */
const DENSITY = 1.5

/** Milliseconds that drawing may take on average; a machine that needs more gets the picture without motion. */
const BUDGET = 3
const SAMPLE = 30

/** Colours from ember to ice in the theme of the moment, as the canvas understands them. */
function shadesOf(canvas: HTMLCanvasElement): string[] {
  const probe = canvas.style
  const shades = Array.from({ length: SHADES }, (_, index) => {
    // Warm and cool for a while at the ends, changing in between.
    const share = Math.min(Math.max((index / (SHADES - 1) - 0.2) / 0.6, 0), 1)
    probe.color = `color-mix(in oklab, var(--ice) ${share * 100}%, var(--ember))`
    return getComputedStyle(canvas).color
  })
  probe.removeProperty('color')
  return shades
}

function paint(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, air: Particle[], shades: string[]): void {
  const { width, height } = canvas
  const unit = width / canvas.clientWidth || 1
  context.clearRect(0, 0, width, height)
  context.lineCap = 'round'
  for (const particle of air) {
    const [x, y] = [particle.x * width, heightOf(particle) * height]
    const length = (2 + 6 * particle.depth) * unit
    context.globalAlpha = presence(particle) * STRONGEST
    context.lineWidth = (1.1 + 1.3 * particle.depth) * unit
    context.strokeStyle = shades[Math.floor(particle.x * SHADES)] ?? ''
    context.beginPath()
    context.moveTo(x - length, y - Math.cos(particle.phase) * length * 0.06)
    context.lineTo(x, y)
    context.stroke()
  }
}

/**
 * Draws the air on a canvas until the returned function is called. It moves only while the canvas can be seen, in a
 * tab that is shown, on a machine that draws it within its budget, and for visitors who do not ask for less motion.
 */
export function drawAir(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => undefined
  const air = particles(PARTICLES, Math.random)
  const stopped = new AbortController()
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let shades = shadesOf(canvas)
  let visible = false
  let tooSlow = false
  let frame = 0
  let last = 0
  let spent = 0
  let drawn = 0

  const draw = () => paint(canvas, context, air, shades)
  const advance = (now: number) => {
    frame = requestAnimationFrame(advance)
    const elapsed = now - last
    if (elapsed < 1000 / FRAMES - 2) return
    last = now
    // After a pause the air goes on from where it was.
    for (const particle of air) drift(particle, Math.min(elapsed, 100) / 1000)
    const start = performance.now()
    draw()
    spent += performance.now() - start
    if (++drawn % SAMPLE > 0) return
    tooSlow = spent / SAMPLE > BUDGET
    spent = 0
    if (tooSlow) decide()
  }
  const decide = () => {
    cancelAnimationFrame(frame)
    frame = 0
    const moves = visible && !document.hidden && !calm.matches && !tooSlow
    canvas.dataset.air = moves ? 'moving' : 'still'
    if (moves) frame = requestAnimationFrame(advance)
  }

  const sizes = new ResizeObserver(() => {
    const unit = Math.min(devicePixelRatio, DENSITY)
    canvas.width = Math.round(canvas.clientWidth * unit)
    canvas.height = Math.round(canvas.clientHeight * unit)
    draw()
  })
  const sight = new IntersectionObserver((entries) => {
    visible = entries.at(-1)?.isIntersecting ?? false
    decide()
  })
  const theme = new MutationObserver(() => {
    shades = shadesOf(canvas)
    draw()
  })
  sizes.observe(canvas)
  sight.observe(canvas)
  theme.observe(document.documentElement, { attributeFilter: ['class'] })
  document.addEventListener('visibilitychange', decide, { signal: stopped.signal })
  calm.addEventListener('change', decide, { signal: stopped.signal })

  return () => {
    cancelAnimationFrame(frame)
    for (const observer of [sizes, sight, theme]) observer.disconnect()
    stopped.abort()
  }
}
