import { PARTICLES_PLACE_ATTRIBUTE } from '../../lib/dom-contract.ts'
import { drawParticles } from './canvas.ts'

/** Draws on a new canvas, because a canvas transferred to a failed worker is unusable. */
function start(container: Element, workerFile: string | undefined): void {
  const canvas = document.createElement('canvas')
  container.replaceChildren(canvas)
  const stop = drawParticles(canvas, {
    workerFile,
    onError: () => {
      stop()
      start(container, undefined)
    },
  })
}

export function startParticles(workerFile: string | undefined): void {
  const container = document.querySelector(`[${PARTICLES_PLACE_ATTRIBUTE}]`)
  if (container) start(container, workerFile)
}
