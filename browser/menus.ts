import { MENU_CLOSE_DELAY_MS } from '../lib/constants.ts'
import { MENU_ATTRIBUTE, SITE_MENU_ID, SITE_MENU_OPEN_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, root, findClosest } from './dom.ts'

const MENUS_SELECTOR = `details[${MENU_ATTRIBUTE}]`

/** Returns the menu under a mouse pointer, or null for touch input. */
const findPointedMenu = (event: PointerEvent): HTMLDetailsElement | null =>
  event.pointerType === 'mouse' ? findClosest<HTMLDetailsElement>(event, MENUS_SELECTOR) : null

/**
 * Opens menus on hover, and closes them on pointer leave, blur, Escape and outside clicks.
 * Ignores the click right after a hover.
 * Keeps a menu open on pointer leave if it has keyboard focus.
 */
export function startMenus(): void {
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let hoverOpenedMenu: HTMLDetailsElement | null = null
  const findOpenMenus = () => document.querySelectorAll<HTMLDetailsElement>(`${MENUS_SELECTOR}[open]`)
  const closeMenus = (except: Element | null) => {
    for (const menu of findOpenMenus()) if (menu !== except) menu.open = false
  }

  listen('pointerover', (event) => {
    const menu = findPointedMenu(event)
    if (!menu) return
    clearTimeout(closeTimer)
    if (menu.open) return
    menu.open = true
    hoverOpenedMenu = menu
  })
  listen('pointerout', (event) => {
    const menu = findPointedMenu(event)
    if (!menu || menu.contains(event.relatedTarget as Node | null)) return
    clearTimeout(closeTimer)
    closeTimer = setTimeout(() => {
      hoverOpenedMenu = null
      if (!menu.querySelector(':focus-visible')) menu.open = false
    }, MENU_CLOSE_DELAY_MS)
  })
  listen('click', (event) => {
    const menu = findClosest(event, MENUS_SELECTOR)
    // `detail` is 0 for keyboard clicks, which always toggle the menu.
    if (event.detail && menu && menu === hoverOpenedMenu && findClosest(event, 'summary')) {
      event.preventDefault()
      hoverOpenedMenu = null
    }
    const link = findClosest(event, 'a')
    closeMenus(link ? null : menu)
    if (link) findClosest(event, '[popover]')?.hidePopover()
  })
  listen('focusin', (event) => closeMenus(findClosest(event, MENUS_SELECTOR)))
  listen('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of findOpenMenus()) {
      menu.open = false
      hoverOpenedMenu = null
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
  })
}

export function startSiteMenu(): void {
  const updateMark = (event: ToggleEvent) => {
    if (findClosest(event, `#${SITE_MENU_ID}`))
      root.toggleAttribute(SITE_MENU_OPEN_ATTRIBUTE, event.newState === 'open')
  }
  listen('beforetoggle', updateMark, { capture: true })
  addEventListener('resize', () => {
    if (
      root.hasAttribute(SITE_MENU_OPEN_ATTRIBUTE) &&
      !document.querySelector('header [popovertarget]')?.checkVisibility()
    )
      document.getElementById(SITE_MENU_ID)?.hidePopover()
  })
}
