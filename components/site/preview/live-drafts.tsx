'use client'

import type { ClientConfig } from '@sanity/client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'

type LiveDraftsProps = {
  projectId: string
  dataset: string
  apiVersion: string
  apiHost: string | undefined
  /** Token with read access to drafts. Only editors in draft mode receive it. */
  token: string
}

/** Refresh interval after the Content Lake has permanently closed the event stream. */
const POLL_INTERVAL_MS = 30_000

/** Subscribes to live events. Imports the client lazily, so that public pages never load it. */
async function subscribeToDrafts(config: ClientConfig, refresh: () => void, signal: AbortSignal): Promise<void> {
  const { createClient } = await import('@sanity/client')
  if (signal.aborted) return
  let timer: ReturnType<typeof setInterval> | undefined
  const startPolling = () => {
    timer ??= setInterval(refresh, POLL_INTERVAL_MS)
  }
  const subscription = createClient(config)
    .live.events({ includeDrafts: true, tag: 'preview' })
    .subscribe({
      next: ({ type }) => {
        if (type === 'message' || type === 'restart') refresh()
        if (type === 'goaway') startPolling()
      },
      error: startPolling,
    })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    subscription.unsubscribe()
  })
}

/**
 * Refreshes the page when a draft changes. Replaces next-sanity's `SanityLive`, because its server action lets any
 * visitor revalidate any tag. See https://www.sanity.io/docs/content-lake/live-content-api
 */
export function LiveDrafts({ projectId, dataset, apiVersion, apiHost, token }: LiveDraftsProps) {
  const router = useRouter()
  useEffect(() => {
    const config: ClientConfig = {
      projectId,
      dataset,
      apiVersion,
      token,
      useCdn: false,
      ignoreBrowserTokenWarning: true,
      ...(apiHost && { apiHost, useProjectHostname: false }),
    }
    const refresh = () => startTransition(() => router.refresh())
    const abortController = new AbortController()
    void subscribeToDrafts(config, refresh, abortController.signal)
    return () => abortController.abort()
  }, [router, projectId, dataset, apiVersion, apiHost, token])
  return null
}
