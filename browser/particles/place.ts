import { PARTICLES_PLACE } from '../../lib/dom-contract.ts'
import { drawParticles } from './canvas.ts'

/** A canvas that was transferred to a worker cannot be reused. */
function start(place: Element, workerFile: string | undefined): void {
  const canvas = document.createElement('canvas')
  place.replaceChildren(canvas)
  const stop = drawParticles(canvas, {
    workerFile,
    onError: () => {
      stop()
      start(place, undefined)
    },
  })
}

export function startParticles(workerFile: string | undefined): void {
  const place = document.querySelector(`[${PARTICLES_PLACE}]`)
  if (place) start(place, workerFile)
}
