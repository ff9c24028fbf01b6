import { PARTICLES_PLACE } from '../../lib/dom-contract.ts'
import { drawParticles } from './canvas.ts'

/** Draws on a new canvas, because a canvas transferred to a failed worker is unusable. */
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
