import { whenAtRest } from '../dom.ts'
import { startParticles } from '../particles/place.ts'
import { paintAsTold } from '../particles/worker.ts'

/* The file of pages with particles, and of the worker that draws them: a page loads it once for both. */
if (typeof document === 'undefined') paintAsTold()
else {
  const { currentScript } = document
  const file = currentScript instanceof HTMLScriptElement ? currentScript.src : undefined
  whenAtRest(() => startParticles(file))
}
