'use client'

import { useEffect, useState } from 'react'

/** How often the line of the present time moves. */
const TICK = 30_000

/**
 * The present time, which goes on.
 * @param first what the server had, so that the browser draws the same at first
 */
export function useNow(first: string): Date {
  const [now, setNow] = useState(() => new Date(first))
  useEffect(() => {
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
