import type { Page } from '@playwright/test'

/** Returns the horizontal overflow of the page and the innermost elements that cause it; empty if the page fits. */
export const horizontalScroll = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Waits a frame, after which resize handlers have run.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right + scrollX > clientWidth + 0.5
    const widest = [...document.body.querySelectorAll('*')]
      .filter((element) => sticksOut(element) && ![...element.children].some(sticksOut))
      .toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)
      .slice(0, 3)
      .map((element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 160))
    return [`${scrollWidth - clientWidth} px of horizontal scroll at ${clientWidth} px: ${widest.join(' ')}`]
  })
