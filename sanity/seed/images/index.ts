import sharp from 'sharp'
import { cities } from '../cities/index.ts'
import { integrations } from '../integrations.ts'
import { posts } from '../posts/index.ts'
import { drawing } from './article-cover.ts'
import { cityDrawings } from './city-covers.ts'
import { cityCover } from './cover.ts'
import { marks } from './marks.ts'
import { postDrawings } from './post-covers.ts'
import { shareImage } from './share-image.ts'
import { wordmark } from './wordmark.ts'

export type SeedImage = { file: string; svg: string }

/** Every picture the sample content names, drawn as SVG. */
export function seedImages(): SeedImage[] {
  return [
    ...cities.map(({ slug, monthlyMeanF }) => ({
      file: `city-${slug}.png`,
      svg: cityCover({ ...cityDrawing(slug), monthlyMeanF }),
    })),
    ...posts.map(({ slug }) => ({ file: `post-${slug}.png`, svg: drawing(postDrawing(slug)) })),
    ...Object.entries(marks).map(([file, svg]) => ({ file, svg })),
    {
      file: 'share.png',
      svg: shareImage('Ductwise', ['The phone rings at 2:14 a.m.', 'The job is on your calendar.']),
    },
    ...integrations.map(({ slug, name }) => ({ file: `logo-${slug}.png`, svg: wordmark(name) })),
  ]
}

/** The PNG bytes of a drawing. */
export function renderPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

function cityDrawing(slug: string) {
  const drawing = Object.entries(cityDrawings).find(([name]) => name === slug)?.[1]
  if (!drawing) throw new Error(`No drawing for the city “${slug}”: add one to city-covers.ts.`)
  return drawing
}

function postDrawing(slug: string) {
  const picture = postDrawings[slug]
  if (!picture) throw new Error(`No drawing for the post “${slug}”: add one to post-covers.ts.`)
  return picture
}
