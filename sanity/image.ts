import 'server-only'
import { createImageUrlBuilder } from '@sanity/image-url'
import { env } from '../lib/platform/env/env.ts'
import { imageSignature } from './image-signature.ts'

const HOSTED_IMAGES = 'https://cdn.sanity.io'

/** Maximum width in pixels of originals that need no resizing. Saves stored variants and shortens URLs. */
const MAX_ORIGINAL_WIDTH = 2400

export type ImageSource = {
  asset: { _id: string; width: number | null; height: number | null; lqip: string | null } | null
  hotspot?: unknown
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null
  alt?: string | null
}

/** Image props for `next/image`. Sizes are in pixels, after the editor's crop. */
type ResolvedImage = { src: string; width: number; height: number; blurDataURL: string | undefined }

/** Data URL that is safe in CSS. Any other value could inject CSS. */
const TINY = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+={0,2}$/

/** Returns whether an image is an SVG. The Content Lake cannot transform SVGs, and social networks do not show them. */
export const isSvg = (source: ImageSource | null | undefined): boolean => source?.asset?._id.endsWith('-svg') === true

/** Returns the only host from which the optimizer loads remote images. */
const imageHost = () => env().apiHost ?? HOSTED_IMAGES

function builder() {
  const { projectId, dataset } = env()
  return createImageUrlBuilder({ projectId, dataset }).withOptions({ baseUrl: imageHost() })
}

/**
 * Resolves an image field to `next/image` props.
 * @param maxWidth maximum width in device pixels
 * @param aspectRatio width / height, cropped around the hotspot. Default: the editor's crop.
 * @returns undefined if the field has no asset, for example in a draft
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
    // The image optimizer accepts only signed URLs.
    src: picture.vanityName(imageSignature(picture.url())).url(),
    width,
    height,
    blurDataURL: asset.lqip && TINY.test(asset.lqip) ? asset.lqip : undefined,
  }
}
