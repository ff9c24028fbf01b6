/** Where on the screen a call must have come, in percent from its top, before it is played. */
const PLAY_FROM = 65

/*
 * Plain JavaScript that plays every sample call of the page (`[data-call]`) when a visitor comes to it: `data-stage` goes
 * from `waiting` over `playing` (or `paused`) to `done`, and style sheets do the rest. Without it, and for visitors who
 * ask for less motion, a call is simply there. Harmless to run twice. A text, not a function, because the bundler gives a
 * function another text and the page's policy must know this one.
 */
export const playCallsScript = `(() => {
  const root = document.documentElement
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      if (target.dataset.stage === 'waiting') target.dataset.stage = 'playing'
    }
  }, { rootMargin: '0px 0px -${100 - PLAY_FROM}%' })
  for (const call of document.querySelectorAll('[data-call]:not([data-stage])')) {
    call.dataset.stage = 'waiting'
    observer.observe(call)
  }
  if (root.hasAttribute('data-calls')) return
  root.setAttribute('data-calls', '')

  const within = (event, selector) => event.target instanceof Element ? event.target.closest(selector) : null
  document.addEventListener('click', (event) => {
    const button = within(event, '[data-call-action]')
    const call = within(event, '[data-call]')
    if (!button || !call) return
    if (button.dataset.callAction === 'finish') {
      call.dataset.stage = 'done'
      // The button is gone; the other one stays where a keyboard is.
      call.querySelector('[data-call-action="play"]')?.focus({ preventScroll: true })
    } else {
      call.dataset.stage = call.dataset.stage === 'playing' ? 'paused' : 'playing'
    }
  })
  document.addEventListener('animationend', (event) => {
    if (event.target instanceof Element && event.target.matches('[data-call-progress]')) {
      within(event, '[data-call]').dataset.stage = 'done'
    }
  })
})()`
