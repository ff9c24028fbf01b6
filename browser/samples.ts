import {
  COPIED_ATTRIBUTE,
  COPY_ATTRIBUTE,
  COPY_STATUS_ID,
  SAMPLE_ATTRIBUTE,
  SAMPLE_CHOICE_ATTRIBUTE,
  SAMPLES_ATTRIBUTE,
} from '../lib/dom-contract.ts'
import { listen, findClosest } from './dom.ts'

const STATUS_DURATION_MS = 2000

const COPIED_TEXT = 'Copied.'
const SELECTED_TEXT = 'Selected. Copy it with your keyboard.'

function syncChoice(event: Event): void {
  const chosenInput = findClosest<HTMLInputElement>(event, `[${SAMPLE_CHOICE_ATTRIBUTE}]`)
  if (!chosenInput) return
  const sameChoiceSelector = `[${SAMPLE_CHOICE_ATTRIBUTE}="${chosenInput.getAttribute(SAMPLE_CHOICE_ATTRIBUTE)}"]`
  const previousTop = chosenInput.getBoundingClientRect().top
  for (const choice of document.querySelectorAll<HTMLInputElement>(sameChoiceSelector)) choice.checked = true
  // Keeps the clicked button in place if samples above it change height.
  scrollBy({ top: chosenInput.getBoundingClientRect().top - previousTop, behavior: 'instant' })
}

function findCode(button: Element): Element | null | undefined {
  const samples = button.closest(`[${SAMPLES_ATTRIBUTE}]`)
  const language = samples?.querySelector(`[${SAMPLE_CHOICE_ATTRIBUTE}]:checked`)?.getAttribute(SAMPLE_CHOICE_ATTRIBUTE)
  return samples?.querySelector(
    language ? `[${SAMPLE_ATTRIBUTE}="${language}"] code` : `code, [${SAMPLE_ATTRIBUTE}=""]`,
  )
}

function setStatus(text: string): void {
  const status = document.getElementById(COPY_STATUS_ID)
  if (status) status.textContent = text
}

async function copyCode(event: Event): Promise<void> {
  const button = findClosest(event, `[${COPY_ATTRIBUTE}]`)
  const code = button && findCode(button)
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
  } catch {
    // If the browser denies clipboard access, selects the text instead.
    getSelection()?.selectAllChildren(code)
    setStatus(SELECTED_TEXT)
    return
  }
  setStatus(COPIED_TEXT)
  button.setAttribute(COPIED_ATTRIBUTE, '')
  setTimeout(() => {
    button.removeAttribute(COPIED_ATTRIBUTE)
    setStatus('')
  }, STATUS_DURATION_MS)
}

export function startSamples(): void {
  listen('change', syncChoice)
  listen('click', (event) => void copyCode(event))
}
