/** Pixels of scrolling after which the header is solid. */
const SOLID_HEADER_AFTER = 10

/** Milliseconds after which a menu closes when the pointer has left it. */
const MENU_CLOSES_AFTER = 150

/** Storage key of the theme, shared with next-themes. */
export const THEME_KEY = 'theme'
export const DEFAULT_THEME = 'dark'

/*
 * Plain JavaScript for an inline script. Listeners are on the document, because React may replace the elements.
 * A menu opened by the pointer ignores the click that follows at once, so that hover and click never fight.
 */
export const shellScript = `(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const listen = (type, handler, options) => document.addEventListener(type, handler, options)
  const within = (event, selector) => event.target instanceof Element ? event.target.closest(selector) : null

  const scrolled = () => root.toggleAttribute('data-scrolled', scrollY > ${SOLID_HEADER_AFTER})
  addEventListener('scroll', scrolled, { passive: true })
  scrolled()

  const stored = () => { try { return localStorage.getItem('${THEME_KEY}') } catch { return null } }
  const markTheme = () => {
    const theme = stored() || '${DEFAULT_THEME}'
    for (const choice of document.querySelectorAll('[data-theme-choice]')) choice.checked = choice.value === theme
  }
  listen('change', (event) => {
    const choice = within(event, '[data-theme-choice]')
    if (!choice) return
    const theme = choice.value
    const resolved = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    try { localStorage.setItem('${THEME_KEY}', theme) } catch {}
    root.classList.remove('light', 'dark')
    root.classList.add(resolved)
    root.style.colorScheme = resolved
    dispatchEvent(new StorageEvent('storage', { key: '${THEME_KEY}', newValue: theme }))
    markTheme()
  })
  addEventListener('storage', (event) => { if (event.key === '${THEME_KEY}') markTheme() })
  markTheme()

  let leaving
  let byPointer = null
  const menus = () => document.querySelectorAll('details[data-menu][open]')
  const closeMenus = (except) => { for (const menu of menus()) if (menu !== except) menu.open = false }
  listen('pointerover', (event) => {
    const menu = within(event, 'details[data-menu]')
    if (!menu || event.pointerType !== 'mouse') return
    clearTimeout(leaving)
    if (menu.open) return
    menu.open = true
    byPointer = menu
  })
  listen('pointerout', (event) => {
    const menu = within(event, 'details[data-menu]')
    if (!menu || event.pointerType !== 'mouse' || menu.contains(event.relatedTarget)) return
    clearTimeout(leaving)
    leaving = setTimeout(() => { menu.open = false; byPointer = null }, ${MENU_CLOSES_AFTER})
  })
  listen('click', (event) => {
    const menu = within(event, 'details[data-menu]')
    if (menu && menu === byPointer && within(event, 'summary')) {
      event.preventDefault()
      byPointer = null
    }
    closeMenus(within(event, 'a') ? null : menu)
    const popover = within(event, '[popover]')
    if (popover && within(event, 'a')) popover.hidePopover()
  })
  listen('focusin', (event) => closeMenus(within(event, 'details[data-menu]')))
  listen('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of menus()) {
      menu.open = false
      if (menu.contains(document.activeElement)) menu.querySelector('summary').focus()
    }
  })

  const failed = (image) => image.parentElement.setAttribute('data-failed', '')
  listen('error', (event) => { const image = within(event, 'img[data-logo]'); if (image) failed(image) }, true)
  for (const image of document.querySelectorAll('img[data-logo]')) if (image.complete && !image.naturalWidth) failed(image)
})()`
