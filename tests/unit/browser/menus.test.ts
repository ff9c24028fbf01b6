// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startMenus, startSiteMenu } from '../../../browser/menus.ts'
import { find } from './fake-browser.ts'

const findMenu = () => find<HTMLDetailsElement>('#one')
const findOtherMenu = () => find<HTMLDetailsElement>('#two')

function dispatchPointer(
  type: 'pointerover' | 'pointerout',
  element: Element,
  to: Element | null = null,
  pointerType = 'mouse',
) {
  const event = new MouseEvent(type, { bubbles: true, relatedTarget: to })
  element.dispatchEvent(Object.assign(event, { pointerType }))
}

/** Dispatches a click. Pointer clicks have a `detail` of 1, keyboard clicks of 0. */
const click = (element: Element, detail = 1) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))

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
    dispatchPointer('pointerover', find('#one summary'))
    expect(findMenu().open).toBe(true)
    dispatchPointer('pointerout', find('#one a'), find('p'))
    vi.advanceTimersByTime(149)
    expect(findMenu().open).toBe(true)
    vi.advanceTimersByTime(1)
    expect(findMenu().open).toBe(false)
  })

  it('stays open while the pointer moves inside or returns within 150 ms', () => {
    dispatchPointer('pointerover', find('#one summary'))
    dispatchPointer('pointerout', find('#one summary'), find('#one a'))
    vi.advanceTimersByTime(1000)
    expect(findMenu().open).toBe(true)
    dispatchPointer('pointerout', find('#one a'), find('p'))
    vi.advanceTimersByTime(100)
    dispatchPointer('pointerover', find('#one a'))
    vi.advanceTimersByTime(1000)
    expect(findMenu().open).toBe(true)
  })

  it('ignores the click that follows opening on hover and closes on the next', () => {
    dispatchPointer('pointerover', find('#one summary'))
    expect(click(find('#one summary'))).toBe(false)
    expect(findMenu().open).toBe(true)
    expect(click(find('#one summary'))).toBe(true)
  })

  it('closes on a keyboard click after opening on hover', () => {
    dispatchPointer('pointerover', find('#one summary'))
    expect(click(find('#one summary'), 0)).toBe(true)
  })

  it('does not open on a touch pointerover', () => {
    dispatchPointer('pointerover', find('#one summary'), null, 'touch')
    expect(findMenu().open).toBe(false)
  })

  it('closes on an outside click, on outside focus and on a link click', () => {
    for (const leave of [() => click(find('p')), () => findOtherMenu().querySelector('summary')?.focus()]) {
      findMenu().open = true
      leave()
      expect(findMenu().open).toBe(false)
    }
    findMenu().open = true
    click(find('#one a'))
    expect(findMenu().open).toBe(false)
  })

  it('closes on Escape and returns focus only if it had focus', () => {
    findMenu().open = true
    find('#one a').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(findMenu().open).toBe(false)
    expect(document.activeElement).toBe(find('#one summary'))
    find('#two a').focus()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(document.activeElement).toBe(find('#two a'))
  })
})

describe('mobile menu', () => {
  const toggle = (element: Element, newState: string) =>
    element.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))

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
