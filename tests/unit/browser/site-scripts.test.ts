// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBlockScripts } from '../../../browser/block-scripts.ts'
import { find } from './fake-browser.ts'

const listScripts = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'))

beforeAll(() => startBlockScripts())

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = '<a href="#x">Link</a>'
})

describe('lazy element script', () => {
  it.each(['pointerover', 'focusin', 'touchstart', 'click', 'toggle'])(
    'loads once, on the first %s inside the element',
    (type) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<details data-own-script="/scripts/${type}.js"><summary>More</summary></details>`,
      )
      // Toggle events do not bubble.
      const triggerEvent = (selector: string) =>
        find(selector).dispatchEvent(new Event(type, { bubbles: type !== 'toggle' }))
      triggerEvent('a')
      expect(listScripts()).toEqual([])
      for (let time = 0; time < 2; time++) triggerEvent(type === 'toggle' ? 'details' : 'summary')
      expect(listScripts()).toEqual([`/scripts/${type}.js`])
    },
  )

  it('retries on the next event after a failure', () => {
    document.body.innerHTML = '<p data-own-script="/scripts/lost.js">Text</p>'
    find('p').click()
    document.head.querySelector('script')?.dispatchEvent(new Event('error'))
    expect(listScripts()).toEqual([])
    find('p').click()
    expect(listScripts()).toEqual(['/scripts/lost.js'])
  })

  it('does not load if the page already has it', () => {
    document.head.innerHTML = '<script src="/scripts/there.js"></script>'
    document.body.innerHTML = '<p data-own-script="/scripts/there.js">Text</p>'
    find('p').click()
    expect(listScripts()).toEqual(['/scripts/there.js'])
  })

  it('loads when the URL fragment matches, at start or later', () => {
    document.body.innerHTML = '<p data-own-script="/scripts/answer.js" data-own-fragment="#calls">Text</p>'
    location.hash = '#heading'
    startBlockScripts()
    expect(listScripts()).toEqual([])
    location.hash = '#calls=3'
    dispatchEvent(new HashChangeEvent('hashchange'))
    expect(listScripts()).toEqual(['/scripts/answer.js'])
    location.hash = ''
  })

  it('loads immediately if the element is already open', () => {
    document.body.innerHTML =
      '<details data-own-script="/scripts/open.js" open></details><details data-own-script="/scripts/closed.js"></details>'
    startBlockScripts()
    expect(listScripts()).toEqual(['/scripts/open.js'])
  })
})
