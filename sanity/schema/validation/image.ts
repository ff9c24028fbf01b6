import { limits } from '../limits.ts'

type ImageParent = { asset?: unknown }

/** What is wrong with an image's alternative text, in words for an editor; undefined when nothing is. */
export function altError(alt: string | undefined, image: ImageParent | undefined): string | undefined {
  if (!image?.asset) return undefined
  if (!alt?.trim()) return 'Say what the picture shows, for people who cannot see it.'
  if (alt.length > limits.alt) return `Keep it within ${limits.alt} characters.`
  return undefined
}

/** For images that must be there: an image object without a file is as good as none. */
export function missingImageError(image: ImageParent | undefined): string | undefined {
  return image?.asset ? undefined : 'Add an image.'
}

/** For a text beside which an image or a picture of the product must stand. */
export function missingPictureError(image: ImageParent | undefined, block: { picture?: unknown[] } | undefined) {
  return image?.asset || block?.picture?.length ? undefined : 'Add an image, or a picture of the product.'
}

/** For files that are offered for download. */
export function missingFileError(file: ImageParent | undefined): string | undefined {
  return file?.asset ? undefined : 'Add a file.'
}

/** For images of which networks show a copy: they show no SVG. Undefined when all is well. */
export function svgError(image: { asset?: { _ref?: string } } | undefined): string | undefined {
  return image?.asset?._ref?.endsWith('-svg')
    ? 'Networks do not show SVG. Upload a PNG, JPEG, WebP or AVIF.'
    : undefined
}
