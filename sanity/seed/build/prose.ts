import type { TextBlock } from '../types.ts'
import { keyed } from './keyed.ts'
import { linkTarget } from './links.ts'

/** `**strong**` or `[label](target)`, the two marks the sample texts use. */
const MARK = /\*\*(?<strong>.+?)\*\*|\[(?<label>.+?)\]\((?<target>.+?)\)/g

/**
 * Portable Text from paragraphs written as strings. A paragraph starting with `- ` is a bullet, with `1. ` a numbered
 * item; inside, see {@link MARK}.
 */
export function prose(...paragraphs: string[]): TextBlock[] {
  return keyed(paragraphs.map(block), 'block')
}

function block(paragraph: string): Omit<TextBlock, '_key'> {
  const [marker = '', text = ''] = /^(- |1\. )?(.*)$/s.exec(paragraph)?.slice(1) ?? []
  return { _type: 'block', style: 'normal', ...list(marker), ...inline(text) }
}

function list(marker: string): Pick<TextBlock, 'listItem' | 'level'> {
  if (marker === '- ') return { listItem: 'bullet', level: 1 }
  if (marker === '1. ') return { listItem: 'number', level: 1 }
  return {}
}

function inline(text: string): Pick<TextBlock, 'markDefs' | 'children'> {
  const markDefs: TextBlock['markDefs'] = []
  const spans: { text: string; marks: string[] }[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    spans.push({ text: text.slice(end, match.index), marks: [] })
    end = match.index + match[0].length
    const { strong, label, target } = match.groups ?? {}
    if (strong) spans.push({ text: strong, marks: ['strong'] })
    if (label && target) {
      const _key = `link-${markDefs.length + 1}`
      markDefs.push({ _key, _type: 'link', ...linkTarget(target) })
      spans.push({ text: label, marks: [_key] })
    }
  }
  spans.push({ text: text.slice(end), marks: [] })
  const filled = spans.filter((span) => span.text !== '')
  return {
    markDefs,
    children: keyed(
      filled.map((span) => ({ _type: 'span' as const, ...span })),
      'span',
    ),
  }
}
