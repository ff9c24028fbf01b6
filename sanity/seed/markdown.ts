import { markdownToPortableText } from '@portabletext/markdown'
import { toLinkTarget } from './links.ts'

type Node = Record<string, unknown>

type Block = { _type: 'block'; markDefs: (Node & { _key: string })[]; children: (Node & { marks: string[] })[] }

/** Prefix of a paragraph that is the caption of the following table. */
const CAPTION_PATTERN = /^Table: /

const extractText = (part: unknown): string =>
  ((part as Partial<Block> | undefined)?.children ?? []).map(({ text }) => String(text)).join('')

/** Gives a block deterministic keys and converts its links to the schema's format. */
function convertTextBlock({ _key: _originalKey, markDefs, children, ...rest }: Block & Node): Node {
  const names = new Map(markDefs.map(({ _key }, index) => [_key, `link-${index + 1}`]))
  return {
    ...rest,
    markDefs: markDefs.map(({ _key, href }) => ({
      _key: names.get(_key),
      _type: 'link',
      ...toLinkTarget(String(href)),
    })),
    children: children.map((span, index) => ({
      ...span,
      _key: `span-${index + 1}`,
      marks: span.marks.map((mark) => names.get(mark) ?? mark),
    })),
  }
}

const convertCalloutPart = (part: Node): Node =>
  convertPart(part.style === 'blockquote' ? { ...part, style: 'normal' } : part)

function convertPart({ _key: _originalKey, ...part }: Node): Node {
  if (part._type === 'block') return convertTextBlock(part as Block & Node)
  return part._type === 'callout' ? { ...part, body: (part.body as Node[]).map(convertCalloutPart) } : part
}

/**
 * Converts Markdown to Portable Text.
 * Supports callouts (`> [!TIP]`), code with a file name after the language, and tables after `Table: <caption>`.
 */
export function toPortableText(markdown: string): Node[] {
  const parts = markdownToPortableText(markdown, {
    types: {
      callout: ({ value: { tone, content } }) => ({ _key: '', _type: 'callout', tone, body: content }),
      code: ({ value }) => {
        const [language, ...filename] = (value.language ?? '').split(' ')
        const fileNameField = filename.length > 0 && { filename: filename.join(' ') }
        return { _key: '', _type: 'codeBlock', language, ...fileNameField, code: value.code }
      },
      table: ({ value }) => ({
        _key: '',
        _type: 'table',
        rows: value.rows.map(({ cells }) => ({
          _type: 'tableRow',
          cells: cells.map((cell) => cell.value.map(extractText).join(' ')),
        })),
      }),
    },
  }) as Node[]
  return parts.flatMap((part, index) => {
    if (CAPTION_PATTERN.test(extractText(part)) && parts[index + 1]?._type === 'table') return []
    const previousText = extractText(parts[index - 1])
    const caption = part._type === 'table' &&
      CAPTION_PATTERN.test(previousText) && { caption: previousText.replace(CAPTION_PATTERN, '') }
    return [{ ...convertPart(part), ...caption }]
  })
}
