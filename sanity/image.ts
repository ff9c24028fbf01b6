import 'server-only'
import { createImageUrlBuilder } from '@sanity/image-url'
import { env } from '../lib/env.ts'
import { imageSignature } from './image-signature.ts'

const HOSTED_IMAGES = 'https://cdn.sanity.io'

/** Originals up to this width in pixels go to the optimiser as they are: shorter addresses, fewer stored variants. */
const MAX_ORIGINAL_WIDTH = 2400

/** The image fields that a query fragment selects. */
export type ImageSource = {
  asset: { _id: string; width: number | null; height: number | null; lqip: string | null } | null
  hotspot?: unknown
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null
  alt?: string | null
}

/** An image ready for `next/image`: sizes in pixels, already cropped to the editor's crop. */
export type ResolvedImage = { src: string; width: number; height: number; blurDataURL: string | undefined }

/** A tiny picture that a style may have: whatever else an asset says would be CSS. */
const TINY = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/]+={0,2}$/

/** Whether an image is a drawing, which the Content Lake does not transform, and networks do not show as a picture for sharing. */
export const isSvg = (source: ImageSource | null | undefined): boolean => source?.asset?._id.endsWith('-svg') === true

/** Base URL of all images, the only remote source the optimiser may read. */
const imageHost = () => env().apiHost ?? HOSTED_IMAGES

function builder() {
  const { projectId, dataset } = env()
  return createImageUrlBuilder({ projectId, dataset }).withOptions({ baseUrl: imageHost() })
}

/**
 * Resolves an image field.
 * @param maxWidth widest rendering, in device pixels; the optimiser scales down from here
 * @param aspectRatio width / height to cut to round the hotspot; the editor's crop decides when absent
 * @returns undefined when no asset is set, as in a draft
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
    // The optimiser makes pictures for signed addresses only.
    src: picture.vanityName(imageSignature(picture.url())).url(),
    width,
    height,
    blurDataURL: asset.lqip && TINY.test(asset.lqip) ? asset.lqip : undefined,
  }
}
