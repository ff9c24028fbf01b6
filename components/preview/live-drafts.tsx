'use client'

import type { ClientConfig } from '@sanity/client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'

type LiveDraftsProps = {
  projectId: string
  dataset: string
  apiVersion: string
  apiHost: string | undefined
  /** Reads drafts; only an editor in draft mode is given it. */
  token: string
}

/** Milliseconds between refreshes once the Content Lake has ended its live events for good. */
const WITHOUT_EVENTS = 30_000

/**
 * Calls back when a draft changes, and regularly when the Content Lake sends no events.
 * The client is loaded here: a page that shows no drafts never asks for it.
 */
async function listen(config: ClientConfig, refresh: () => void, ended: AbortSignal): Promise<void> {
  const { createClient } = await import('@sanity/client')
  if (ended.aborted) return
  let timer: ReturnType<typeof setInterval> | undefined
  const withoutEvents = () => {
    timer ??= setInterval(refresh, WITHOUT_EVENTS)
  }
  const subscription = createClient(config)
    .live.events({ includeDrafts: true, tag: 'preview' })
    .subscribe({
      next: ({ type }) => {
        if (type === 'message' || type === 'restart') refresh()
        if (type === 'goaway') withoutEvents()
      },
      error: withoutEvents,
    })
  ended.addEventListener('abort', () => {
    clearInterval(timer)
    subscription.unsubscribe()
  })
}

/**
 * Renders the page anew when a draft changes. Instead of `SanityLive` of next-sanity, which brings a server action that
 * revalidates any tags for anyone into every page.
 * Source: https://www.sanity.io/docs/content-lake/live-content-api
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
    const ended = new AbortController()
    void listen(config, refresh, ended.signal)
    return () => ended.abort()
  }, [router, projectId, dataset, apiVersion, apiHost, token])
  return null
}
