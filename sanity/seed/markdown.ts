import { markdownToPortableText } from '@portabletext/markdown'
import { linkTarget } from './links.ts'

type Node = Record<string, unknown>

type Block = { _type: 'block'; markDefs: (Node & { _key: string })[]; children: (Node & { marks: string[] })[] }

/** Prefix of a paragraph that is the caption of the following table. */
const CAPTION = /^Table: /

const textOf = (part: unknown): string =>
  ((part as Partial<Block> | undefined)?.children ?? []).map(({ text }) => String(text)).join('')

/** Gives a block deterministic keys and converts its links to the schema's format. */
function textBlock({ _key: _own, markDefs, children, ...rest }: Block & Node): Node {
  const names = new Map(markDefs.map(({ _key }, index) => [_key, `link-${index + 1}`]))
  return {
    ...rest,
    markDefs: markDefs.map(({ _key, href }) => ({ _key: names.get(_key), _type: 'link', ...linkTarget(String(href)) })),
    children: children.map((span, index) => ({
      ...span,
      _key: `span-${index + 1}`,
      marks: span.marks.map((mark) => names.get(mark) ?? mark),
    })),
  }
}

const calloutPart = (part: Node): Node => partOf(part.style === 'blockquote' ? { ...part, style: 'normal' } : part)

function partOf({ _key: _own, ...part }: Node): Node {
  if (part._type === 'block') return textBlock(part as Block & Node)
  return part._type === 'callout' ? { ...part, body: (part.body as Node[]).map(calloutPart) } : part
}

/**
 * Converts Markdown to Portable Text.
 * Supports callouts (`> [!TIP]`), code with a file name after the language, and tables after `Table: <caption>`.
 */
export function portableText(markdown: string): Node[] {
  const parts = markdownToPortableText(markdown, {
    types: {
      callout: ({ value: { tone, content } }) => ({ _key: '', _type: 'callout', tone, body: content }),
      code: ({ value }) => {
        const [language, ...filename] = (value.language ?? '').split(' ')
        const named = filename.length > 0 && { filename: filename.join(' ') }
        return { _key: '', _type: 'codeBlock', language, ...named, code: value.code }
      },
      table: ({ value }) => ({
        _key: '',
        _type: 'table',
        rows: value.rows.map(({ cells }) => ({
          _type: 'tableRow',
          cells: cells.map((cell) => cell.value.map(textOf).join(' ')),
        })),
      }),
    },
  }) as Node[]
  return parts.flatMap((part, index) => {
    if (CAPTION.test(textOf(part)) && parts[index + 1]?._type === 'table') return []
    const before = textOf(parts[index - 1])
    const caption = part._type === 'table' && CAPTION.test(before) && { caption: before.replace(CAPTION, '') }
    return [{ ...partOf(part), ...caption }]
  })
}
