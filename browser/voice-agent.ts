import {
  VOICE,
  VOICE_AGENT,
  VOICE_INTEGRITY,
  VOICE_RETRY,
  VOICE_SCRIPT,
  VOICE_SLOT,
  type VoiceState,
} from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'
import { loadScript } from './load-script.ts'
import { findLauncher } from './voice-launcher.ts'

/** The element that the vendor's script defines. */
const AGENT_ELEMENT = 'elevenlabs-convai'

/** Milliseconds that the vendor's script may take before a visitor is offered to call or book instead. */
const LOADS_WITHIN = 8000

const stateOf = (launcher: HTMLElement) => launcher.getAttribute(VOICE) as VoiceState
const setState = (launcher: HTMLElement, state: VoiceState) => launcher.setAttribute(VOICE, state)

/** Loads the vendor's voice agent when a visitor presses the launcher, and not before. One that failed can be tried again. */
function loadAtPress(): void {
  let timeout: ReturnType<typeof setTimeout> | undefined
  const ready = () => {
    const launcher = findLauncher()
    if (!launcher || stateOf(launcher) === 'ready') return
    const agent = document.createElement(AGENT_ELEMENT)
    agent.setAttribute('agent-id', launcher.getAttribute(VOICE_AGENT) ?? '')
    agent.setAttribute('variant', 'full')
    launcher.querySelector(`[${VOICE_SLOT}]`)?.replaceChildren(agent)
    setState(launcher, 'ready')
  }
  const failed = () => {
    const launcher = findLauncher()
    if (launcher && stateOf(launcher) === 'loading') setState(launcher, 'failed')
  }
  const load = () => {
    const launcher = findLauncher()
    if (!launcher?.getAttribute(VOICE_AGENT) || /loading|ready/.test(stateOf(launcher))) return
    setState(launcher, 'loading')
    // The timeout of an earlier attempt would end this one.
    clearTimeout(timeout)
    timeout = setTimeout(failed, LOADS_WITHIN)
    // One that comes late is welcome, too.
    void customElements.whenDefined(AGENT_ELEMENT).then(ready)
    if (customElements.get(AGENT_ELEMENT)) return
    const integrity = launcher.getAttribute(VOICE_INTEGRITY)
    // A browser checks a script of another site only when it asks for it without cookies.
    const checked = integrity ? { integrity, crossOrigin: 'anonymous' } : {}
    loadScript(launcher.getAttribute(VOICE_SCRIPT) ?? '', checked).addEventListener('error', failed)
  }

  // This script comes when a visitor turns to the launcher, who may have pressed it since.
  if (findLauncher()?.open) load()
  listen('click', (event) => {
    if (within(event, `[${VOICE}="idle"] > summary`)) load()
  })
  listen('click', (event) => {
    if (!within(event, `[${VOICE_RETRY}]`)) return
    load()
    // The button goes when it has been pressed; a keyboard stays with the launcher.
    findLauncher()?.querySelector('summary')?.focus()
  })
}

/** Closes the launcher's panel on Escape and on a click elsewhere. */
function closeBehind(): void {
  listen('click', (event) => {
    const launcher = findLauncher()
    if (launcher?.open && !within(event, `[${VOICE}]`)) launcher.open = false
  })
  listen('keydown', ({ key }) => {
    const launcher = findLauncher()
    if (key !== 'Escape' || !launcher?.open) return
    launcher.open = false
    if (launcher.contains(document.activeElement)) launcher.querySelector('summary')?.focus()
  })
}

/** What the launcher does once a visitor turns to it, besides opening, which it does by itself. */
export function startVoiceAgent(): void {
  loadAtPress()
  closeBehind()
}
