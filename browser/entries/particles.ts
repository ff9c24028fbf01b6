import { whenAtRest } from '../when.ts'
import { startParticles } from '../particles/place.ts'
import { paintAsTold } from '../particles/worker.ts'

/* The file of pages with particles, and of the worker that draws them, where there is no document: a page loads it once. */
if (typeof document === 'undefined') paintAsTold()
else {
  const { currentScript } = document
  const file = currentScript instanceof HTMLScriptElement ? currentScript.src : undefined
  whenAtRest(() => startParticles(file))
}
