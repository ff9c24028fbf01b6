import { toPlainText } from '@portabletext/react'
import { stegaClean } from 'next-sanity'
import type { ArticleValue } from '../article/headings.ts'

/** Words a minute: an adult reading English prose silently (Brysbaert 2019, doi.org/10.1016/j.jml.2019.104047). */
const WORDS_PER_MINUTE = 238

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

function wordsOf(block: ArticleValue[number]): number {
  if (block._type === 'block') return wordsIn(stegaClean(toPlainText(block as Parameters<typeof toPlainText>[0])))
  if ('body' in block && Array.isArray(block.body)) return wordsOfAll(block.body as ArticleValue)
  if ('code' in block && typeof block.code === 'string') return wordsIn(block.code)
  return 0
}

const wordsOfAll = (value: ArticleValue): number => value.reduce((sum, block) => sum + wordsOf(block), 0)

/** Minutes to read an article, at least one. */
export const readingMinutes = (value: ArticleValue | null | undefined): number =>
  Math.max(1, Math.round(wordsOfAll(value ?? []) / WORDS_PER_MINUTE))
