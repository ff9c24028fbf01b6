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

/** Pointer clicks have a detail, keyboard clicks have none. */
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

describe('a menu', () => {
  it('opens under the pointer and closes 150 ms after it has left, not sooner', () => {
    point('pointerover', find('#one summary'))
    expect(menu().open).toBe(true)
    point('pointerout', find('#one a'), find('p'))
    vi.advanceTimersByTime(149)
    expect(menu().open).toBe(true)
    vi.advanceTimersByTime(1)
    expect(menu().open).toBe(false)
  })

  it('stays open while the pointer moves within it, and when it comes back in time', () => {
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

  it('is not closed by the click of a hand that opened it by pointing; the next click closes it', () => {
    point('pointerover', find('#one summary'))
    expect(click(find('#one summary'))).toBe(false)
    expect(menu().open).toBe(true)
    expect(click(find('#one summary'))).toBe(true)
  })

  it('is closed by a key also where a pointer has opened it', () => {
    point('pointerover', find('#one summary'))
    expect(click(find('#one summary'), 0)).toBe(true)
  })

  it('does not open under a finger, which taps', () => {
    point('pointerover', find('#one summary'), null, 'touch')
    expect(menu().open).toBe(false)
  })

  it('closes behind a click and behind the focus elsewhere, also in another menu', () => {
    for (const leave of [() => click(find('p')), () => other().querySelector('summary')?.focus()]) {
      menu().open = true
      leave()
      expect(menu().open).toBe(false)
    }
    menu().open = true
    click(find('#one a'))
    expect(menu().open).toBe(false)
  })

  it('closes on Escape and gives the focus back, where it had it', () => {
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

describe('the menu of small screens', () => {
  const toggle = (at: Element, newState: string) =>
    at.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))

  it('says on the root element whether it is open; another popover does not', () => {
    document.body.innerHTML = '<dialog id="site-menu" popover></dialog><div id="other" popover></div>'
    toggle(find('#site-menu'), 'open')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(true)
    toggle(find('#other'), 'closed')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(true)
    toggle(find('#site-menu'), 'closed')
    expect(document.documentElement.hasAttribute('data-menu-open')).toBe(false)
  })

  it('is gone when a visitor follows one of its links', () => {
    document.body.innerHTML = '<dialog popover><a href="#x">Entry</a><p>Text</p></dialog>'
    const hidePopover = vi.fn<() => void>()
    Object.assign(find('dialog'), { hidePopover })
    click(find('p'))
    expect(hidePopover).not.toHaveBeenCalled()
    click(find('a'))
    expect(hidePopover).toHaveBeenCalledOnce()
  })
})
