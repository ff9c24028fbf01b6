import { MENU_CLOSES_AFTER } from '../lib/constants.ts'
import { MENU, SITE_MENU_ID, SITE_MENU_OPEN } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

const MENUS = `details[${MENU}]`

/** Returns the menu under a mouse pointer, or null for touch input. */
const pointedMenu = (event: PointerEvent): HTMLDetailsElement | null =>
  event.pointerType === 'mouse' ? within<HTMLDetailsElement>(event, MENUS) : null

/**
 * Opens menus on hover, and closes them on pointer leave, blur, Escape and outside clicks.
 * Ignores the click right after a hover.
 * Keeps a menu open on pointer leave if it has keyboard focus.
 */
export function startMenus(): void {
  let leaving: ReturnType<typeof setTimeout> | undefined
  let openedByPointer: HTMLDetailsElement | null = null
  const openMenus = () => document.querySelectorAll<HTMLDetailsElement>(`${MENUS}[open]`)
  const closeMenus = (except: Element | null) => {
    for (const menu of openMenus()) if (menu !== except) menu.open = false
  }

  listen('pointerover', (event) => {
    const menu = pointedMenu(event)
    if (!menu) return
    clearTimeout(leaving)
    if (menu.open) return
    menu.open = true
    openedByPointer = menu
  })
  listen('pointerout', (event) => {
    const menu = pointedMenu(event)
    if (!menu || menu.contains(event.relatedTarget as Node | null)) return
    clearTimeout(leaving)
    leaving = setTimeout(() => {
      openedByPointer = null
      if (!menu.querySelector(':focus-visible')) menu.open = false
    }, MENU_CLOSES_AFTER)
  })
  listen('click', (event) => {
    const menu = within(event, MENUS)
    // `detail` is 0 for keyboard clicks, which always toggle the menu.
    if (event.detail && menu && menu === openedByPointer && within(event, 'summary')) {
      event.preventDefault()
      openedByPointer = null
    }
    const link = within(event, 'a')
    closeMenus(link ? null : menu)
    if (link) within(event, '[popover]')?.hidePopover()
  })
  listen('focusin', (event) => closeMenus(within(event, MENUS)))
  listen('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      openedByPointer = null
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
  })
}

export function startSiteMenu(): void {
  const mark = (event: ToggleEvent) => {
    if (within(event, `#${SITE_MENU_ID}`)) root.toggleAttribute(SITE_MENU_OPEN, event.newState === 'open')
  }
  listen('beforetoggle', mark, { capture: true })
  addEventListener('resize', () => {
    if (root.hasAttribute(SITE_MENU_OPEN) && !document.querySelector('header [popovertarget]')?.checkVisibility())
      document.getElementById(SITE_MENU_ID)?.hidePopover()
  })
}
