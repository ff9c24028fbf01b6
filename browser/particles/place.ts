import { PARTICLES_PLACE } from '../../lib/dom-contract.ts'
import { drawParticles } from './canvas.ts'

/** A new canvas for each start: one that a worker has had cannot be used again. */
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

/**
 * Draws the particles of the page.
 * @param workerFile address of the script that draws them beside the page
 */
export function startParticles(workerFile: string | undefined): void {
  const place = document.querySelector(`[${PARTICLES_PLACE}]`)
  if (place) start(place, workerFile)
}
