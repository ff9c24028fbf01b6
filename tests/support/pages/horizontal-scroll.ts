import type { Page } from '@playwright/test'

/** Returns the horizontal overflow of the page and the innermost elements that cause it; empty if the page fits. */
export const findHorizontalScroll = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Waits a frame, after which resize handlers have run.
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await waitForFrame()
    await waitForFrame()
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const overflows = (element: Element) => element.getBoundingClientRect().right + scrollX > clientWidth + 0.5
    const widestElements = [...document.body.querySelectorAll('*')]
      .filter((element) => overflows(element) && ![...element.children].some(overflows))
      .toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)
      .slice(0, 3)
      .map((element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 160))
    return [`${scrollWidth - clientWidth} px of horizontal scroll at ${clientWidth} px: ${widestElements.join(' ')}`]
  })
