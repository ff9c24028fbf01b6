'use client'

import { useEffect, useState } from 'react'
import { useSample } from '../../ui/sample.ts'

/** How often the line of the present time moves. */
const TICK = 30_000

/**
 * The present time, which goes on; among sample data it stands still.
 * @param first what the server had, so that the browser draws the same at first
 */
export function useNow(first: string): Date {
  const [now, setNow] = useState(() => new Date(first))
  const isSample = useSample() !== undefined
  useEffect(() => {
    if (isSample) return undefined
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [isSample])
  return now
}
