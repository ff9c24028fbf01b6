// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOwnScripts } from '../../../browser/own-scripts.ts'
import { find } from './fake-browser.ts'

const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'))

beforeAll(() => startOwnScripts())

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = '<a href="#x">Link</a>'
})

describe('the script of an element', () => {
  it.each(['pointerover', 'focusin', 'touchstart', 'click', 'toggle'])(
    'is loaded at the first %s in it, once',
    (type) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<details data-own-script="/scripts/${type}.js"><summary>More</summary></details>`,
      )
      // Some of these events do not bubble.
      const happen = (selector: string) => find(selector).dispatchEvent(new Event(type, { bubbles: type !== 'toggle' }))
      happen('a')
      expect(scripts()).toEqual([])
      for (let time = 0; time < 2; time++) happen(type === 'toggle' ? 'details' : 'summary')
      expect(scripts()).toEqual([`/scripts/${type}.js`])
    },
  )

  it('is loaded again at the next sign when it did not come', () => {
    document.body.innerHTML = '<p data-own-script="/scripts/lost.js">Text</p>'
    find('p').click()
    document.head.querySelector('script')?.dispatchEvent(new Event('error'))
    expect(scripts()).toEqual([])
    find('p').click()
    expect(scripts()).toEqual(['/scripts/lost.js'])
  })

  it('is not loaded again when something else has loaded it', () => {
    document.head.innerHTML = '<script src="/scripts/there.js"></script>'
    document.body.innerHTML = '<p data-own-script="/scripts/there.js">Text</p>'
    find('p').click()
    expect(scripts()).toEqual(['/scripts/there.js'])
  })

  it('is loaded for an end of the address that it answers, also when that comes later', () => {
    document.body.innerHTML = '<p data-own-script="/scripts/answer.js" data-own-fragment="#calls">Text</p>'
    location.hash = '#heading'
    startOwnScripts()
    expect(scripts()).toEqual([])
    location.hash = '#calls=3'
    dispatchEvent(new HashChangeEvent('hashchange'))
    expect(scripts()).toEqual(['/scripts/answer.js'])
    location.hash = ''
  })

  it('is loaded at once where a visitor was before', () => {
    document.body.innerHTML =
      '<details data-own-script="/scripts/open.js" open></details><details data-own-script="/scripts/closed.js"></details>'
    startOwnScripts()
    expect(scripts()).toEqual(['/scripts/open.js'])
  })
})
