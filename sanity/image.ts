import 'server-only'
import { createImageUrlBuilder } from '@sanity/image-url'
import { env } from '../lib/platform/env/env.ts'
import { imageSignature } from './image-signature.ts'

const HOSTED_IMAGES = 'https://cdn.sanity.io'

/** Smaller originals go to the optimizer unchanged: shorter URLs and fewer stored variants. */
const MAX_ORIGINAL_WIDTH = 2400

export type ImageSource = {
  asset: { _id: string; width: number | null; height: number | null; lqip: string | null } | null
  hotspot?: unknown
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null
  alt?: string | null
}

/** For `next/image`: sizes in pixels, after the editor's crop. */
type ResolvedImage = { src: string; width: number; height: number; blurDataURL: string | undefined }

/** A data URL that is safe in CSS; other asset data could inject CSS. */
const TINY = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+={0,2}$/

/** The Content Lake does not transform SVGs, and networks do not show them as share images. */
export const isSvg = (source: ImageSource | null | undefined): boolean => source?.asset?._id.endsWith('-svg') === true

/** The optimizer's only remote source. */
const imageHost = () => env().apiHost ?? HOSTED_IMAGES

function builder() {
  const { projectId, dataset } = env()
  return createImageUrlBuilder({ projectId, dataset }).withOptions({ baseUrl: imageHost() })
}

/**
 * Resolves an image field.
 * @param maxWidth in device pixels; the optimizer scales down from it
 * @param aspectRatio width / height, cropped around the hotspot; default: the editor's crop
 * @returns undefined without an asset, as in drafts
 */
export function resolveImage(
  source: ImageSource | null | undefined,
  maxWidth: number,
  aspectRatio?: number,
): ResolvedImage | undefined {
  const asset = source?.asset
  if (!asset?._id || !asset.width || !asset.height) return undefined
  const isWholeDrawing = isSvg(source)
  const { top = 0, bottom = 0, left = 0, right = 0 } = (isWholeDrawing ? undefined : source?.crop) ?? {}
  const croppedWidth = Math.round(asset.width * (1 - left - right))
  const croppedHeight = Math.round(asset.height * (1 - top - bottom))
  const ratio = aspectRatio ?? croppedWidth / croppedHeight
  const width = Math.min(maxWidth, croppedWidth)
  const height = Math.round(width / ratio)
  const cut = isWholeDrawing ? { asset } : source
  const image = builder().image(cut as Parameters<ReturnType<typeof builder>['image']>[0])
  const isWhole = aspectRatio === undefined && croppedWidth === asset.width && croppedHeight === asset.height
  const isOriginal = isWholeDrawing || (isWhole && asset.width <= MAX_ORIGINAL_WIDTH)
  const picture = isOriginal ? image : image.width(width).height(height).fit('crop')
  return {
    // The optimizer accepts signed URLs only.
    src: picture.vanityName(imageSignature(picture.url())).url(),
    width,
    height,
    blurDataURL: asset.lqip && TINY.test(asset.lqip) ? asset.lqip : undefined,
  }
}
