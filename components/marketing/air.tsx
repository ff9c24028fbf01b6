'use client'

import { useEffect, useRef } from 'react'
import { drawAir } from '@/lib/air-canvas.ts'

/**
 * Particles drifting like air in a duct, warm to cool, behind the content of a marketing page. The canvas is as high
 * as the screen and stays in it while the content does, so it takes no part in the layout.
 */
export function Air() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? drawAir(canvas.current) : undefined), [])
  return (
    <div className="pointer-events-none absolute inset-x-0 -top-18 bottom-0 -z-10 print:hidden" aria-hidden="true">
      <canvas ref={canvas} className="sticky top-0 block h-lvh max-h-full w-full" data-air />
    </div>
  )
}
