import { DASHBOARD_PATH, SIGN_IN_PATH } from './routes.ts'
import { MENU_CLOSES_AFTER, SOLID_HEADER_AFTER, THEME } from './constants.ts'
import { ANNOUNCEMENT_KEY } from './first-paint-script.ts'
import { themeNow } from './theme-script.ts'

/** Milliseconds a logo may take to load before its name stands in for it. */
const LOGO_PATIENCE = 8000

const header = `
  const scrolled = () => root.toggleAttribute('data-scrolled', scrollY > ${SOLID_HEADER_AFTER})
  addEventListener('scroll', scrolled, { passive: true })
  addEventListener('pageshow', scrolled)
  scrolled()`

/* The session's mark is set before the first paint; where the link leads may follow. */
const account = `
  const followSession = () => {
    const path = root.hasAttribute('data-signed-in') ? '${DASHBOARD_PATH}' : '${SIGN_IN_PATH}'
    for (const link of document.querySelectorAll('a[data-account]')) link.setAttribute('href', path)
  }
  addEventListener('pageshow', followSession)
  followSession()`

/* Says the same to next-themes on pages of the account, which listens to storage once the page has hydrated. */
const theme = `${themeNow}
  const showTheme = (theme) => {
    const resolved = resolvedTheme(theme)
    root.dataset.theme = resolved
    root.style.colorScheme = resolved
    for (const choice of document.querySelectorAll('[data-theme-choice]')) choice.checked = choice.value === theme
  }
  listen('change', (event) => {
    const choice = within(event, '[data-theme-choice]')
    if (!choice) return
    const theme = choice.value
    try { localStorage.setItem('${THEME.storageKey}', theme) } catch {}
    showTheme(theme)
    dispatchEvent(new StorageEvent('storage', { key: '${THEME.storageKey}', newValue: theme }))
  })
  addEventListener('storage', (event) => { if (event.key === '${THEME.storageKey}') showTheme(event.newValue || themeNow()) })
  dark.addEventListener('change', () => { if (themeNow() === 'system') showTheme('system') })
  showTheme(themeNow())`

/*
 * A menu opened by the pointer ignores the click that follows at once, so that hover and click never fight. One that
 * holds the keyboard's focus stays open when the pointer leaves.
 */
const menus = `
  let leaving
  let byPointer = null
  const openMenus = () => document.querySelectorAll('details[data-menu][open]')
  const closeMenus = (except) => { for (const menu of openMenus()) if (menu !== except) menu.open = false }
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
    leaving = setTimeout(() => {
      byPointer = null
      if (!menu.querySelector(':focus-visible')) menu.open = false
    }, ${MENU_CLOSES_AFTER})
  })
  listen('click', (event) => {
    const menu = within(event, 'details[data-menu]')
    if (event.detail && menu && menu === byPointer && within(event, 'summary')) {
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
    for (const menu of openMenus()) {
      menu.open = false
      byPointer = null
      if (menu.contains(document.activeElement)) menu.querySelector('summary').focus()
    }
  })`

const siteMenu = `
  listen('beforetoggle', (event) => {
    if (within(event, '#site-menu')) root.toggleAttribute('data-menu-open', event.newState === 'open')
  }, true)`

/* Where a browser refuses storage, the announcement is back on the next page. */
const announcement = `
  listen('click', (event) => {
    const button = within(event, '[data-dismiss]')
    if (!button) return
    try { localStorage.setItem('${ANNOUNCEMENT_KEY}', button.dataset.dismiss) } catch {}
    root.dataset.announcement = 'dismissed'
  })`

/*
 * A logo is missing when it says so, when it has nothing to show, and when it takes too long; one that comes late after
 * all is shown. Patience begins when a logo is in sight, because only then is it loaded.
 */
const logos = `
  const LOGO = 'img[data-logo]'
  const missing = (image) => image.complete && !image.naturalWidth
  const markLogo = (image, failed) => image.parentElement.toggleAttribute('data-failed', failed)
  for (const type of ['error', 'load']) {
    listen(type, (event) => { const image = within(event, LOGO); if (image) markLogo(image, missing(image)) }, true)
  }
  const known = new WeakSet()
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      inSight.unobserve(target)
      setTimeout(() => { if (!target.complete) markLogo(target, true) }, ${LOGO_PATIENCE})
    }
  })
  const watchLogos = () => {
    for (const image of document.querySelectorAll(LOGO)) {
      if (known.has(image)) continue
      known.add(image)
      inSight.observe(image)
      if (missing(image)) markLogo(image, true)
    }
  }
  new MutationObserver(watchLogos).observe(document.body, { childList: true, subtree: true })
  watchLogos()`

/*
 * Plain JavaScript for a file that every page loads. Listeners are on the document, because React may
 * replace the elements.
 */
export const shellScript = `(() => {
  const root = document.documentElement
  const listen = (type, handler, options) => document.addEventListener(type, handler, options)
  const within = (event, selector) => event.target instanceof Element ? event.target.closest(selector) : null
${[header, account, theme, menus, siteMenu, announcement, logos].join('\n')}
})()`
