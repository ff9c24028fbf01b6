import { COPIED, COPY, COPY_STATUS_ID, SAMPLE, SAMPLE_CHOICE, SAMPLES } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

/** Milliseconds for which a button says that it has copied. */
const SAID_FOR = 2000

const COPIED_TEXT = 'Copied.'
const SELECTED_TEXT = 'Selected: copy it with your keyboard.'

/** Shows the language of one sample in all of them: who writes Python reads Python. */
function chooseEverywhere(event: Event): void {
  const chosen = within<HTMLInputElement>(event, `[${SAMPLE_CHOICE}]`)
  if (!chosen) return
  const same = `[${SAMPLE_CHOICE}="${chosen.getAttribute(SAMPLE_CHOICE)}"]`
  const before = chosen.getBoundingClientRect().top
  for (const choice of document.querySelectorAll<HTMLInputElement>(same)) choice.checked = true
  // Samples above have another length now: what was pressed stays where it is.
  scrollBy({ top: chosen.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** The sample in sight beside a button, or the only listing or text there. */
function sampleOf(button: Element): Element | null | undefined {
  const samples = button.closest(`[${SAMPLES}]`)
  const language = samples?.querySelector(`[${SAMPLE_CHOICE}]:checked`)?.getAttribute(SAMPLE_CHOICE)
  return samples?.querySelector(language ? `[${SAMPLE}="${language}"] code` : `code, [${SAMPLE}=""]`)
}

function say(text: string): void {
  const status = document.getElementById(COPY_STATUS_ID)
  if (status) status.textContent = text
}

async function copy(event: Event): Promise<void> {
  const button = within(event, `[${COPY}]`)
  const code = button && sampleOf(button)
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
  } catch {
    // Without leave to copy, or on a page that is not secure, it is one step less to do.
    getSelection()?.selectAllChildren(code)
    say(SELECTED_TEXT)
    return
  }
  say(COPIED_TEXT)
  button.setAttribute(COPIED, '')
  setTimeout(() => {
    button.removeAttribute(COPIED)
    say('')
  }, SAID_FOR)
}

/** Makes the samples of the API reference choose a language together, and copy. */
export function startSamples(): void {
  listen('change', chooseEverywhere)
  listen('click', (event) => void copy(event))
}
