import { CALL, CALL_SECONDS, CALL_STAGE, type CallStage } from '../lib/dom-contract.ts'

const WAITING: CallStage = 'waiting'

/**
 * Has the calls of the page wait until a visitor comes to them: where there is a transcript, and nobody asks for less
 * motion. Runs in the HTML, before they are painted.
 */
export function holdCalls(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const call of document.querySelectorAll(`[${CALL}]:not([${CALL_STAGE}]):has([${CALL_SECONDS}])`))
    call.setAttribute(CALL_STAGE, WAITING)
}
