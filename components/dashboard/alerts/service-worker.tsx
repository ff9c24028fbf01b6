'use client'

import { useEffect } from 'react'
import { DASHBOARD_PATH, DASHBOARD_WORKER_PATH } from '@/lib/routes.ts'

export function ServiceWorker() {
  useEffect(() => {
    // Only notifications need the worker. If registration fails, the alerts page reports that notifications are
    // unavailable. That never affects the dashboard itself.
    navigator.serviceWorker?.register(DASHBOARD_WORKER_PATH, { scope: DASHBOARD_PATH }).catch(() => undefined)
  }, [])
  return null
}
