import type { Image, Seo } from '../types.ts'

export function seo(title: string, description: string, image?: Image): Seo {
  return { _type: 'seo', title, description, ...(image && { image }), noIndex: false }
}
