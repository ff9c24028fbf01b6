import { lazy } from 'react'

/*
 * The dialogs of the calendar with their forms, which are half of its scripts: fetched at the first sign that somebody wants
 * one, and once.
 */

const loadVisit = () => import('./visit-dialog.tsx')
const loadNew = () => import('./new-visit-dialog.tsx')
const loadSubscribe = () => import('./subscribe-dialog.tsx')

export const VisitDialog = lazy(async () => ({ default: (await loadVisit()).VisitDialog }))
export const NewVisitDialog = lazy(async () => ({ default: (await loadNew()).NewVisitDialog }))
export const SubscribeDialog = lazy(async () => ({ default: (await loadSubscribe()).SubscribeDialog }))

let isAsked = false

/** Fetches them before they are opened. One that cannot be fetched is asked for again when it is opened. */
export function loadDialogs(): void {
  if (isAsked) return
  isAsked = true
  void Promise.allSettled([loadVisit(), loadNew(), loadSubscribe()])
}
