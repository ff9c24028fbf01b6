'use client'

import { useAuth } from '@clerk/nextjs'
import { useEffect } from 'react'
import { LOGIN_PATH } from '@/lib/routes.ts'

/**
 * Leads to the form when the session ends while a page is open: signed out in another tab, or ended on another device.
 * A load of its own, so that nothing of the person stays in this tab.
 */
export function SessionWatch() {
  const { isLoaded, isSignedIn } = useAuth()
  const ended = isLoaded && !isSignedIn
  useEffect(() => {
    if (!ended) return
    const here = window.location.pathname + window.location.search
    window.location.replace(`${LOGIN_PATH}?redirect_url=${encodeURIComponent(here)}`)
  }, [ended])
  return null
}
