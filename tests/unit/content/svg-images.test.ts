import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getSvgError } from '../../../sanity/schema/validation/rules.ts'
import type { ImageSource } from '../../../sanity/image.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))
vi.mock('../../../app/(site)/site-data.ts', () => ({ getSettings: async () => ({ brand: 'Ductwise' }) }))

const { buildDocumentMetadata } = await import('../../../app/(site)/document-metadata.ts')
const { resolveImage } = await import('../../../sanity/image.ts')

const SVG_ID = `image-${'a'.repeat(40)}-120x40-svg`
const buildSource = (_id: string): ImageSource => ({ asset: { _id, width: 120, height: 40, lqip: null } })

beforeAll(() => {
  stubSiteEnv()
})

describe('SVG image', () => {
  it('is requested without parameters, because Sanity does not transform SVGs', () => {
    const crop = { top: 0.1, bottom: 0.1, left: 0, right: 0 }
    expect(resolveImage({ ...buildSource(SVG_ID), crop }, 1440, 2)?.src).not.toContain('?')
    expect(resolveImage({ ...buildSource(SVG_ID.replace('svg', 'png')), crop }, 1440, 2)?.src).toContain('?')
  })

  it('is replaced by the generated image for social sharing', async () => {
    const seo = { title: null, description: null, noIndex: null }
    const readMetadataImage = async (id: string) => {
      const metadata = await buildDocumentMetadata({
        path: '/pricing',
        title: 'Pricing',
        description: 'x',
        seo: { ...seo, image: buildSource(id) },
      })
      return JSON.stringify(metadata.openGraph?.images)
    }
    expect(await readMetadataImage(SVG_ID)).toContain('/opengraph-image/pricing')
    expect(await readMetadataImage(SVG_ID.replace('svg', 'png'))).toContain('/_next/image')
  })

  it('is rejected in the sharing image field with a list of accepted formats', () => {
    expect(getSvgError({ asset: { _ref: SVG_ID } })).toMatch(/PNG, JPEG, WebP or AVIF/)
    expect(getSvgError({ asset: { _ref: SVG_ID.replace('svg', 'png') } })).toBeUndefined()
    expect(getSvgError(undefined)).toBeUndefined()
  })
})
