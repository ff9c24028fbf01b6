import { COPIED, COPY, COPY_STATUS_ID, SAMPLE, SAMPLE_CHOICE, SAMPLES } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

const SAID_FOR = 2000

const COPIED_TEXT = 'Copied.'
const SELECTED_TEXT = 'Selected. Copy it with your keyboard.'

function chooseEverywhere(event: Event): void {
  const chosen = within<HTMLInputElement>(event, `[${SAMPLE_CHOICE}]`)
  if (!chosen) return
  const same = `[${SAMPLE_CHOICE}="${chosen.getAttribute(SAMPLE_CHOICE)}"]`
  const before = chosen.getBoundingClientRect().top
  for (const choice of document.querySelectorAll<HTMLInputElement>(same)) choice.checked = true
  // Keeps the clicked button in place if samples above it change height.
  scrollBy({ top: chosen.getBoundingClientRect().top - before, behavior: 'instant' })
}

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
    // Without clipboard access, select the text instead.
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

export function startSamples(): void {
  listen('change', chooseEverywhere)
  listen('click', (event) => void copy(event))
}
