import type { Image } from '../types.ts'

/** A picture of images/index.ts, by its file name, as a field of a document. */
export function image(file: string, alt: string, caption?: string): Image {
  return { _type: 'imageWithAlt', _sanityAsset: `image@file://./images/${file}`, alt, ...(caption && { caption }) }
}
