/** Where on the screen a call must have come, in percent from its top, before it is played. */
export const PLAY_FROM = 65

/**
 * Plays every sample call of the page (`[data-call]`) when a visitor comes to it: `data-stage` goes from `waiting` over
 * `playing` (or `paused`) to `done`, and style sheets do the rest. Without this, and for visitors who ask for less
 * motion, a call is simply there. Needs nothing from outside itself, because its text is part of the page.
 */
export function playCalls(from: number): void {
  const root = document.documentElement
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        if (target.getAttribute('data-stage') === 'waiting') target.setAttribute('data-stage', 'playing')
      }
    },
    { rootMargin: `0px 0px -${100 - from}%` },
  )
  for (const call of document.querySelectorAll('[data-call]:not([data-stage])')) {
    call.setAttribute('data-stage', 'waiting')
    observer.observe(call)
  }
  if (root.hasAttribute('data-calls')) return
  root.setAttribute('data-calls', '')

  const callOf = (event: Event) => (event.target instanceof Element ? event.target.closest('[data-call]') : null)
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-call-action]') : null
    const call = callOf(event)
    if (!button || !call) return
    const stage = call.getAttribute('data-stage')
    if (button.getAttribute('data-call-action') === 'finish') {
      call.setAttribute('data-stage', 'done')
      // The button is gone; the other one stays where a keyboard is.
      call.querySelector<HTMLElement>('[data-call-action="play"]')?.focus({ preventScroll: true })
    } else {
      call.setAttribute('data-stage', stage === 'playing' ? 'paused' : 'playing')
    }
  })
  document.addEventListener('animationend', (event) => {
    if (event.target instanceof Element && event.target.matches('[data-call-progress]')) {
      callOf(event)?.setAttribute('data-stage', 'done')
    }
  })
}
