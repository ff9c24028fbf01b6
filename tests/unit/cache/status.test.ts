import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { locationHeader, MISSING_PAGE, movedPage, statusOf } from '../../../lib/page-cache/status.ts'

const page = (...children: Parameters<typeof createElement>[2][]) =>
  renderToStaticMarkup(createElement('html', null, createElement('body', null, ...children)))

describe('the status of a stored page', () => {
  it('is 404 when React has rendered the mark of a missing page', () => {
    expect(statusOf(page(createElement('meta', MISSING_PAGE)))).toBe(404)
  })

  it('is left alone on any other page', () => {
    expect(statusOf(page('Hello'))).toBeUndefined()
  })

  it('cannot be forged by text or attributes from the CMS', () => {
    const mark = `<meta name="${MISSING_PAGE.name}" content="${MISSING_PAGE.content}"/>`
    expect(statusOf(page(mark, createElement('p', { title: mark }, mark)))).toBeUndefined()
  })
})

describe('a stored page that sends its visitors on', () => {
  const moved = (location: string, permanent = false) => page(createElement('meta', movedPage(location, permanent)))

  it('has the status of a redirect for good or for now', () => {
    expect(statusOf(moved('/new', true))).toBe(308)
    expect(statusOf(moved('/new'))).toBe(307)
  })

  it.each(['/new', '/new?a=b&c=d#e', `https://example.com/it's?"q"=<b>&amp;`, '/ü'])(
    'has the location %s',
    (location) => {
      expect(locationHeader(moved(location))).toEqual({ location })
    },
  )

  it('is no other page', () => {
    expect(locationHeader(page(createElement('meta', MISSING_PAGE)))).toEqual({})
    expect(locationHeader(page('Hello'))).toEqual({})
    const { name, content } = movedPage('//evil.example', true)
    const mark = `<meta name="${name}" content="${content}"/>`
    expect(locationHeader(page(mark, createElement('p', { title: mark }, mark)))).toEqual({})
  })
})
