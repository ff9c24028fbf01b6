// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startMenus, startSiteMenu } from '../../../browser/menus.ts'
import { find } from './fake-browser.ts'

const menu = () => find<HTMLDetailsElement>('#one')
const other = () => find<HTMLDetailsElement>('#two')

function point(type: 'pointerover' | 'pointerout', at: Element, to: Element | null = null, pointerType = 'mouse') {
  const event = new MouseEvent(type, { bubbles: true, relatedTarget: to })
  at.dispatchEvent(Object.assign(event, { pointerType }))
}

/** Dispatches a click. Pointer clicks have a `detail` of 1, keyboard clicks of 0. */
const click = (at: Element, detail = 1) =>
  at.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))

beforeAll(() => {
  vi.useFakeTimers()
  startMenus()
  startSiteMenu()
})

beforeEach(() => {
  vi.runAllTimers()
  document.body.innerHTML = ['one', 'two']
    .map(
      (id) => `<details data-menu id="${id}"><summary tabindex="0">Menu</summary><a href="#${id}">Entry</a></details>`,
    )
    .join('<p>Text</p>')
  // Closes a menu that the previous test opened by pointer.
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
})

describe('menu', () => {
  it('opens on hover and closes 150 ms after the pointer leaves', () => {
    point('pointerover', find('#one summary'))
    expect(menu().open).toBe(true)
    point('pointerout', find('#one a'), find('p'))
    vi.advanceTimersByTime(149)
    expect(menu().open).toBe(true)
    vi.advanceTimersByTime(1)
    expect(menu().open).toBe(false)
  })

  it('stays open while the pointer moves inside or returns within 150 ms', () => {
    point('pointerover', find('#one summary'))
    point('pointerout', find('#one summary'), find('#one a'))
    vi.advanceTimersByTime(1000)
    expect(menu().open).toBe(true)
    point('pointerout', find('#one a'), find('p'))
    vi.advanceTimersByTime(100)
    point('pointerover', find('#one a'))
    vi.advanceTimersByTime(1000)
    expect(menu().open).toBe(true)
  })

  it('ignores the click that follows opening on hover and closes on the next', () => {
    point('pointerover', find('#one summary'))
    expect(click(find('#one summary'))).toBe(false)
    expect(menu().open).toBe(true)
    expect(click(find('#one summary'))).toBe(true)
  })

  it('closes on a keyboard click after opening on hover', () => {
    point('pointerover', find('#one summary'))
    expect(click(find('#one summary'), 0)).toBe(true)
  })

  it('does not open on a touch pointerover', () => {
    point('pointerover', find('#one summary'), null, 'touch')
    expect(menu().open).toBe(false)
  })

  it('closes on an outside click, on outside focus and on a link click', () => {
    for (const leave of [() => click(find('p')), () => other().querySelector('summary')?.focus()]) {
      menu().open = true
      leave()
      expect(menu().open).toBe(false)
    }
    menu().open = true
    click(find('#one a'))
    expect(menu().open).toBe(false)
  })

  it('closes on Escape and returns focus only if it had focus', () => {
    menu().open = true
    find('#one a').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(menu().open).toBe(false)
    expect(document.activeElement).toBe(find('#one summary'))
    find('#two a').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(document.activeElement).toBe(find('#two a'))
  })
})

describe('mobile menu', () => {
  const toggle = (at: Element, newState: string) =>
    at.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))

  it('sets its open state on the root element and ignores other popovers', () => {
    document.body.innerHTML = '<dialog id="site-menu" popover></dialog><div id="other" popover></div>'
    toggle(find('#site-menu'), 'open')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(true)
    toggle(find('#other'), 'closed')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(true)
    toggle(find('#site-menu'), 'closed')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(false)
  })

  it('closes when a visitor clicks one of its links', () => {
    document.body.innerHTML = '<dialog popover><a href="#x">Entry</a><p>Text</p></dialog>'
    const hidePopover = vi.fn<() => void>()
    Object.assign(find('dialog'), { hidePopover })
    click(find('p'))
    expect(hidePopover).not.toHaveBeenCalled()
    click(find('a'))
    expect(hidePopover).toHaveBeenCalledOnce()
  })
})
