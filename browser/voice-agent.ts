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

const AGENT_ELEMENT = 'elevenlabs-convai'

/** Timeout in milliseconds until the launcher suggests to call or book instead. */
const LOADS_WITHIN = 8000

const stateOf = (launcher: HTMLElement) => launcher.getAttribute(VOICE) as VoiceState
const setState = (launcher: HTMLElement, state: VoiceState) => launcher.setAttribute(VOICE, state)

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
    // Clears the timeout of an earlier attempt.
    clearTimeout(timeout)
    timeout = setTimeout(failed, LOADS_WITHIN)
    void customElements.whenDefined(AGENT_ELEMENT).then(ready)
    if (customElements.get(AGENT_ELEMENT)) return
    const integrity = launcher.getAttribute(VOICE_INTEGRITY)
    // Subresource integrity requires CORS for cross-origin scripts.
    const checked = integrity ? { integrity, crossOrigin: 'anonymous' } : {}
    loadScript(launcher.getAttribute(VOICE_SCRIPT) ?? '', checked).addEventListener('error', failed)
  }

  // The visitor may have opened the launcher before this script loaded.
  if (findLauncher()?.open) load()
  listen('click', (event) => {
    if (within(event, `[${VOICE}="idle"] > summary`)) load()
    if (!within(event, `[${VOICE_RETRY}]`)) return
    load()
    // The retry button disappears, so move the focus to the launcher.
    findLauncher()?.querySelector('summary')?.focus()
  })
}

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

export function startVoiceAgent(): void {
  loadAtPress()
  closeBehind()
}
