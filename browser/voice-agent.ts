import {
  VOICE_ATTRIBUTE,
  VOICE_AGENT_ATTRIBUTE,
  VOICE_INTEGRITY_ATTRIBUTE,
  VOICE_RETRY_ATTRIBUTE,
  VOICE_SCRIPT_ATTRIBUTE,
  VOICE_SLOT_ATTRIBUTE,
  type VoiceState,
} from '../lib/dom-contract.ts'
import { listen, findClosest } from './dom.ts'
import { loadScript } from './load-script.ts'
import { findLauncher } from './voice-launcher.ts'

const AGENT_ELEMENT = 'elevenlabs-convai'

/** If the agent has not loaded after this time, the launcher suggests calling or booking instead. */
const LOAD_TIMEOUT_MS = 8000

const getState = (launcher: HTMLElement) => launcher.getAttribute(VOICE_ATTRIBUTE) as VoiceState
const setState = (launcher: HTMLElement, state: VoiceState) => launcher.setAttribute(VOICE_ATTRIBUTE, state)

function startLoading(): void {
  let timeout: ReturnType<typeof setTimeout> | undefined
  const showAgent = () => {
    const launcher = findLauncher()
    if (!launcher || getState(launcher) === 'ready') return
    const agent = document.createElement(AGENT_ELEMENT)
    agent.setAttribute('agent-id', launcher.getAttribute(VOICE_AGENT_ATTRIBUTE) ?? '')
    agent.setAttribute('variant', 'full')
    launcher.querySelector(`[${VOICE_SLOT_ATTRIBUTE}]`)?.replaceChildren(agent)
    setState(launcher, 'ready')
  }
  const showFailure = () => {
    const launcher = findLauncher()
    if (launcher && getState(launcher) === 'loading') setState(launcher, 'failed')
  }
  const loadAgent = () => {
    const launcher = findLauncher()
    if (!launcher?.getAttribute(VOICE_AGENT_ATTRIBUTE) || /loading|ready/.test(getState(launcher))) return
    setState(launcher, 'loading')
    // Clears the timeout of an earlier attempt.
    clearTimeout(timeout)
    timeout = setTimeout(showFailure, LOAD_TIMEOUT_MS)
    void customElements.whenDefined(AGENT_ELEMENT).then(showAgent)
    if (customElements.get(AGENT_ELEMENT)) return
    const integrity = launcher.getAttribute(VOICE_INTEGRITY_ATTRIBUTE)
    // Subresource integrity requires CORS for cross-origin scripts.
    const scriptProperties = integrity ? { integrity, crossOrigin: 'anonymous' } : {}
    loadScript(launcher.getAttribute(VOICE_SCRIPT_ATTRIBUTE) ?? '', scriptProperties).addEventListener(
      'error',
      showFailure,
    )
  }

  // The visitor may have opened the launcher before this script loaded.
  if (findLauncher()?.open) loadAgent()
  listen('click', (event) => {
    if (findClosest(event, `[${VOICE_ATTRIBUTE}="idle"] > summary`)) loadAgent()
    if (!findClosest(event, `[${VOICE_RETRY_ATTRIBUTE}]`)) return
    loadAgent()
    // The retry button disappears, so move the focus to the launcher.
    findLauncher()?.querySelector('summary')?.focus()
  })
}

function startCloseListeners(): void {
  listen('click', (event) => {
    const launcher = findLauncher()
    if (launcher?.open && !findClosest(event, `[${VOICE_ATTRIBUTE}]`)) launcher.open = false
  })
  listen('keydown', ({ key }) => {
    const launcher = findLauncher()
    if (key !== 'Escape' || !launcher?.open) return
    launcher.open = false
    if (launcher.contains(document.activeElement)) launcher.querySelector('summary')?.focus()
  })
}

export function startVoiceAgent(): void {
  startLoading()
  startCloseListeners()
}
