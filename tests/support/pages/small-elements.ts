import type { Page } from '@playwright/test'

/** Minimum size of touch targets, and of text, on a phone. In px. */
const MIN_TARGET_PX = 44
const MIN_TEXT_PX = 14

/**
 * Returns touch targets and texts that are too small. Excludes links in running text, hidden fields and texts in
 * dashboard images. A text link may be narrower.
 */
export const findSmallElements = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([target, text]) => {
      const CONTROL_SELECTOR =
        'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab]'
      const describeElement = (element: Element) =>
        `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').slice(0, 40)} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 30)}”`
      const isVisible = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        return (
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }) &&
          width > 1 &&
          height > 1 &&
          style.clipPath === 'none'
        )
      }
      /** Returns whether a link has text next to it on its line. */
      const isInlineLink = (element: Element) =>
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
      /** Returns the size of a control, including the overlay of a card's link or a label. */
      const measureSize = (element: Element) => {
        const box = (element.closest('label') ?? element).getBoundingClientRect()
        const overlayStyle = getComputedStyle(element, '::after')
        if (overlayStyle.content === 'none' || overlayStyle.position !== 'absolute') return box
        return {
          width: Math.max(box.width, Number.parseFloat(overlayStyle.width)),
          height: Math.max(box.height, Number.parseFloat(overlayStyle.height)),
        }
      }
      const smallElements = new Set<string>()
      for (const element of document.querySelectorAll(CONTROL_SELECTOR)) {
        if (!isVisible(element) || isInlineLink(element) || element.matches('[tabindex="-1"]')) continue
        const { width, height } = measureSize(element)
        const isTextLink = element.matches('a') && element.textContent?.trim()
        if (height < target - 0.5 || width < (isTextLink ? target / 2 : target - 0.5))
          smallElements.add(`${describeElement(element)} ${Math.round(width)} x ${Math.round(height)}`)
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (
          !parent ||
          !node.textContent?.trim() ||
          !isVisible(parent) ||
          parent.closest('[aria-hidden=true], svg, figure')
        )
          continue
        const size = Number.parseFloat(getComputedStyle(parent).fontSize)
        if (size < text) smallElements.add(`${describeElement(parent)} ${size} px`)
      }
      return [...smallElements]
    },
    [MIN_TARGET_PX, MIN_TEXT_PX] as const,
  )
