import type { PressItem, SeedDocument } from '../types.ts'
import { keyed } from './keyed.ts'
import { seo } from './seo.ts'
import { slug } from './slug.ts'

/** The document of an announcement. */
export const pressDocument = ({ seo: search, ...item }: PressItem): SeedDocument => ({
  _id: `press-${item.slug}`,
  _type: 'pressItem',
  ...item,
  slug: slug(item.slug),
  seo: seo(search.title, search.description),
})

/** A file of files/index.ts, by its name, as an entry of the press kit. */
export const downloads = (entries: { label: string; description: string; file: string }[]) =>
  keyed(
    entries.map(({ file, ...entry }) => ({
      _type: 'pressDownload',
      ...entry,
      file: { _type: 'file', _sanityAsset: `file@file://./files/${file}` },
    })),
    'download',
  )
