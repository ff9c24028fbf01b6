// @vitest-environment jsdom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPlaceChecks } from '../../../browser/place-check.ts'
import { resolveCopy } from '../../../lib/site/ui-copy.ts'
import { find } from './fake-browser.ts'

vi.mock('server-only', () => ({}))

const { CityGridBlock } = await import('../../../components/site/blocks/city-grid-block.tsx')

const buildNearAreas = (zips: string[], states: string[]) => ({ zips, states })
const cities = [
  { _id: 'a', name: 'Chicago', state: 'Illinois', slug: 'chicago', near: buildNearAreas(['600-608'], ['Indiana']) },
  { _id: 'b', name: 'Phoenix', state: 'Arizona', slug: 'phoenix', near: null },
]
const check = {
  heading: 'Not on the list?',
  text: 'It works anywhere.',
  recording: { _key: 'r', label: 'by state', href: '/blog/consent' },
}

const renderPage = (options: object = { check }) =>
  renderToStaticMarkup(
    createElement(CityGridBlock, {
      block: { _key: 'b', heading: 'Cities', ...options },
      context: { isFirst: false, cities, labels: resolveCopy(null) },
    } as never),
  )

const readResults = () =>
  [...document.querySelectorAll<HTMLElement>('[data-place]')]
    .filter(({ hidden }) => !hidden)
    .map((part) => part.textContent)

function typeText(text: string): void {
  find<HTMLInputElement>('input').value = text
  find('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}

beforeAll(() => startPlaceChecks())

beforeEach(() => {
  document.body.innerHTML = renderPage()
})

describe('coverage check', () => {
  it('shows no result before input, and appears only if an editor enabled it', () => {
    expect(readResults()).toEqual([])
    expect(renderPage({ check: null })).not.toContain('<input')
  })

  it('confirms coverage, links the nearest city and cites the recording rules', () => {
    typeText('60647')
    const [works, near, recording, ...rest] = readResults()
    expect(works).toContain('Illinois: Ductwise works there, as it does anywhere in the United States.')
    expect(near).toContain('The Chicago page covers your area')
    expect(recording).toContain('vary by state: by state')
    expect(rest).toEqual([])
    expect(find('[data-place="city"] a').getAttribute('href')).toBe('/hvac-ai-sdr/chicago')
  })

  it('updates on Enter and on a button click', () => {
    find<HTMLInputElement>('input').value = 'Tucson, AZ'
    find('button').click()
    expect(readResults()[1]).toContain('The nearest page is Phoenix, in your state.')
    expect(find('[data-place="state"] a').getAttribute('href')).toBe('/hvac-ai-sdr/phoenix')
    typeText('46204')
    expect(readResults()[1]).toContain('There’s no Indiana page yet. Chicago has the most similar weather')
    typeText('98101')
    expect(readResults()[1]).toContain('There’s no page yet for Washington or a city with similar weather.')
  })

  it('prompts for the state or a valid ZIP code instead of guessing', () => {
    typeText('Springfield')
    expect(readResults()).toEqual([expect.stringContaining('Add the state')])
    typeText('00000')
    expect(readResults()).toEqual([expect.stringContaining('Check the digits')])
  })

  it('never sends or stores the ZIP code', () => {
    expect(document.querySelector('form')).toBeNull()
    expect(find('input').hasAttribute('name')).toBe(false)
    const previousUrl = location.href
    typeText('60647')
    expect(location.href).toBe(previousUrl)
  })
})
