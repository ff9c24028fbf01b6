import type { TextBlock } from '../types.ts'
import { keyed } from './keyed.ts'
import { linkTarget } from './links.ts'

/** `**strong**`, `*em*`, `` `code` `` or `[label](target)`: the marks the sample texts use. */
const MARK = /\*\*(?<strong>.+?)\*\*|\*(?<em>.+?)\*|`(?<code>.+?)`|\[(?<label>.+?)\]\((?<target>.+?)\)/g

const DECORATORS = ['strong', 'em', 'code'] as const

/** The spans of a line of text, with its marks resolved. */
export function inline(text: string): Pick<TextBlock, 'markDefs' | 'children'> {
  const markDefs: TextBlock['markDefs'] = []
  const spans: { text: string; marks: string[] }[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    spans.push({ text: text.slice(end, match.index), marks: [] })
    end = match.index + match[0].length
    const groups = match.groups ?? {}
    const decorator = DECORATORS.find((name) => groups[name])
    if (decorator) spans.push({ text: groups[decorator] ?? '', marks: [decorator] })
    if (groups.label && groups.target) {
      const _key = `link-${markDefs.length + 1}`
      markDefs.push({ _key, _type: 'link', ...linkTarget(groups.target) })
      spans.push({ text: groups.label, marks: [_key] })
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
