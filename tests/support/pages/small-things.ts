import type { Page } from '@playwright/test'

/** Minimum size in px of touch targets, and below of text, on a phone. */
const TARGET = 44
const TEXT = 14

/**
 * Returns touch targets and texts that are too small. Excludes links in running text, hidden fields and texts in
 * dashboard images. A text link may be narrower.
 */
export const smallThings = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([target, text]) => {
      const CONTROLS = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab]'
      const named = (element: Element) =>
        `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').slice(0, 40)} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 30)}”`
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        return (
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }) &&
          width > 1 &&
          height > 1 &&
          style.clipPath === 'none'
        )
      }
      /** Returns whether a link has text beside it on its line. */
      const isInText = (element: Element) =>
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
      /** Returns the size of a control, including the overlay of a card's link or a label. */
      const sizeOf = (element: Element) => {
        const own = (element.closest('label') ?? element).getBoundingClientRect()
        const cover = getComputedStyle(element, '::after')
        if (cover.content === 'none' || cover.position !== 'absolute') return own
        return {
          width: Math.max(own.width, Number.parseFloat(cover.width)),
          height: Math.max(own.height, Number.parseFloat(cover.height)),
        }
      }
      const small = new Set<string>()
      for (const element of document.querySelectorAll(CONTROLS)) {
        if (!isSeen(element) || isInText(element) || element.matches('[tabindex="-1"]')) continue
        const { width, height } = sizeOf(element)
        const isWord = element.matches('a') && element.textContent?.trim()
        if (height < target - 0.5 || width < (isWord ? target / 2 : target - 0.5))
          small.add(`${named(element)} ${Math.round(width)} x ${Math.round(height)}`)
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (
          !parent ||
          !node.textContent?.trim() ||
          !isSeen(parent) ||
          parent.closest('[aria-hidden=true], svg, figure')
        )
          continue
        const size = Number.parseFloat(getComputedStyle(parent).fontSize)
        if (size < text) small.add(`${named(parent)} ${size} px`)
      }
      return [...small]
    },
    [TARGET, TEXT] as const,
  )
