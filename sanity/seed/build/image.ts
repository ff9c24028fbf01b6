import type { Image } from '../types.ts'

/** A picture of images/index.ts, by its file name, as a field of a document. */
export function image(file: string, alt: string): Image {
  return { _type: 'imageWithAlt', _sanityAsset: `image@file://./images/${file}`, alt }
}

/** One that is drawn on the dark ground of the site's dark theme. */
export const darkDrawing = (file: string, alt: string): Image => ({ ...image(file, alt), isDarkDrawing: true })
