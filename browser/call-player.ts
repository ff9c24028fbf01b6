import {
  CALL,
  CALL_ACTION,
  CALL_PROGRESS,
  CALL_STAGE,
  CALLS_STARTED,
  type CallAction,
  type CallStage,
} from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

/** Where on the screen a call must have come, in percent from its top, before it is played. */
const PLAYS_FROM = 65

const stageOf = (call: Element) => call.getAttribute(CALL_STAGE) as CallStage | null
const setStage = (call: Element | null, stage: CallStage) => call?.setAttribute(CALL_STAGE, stage)
const callOf = (event: Event) => within(event, `[${CALL}]`)

function act(call: Element, action: CallAction): void {
  if (action === 'play') {
    setStage(call, stageOf(call) === 'playing' ? 'paused' : 'playing')
    return
  }
  setStage(call, 'done')
  const play: CallAction = 'play'
  // The pressed button is gone; the other one stays where a keyboard is.
  call.querySelector<HTMLElement>(`[${CALL_ACTION}="${play}"]`)?.focus({ preventScroll: true })
}

function startButtons(): void {
  if (root.hasAttribute(CALLS_STARTED)) return
  root.setAttribute(CALLS_STARTED, '')
  listen('click', (event) => {
    const action = within(event, `[${CALL_ACTION}]`)?.getAttribute(CALL_ACTION) as CallAction | null | undefined
    const call = callOf(event)
    if (action && call) act(call, action)
  })
  listen('animationend', (event) => {
    if (event.target instanceof Element && event.target.hasAttribute(CALL_PROGRESS)) setStage(callOf(event), 'done')
  })
}

/**
 * Plays every sample call of the page when a visitor comes to it: it goes from one stage to the next, and style sheets do
 * the rest. Without it, and for visitors who ask for less motion, a call is simply there. Runs in the HTML before calls are
 * painted, and again after each navigation to a page with calls.
 */
export function playCalls(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start: IntersectionObserverCallback = (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      if (stageOf(target) === 'waiting') setStage(target, 'playing')
    }
  }
  const observer = new IntersectionObserver(start, { rootMargin: `0px 0px -${100 - PLAYS_FROM}%` })
  for (const call of document.querySelectorAll(`[${CALL}]:not([${CALL_STAGE}])`)) {
    setStage(call, 'waiting')
    observer.observe(call)
  }
  startButtons()
}
