import 'server-only'
import { createImageUrlBuilder } from '@sanity/image-url'
import { env } from '../lib/platform/env/env.ts'
import { signImage } from './image-signature.ts'

const HOSTED_IMAGE_ORIGIN = 'https://cdn.sanity.io'

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
const SAFE_DATA_URL_PATTERN = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+={0,2}$/

/** Returns whether an image is an SVG. The Content Lake cannot transform SVGs, and social networks do not show them. */
export const isSvg = (source: ImageSource | null | undefined): boolean => source?.asset?._id.endsWith('-svg') === true

/** Returns the only host whose images the optimizer loads. */
const getImageHost = () => env().apiHost ?? HOSTED_IMAGE_ORIGIN

function createBuilder() {
  const { projectId, dataset } = env()
  return createImageUrlBuilder({ projectId, dataset }).withOptions({ baseUrl: getImageHost() })
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
  const isVector = isSvg(source)
  const { top = 0, bottom = 0, left = 0, right = 0 } = (isVector ? undefined : source?.crop) ?? {}
  const croppedWidth = Math.round(asset.width * (1 - left - right))
  const croppedHeight = Math.round(asset.height * (1 - top - bottom))
  const ratio = aspectRatio ?? croppedWidth / croppedHeight
  const width = Math.min(maxWidth, croppedWidth)
  const height = Math.round(width / ratio)
  const imageSource = isVector ? { asset } : source
  const image = createBuilder().image(imageSource as Parameters<ReturnType<typeof createBuilder>['image']>[0])
  const isUncropped = aspectRatio === undefined && croppedWidth === asset.width && croppedHeight === asset.height
  const isOriginal = isVector || (isUncropped && asset.width <= MAX_ORIGINAL_WIDTH)
  const sizedImage = isOriginal ? image : image.width(width).height(height).fit('crop')
  return {
    // The image optimizer accepts only signed URLs.
    src: sizedImage.vanityName(signImage(sizedImage.url())).url(),
    width,
    height,
    blurDataURL: asset.lqip && SAFE_DATA_URL_PATTERN.test(asset.lqip) ? asset.lqip : undefined,
  }
}
