'use client'

import { useEffect, useRef } from 'react'
import { drawParticles } from '@/browser/particles/canvas.ts'

/** A new canvas for each start: one that a worker has had cannot be used again. */
function startParticles(place: HTMLElement): () => void {
  let stop = () => {}
  const start = (inWorker: boolean) => {
    const canvas = document.createElement('canvas')
    canvas.className = 'sticky top-0 block h-lvh max-h-full w-full'
    place.replaceChildren(canvas)
    const onError = () => {
      stop()
      start(false)
    }
    stop = drawParticles(canvas, { inWorker, onError })
  }
  start(true)
  return () => {
    stop()
    place.replaceChildren()
  }
}

/**
 * Particles drifting like air in a duct, warm to cool, behind the content of a marketing page. The canvas is as high
 * as the screen and stays in it while the content does, so it takes no part in the layout.
 */
export function Particles() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? startParticles(place.current) : undefined), [])
  return (
    <div
      ref={place}
      className="pointer-events-none absolute inset-x-0 -top-18 bottom-0 -z-10 print:hidden"
      aria-hidden="true"
    />
  )
}
