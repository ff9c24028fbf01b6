/**
 * Loads the vendor's voice agent at the first sign that a visitor wants it: pointing at the launcher (`[data-voice]`),
 * focus, touch or click. `data-voice` goes from `idle` over `loading` to `ready` or `failed`, and the style sheet
 * shows what fits. Also keeps the launcher out of the way of the page's own controls on small screens, and closes its
 * panel on Escape and on a click elsewhere. Needs nothing from outside itself, because its text becomes part of a file.
 * @param tagName the element that the vendor's script defines
 * @param timeout milliseconds until a script that does not come counts as failed
 */
export function startVoiceAgent(tagName: string, timeout: number): void {
  const root = document.documentElement
  if (root.hasAttribute('data-voice-agent')) return
  root.setAttribute('data-voice-agent', '')

  const find = () => document.querySelector<HTMLDetailsElement>('details[data-voice]')
  const within = (event: Event, selector: string) =>
    event.target instanceof Element ? event.target.closest(selector) : null

  const ready = () => {
    const voice = find()
    if (!voice || voice.dataset.voice === 'ready') return
    const agent = document.createElement(tagName)
    agent.setAttribute('agent-id', voice.dataset.agent ?? '')
    agent.setAttribute('variant', 'full')
    voice.querySelector('[data-voice-slot]')?.replaceChildren(agent)
    voice.dataset.voice = 'ready'
  }
  const failed = () => {
    const voice = find()
    if (voice?.dataset.voice === 'loading') voice.dataset.voice = 'failed'
  }
  let pending = false
  const load = () => {
    const voice = find()
    if (!voice?.dataset.agent || voice.dataset.voice === 'loading' || voice.dataset.voice === 'ready') return
    voice.dataset.voice = 'loading'
    setTimeout(failed, timeout)
    // One that comes late is welcome, too.
    void customElements.whenDefined(tagName).then(ready)
    if (pending || customElements.get(tagName)) return
    pending = true
    const script = document.createElement('script')
    script.src = voice.dataset.script ?? ''
    script.async = true
    script.addEventListener('error', () => {
      pending = false
      script.remove()
      failed()
    })
    document.head.append(script)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart', 'click']) {
    const intent = (event: Event) => {
      if (within(event, '[data-voice="idle"] > summary') || within(event, '[data-voice-retry]')) {
        if (type === 'click' || !within(event, '[data-voice-retry]')) load()
        // The button goes when it has been pressed; a keyboard stays with the launcher.
        if (type === 'click' && within(event, '[data-voice-retry]')) find()?.querySelector('summary')?.focus()
      }
    }
    document.addEventListener(type, intent, { passive: true })
  }

  const small = matchMedia('(max-width: 48rem)')
  const controls = 'a, button, input, select, textarea, summary, label, [role="button"]'
  const coversControl = (voice: HTMLElement) => {
    const { left, top, width, height } = voice.getBoundingClientRect()
    const shares = [0.02, 0.35, 0.65, 0.98]
    return shares.some((x) =>
      shares.some((y) =>
        document
          .elementsFromPoint(left + x * width, top + y * height)
          .some((element) => !voice.contains(element) && element.closest(controls)),
      ),
    )
  }
  let soon = false
  const look = () => {
    soon = false
    const voice = find()
    voice?.toggleAttribute('data-yields', small.matches && !voice.open && coversControl(voice))
  }
  // After the frame is painted: in it, asking what is where would have everything laid out once more.
  const lookSoon = () => {
    if (soon) return
    soon = true
    requestAnimationFrame(() => setTimeout(look))
  }
  for (const type of ['scroll', 'resize', 'load', 'pageshow']) addEventListener(type, lookSoon, { passive: true })
  document.addEventListener('toggle', lookSoon, { passive: true, capture: true })
  new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true })
  lookSoon()

  document.addEventListener('click', (event) => {
    const voice = find()
    if (voice?.open && !within(event, '[data-voice]')) voice.open = false
  })
  document.addEventListener('keydown', (event) => {
    const voice = find()
    if (event.key !== 'Escape' || !voice?.open) return
    voice.open = false
    if (voice.contains(document.activeElement)) voice.querySelector('summary')?.focus()
  })
}
