'use client'

import { useEffect } from 'react'
import { DASHBOARD_PATH, DASHBOARD_WORKER_PATH } from '@/lib/routes.ts'

/** Installs the service worker of the dashboard, which shows notifications and says so when the network is gone. */
export function ServiceWorker() {
  useEffect(() => {
    // Without one everything works but notifications: the page about alerts says so.
    navigator.serviceWorker?.register(DASHBOARD_WORKER_PATH, { scope: DASHBOARD_PATH }).catch(() => undefined)
  }, [])
  return null
}
