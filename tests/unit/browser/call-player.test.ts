// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { playCalls } from '../../../browser/call-player.ts'
import { fakeMedia, fakeSight, find } from './fake-browser.ts'

const media = fakeMedia()
const sight = fakeSight()
const call = () => find('section')
const stage = () => call().dataset.stage

beforeEach(() => {
  media.set('(prefers-reduced-motion: reduce)', false)
  document.body.innerHTML = `<section data-call>
    <button data-call-action="play"><span>Pause</span></button><button data-call-action="finish">Show all</button>
    <div data-call-progress></div><p>Line</p></section>`
})

describe('a sample call', () => {
  it('waits, and plays when a visitor comes to it', () => {
    playCalls()
    expect(stage()).toBe('waiting')
    sight.show(call())
    expect(stage()).toBe('playing')
    expect(sight.isWatched(call())).toBe(false)
  })

  it('is paused and goes on by one button, and ends by the other, which hands on the focus', () => {
    playCalls()
    sight.show(call())
    find('[data-call-action="play"] span').click()
    expect(stage()).toBe('paused')
    find('[data-call-action="play"]').click()
    expect(stage()).toBe('playing')
    find('[data-call-action="finish"]').click()
    expect(stage()).toBe('done')
    expect(document.activeElement).toBe(find('[data-call-action="play"]'))
    find('[data-call-action="play"]').click()
    expect(stage()).toBe('playing')
  })

  it('ends with the animation of its progress, and with no other', () => {
    playCalls()
    sight.show(call())
    find('p').dispatchEvent(new Event('animationend', { bubbles: true }))
    expect(stage()).toBe('playing')
    find('[data-call-progress]').dispatchEvent(new Event('animationend', { bubbles: true }))
    expect(stage()).toBe('done')
  })

  it('is acted on once a click, however often the script runs, and calls that came later play, too', () => {
    playCalls()
    sight.show(call())
    playCalls()
    expect(stage()).toBe('playing')
    find('[data-call-action="play"]').click()
    expect(stage()).toBe('paused')
    document.body.insertAdjacentHTML('beforeend', '<section data-call id="later"></section>')
    playCalls()
    expect(find('#later').dataset.stage).toBe('waiting')
  })

  it('that a visitor has started is not started again when it comes into sight', () => {
    playCalls()
    find('[data-call-action="play"]').click()
    find('[data-call-action="play"]').click()
    sight.show(call())
    expect(stage()).toBe('paused')
  })

  it('is simply there for visitors who ask for less motion', () => {
    media.set('(prefers-reduced-motion: reduce)', true)
    playCalls()
    expect(stage()).toBeUndefined()
  })
})
