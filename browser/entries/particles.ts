import { whenIdle } from '../page-timing.ts'
import { startParticles } from '../particles/start.ts'
import { startPainterWorker } from '../particles/worker.ts'

/* Runs in the page and in the worker. The worker has no document and draws the particles. */
if (typeof document === 'undefined') startPainterWorker()
else {
  const { currentScript } = document
  const file = currentScript instanceof HTMLScriptElement ? currentScript.src : undefined
  whenIdle(() => startParticles(file))
}
