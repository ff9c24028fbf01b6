import type { BlockStyle, TextBlock } from '../types.ts'
import { inline } from './inline.ts'
import { keyed } from './keyed.ts'

type Look = Pick<TextBlock, 'style' | 'listItem' | 'level'>

const STYLES: Record<string, BlockStyle> = { '## ': 'h2', '### ': 'h3', '> ': 'blockquote' }

/**
 * Portable Text from paragraphs written as strings. A paragraph starting with `## ` or `### ` is a heading, with `> ` a
 * quote, with `- ` a bullet, with `1. ` a numbered item; for marks inside see build/inline.ts.
 */
export function prose(...paragraphs: string[]): TextBlock[] {
  return keyed(paragraphs.map(textBlock), 'block')
}

export function textBlock(paragraph: string): Omit<TextBlock, '_key'> {
  const [marker = '', text = ''] = /^(- |1\. |#{2,3} |> )?(.*)$/s.exec(paragraph)?.slice(1) ?? []
  return { _type: 'block', ...lookOf(marker), ...inline(text) }
}

function lookOf(marker: string): Look {
  if (marker === '- ') return { style: 'normal', listItem: 'bullet', level: 1 }
  if (marker === '1. ') return { style: 'normal', listItem: 'number', level: 1 }
  return { style: STYLES[marker] ?? 'normal' }
}
