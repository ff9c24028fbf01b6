import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MISSING_PAGE, statusOf } from '../../../lib/page-cache/status.ts'

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
