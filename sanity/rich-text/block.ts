import { isObject } from '../answer-shape.ts'
import { assignUniqueKeys, canContainText, type Fields, isBlank, toText, toToken } from './values.ts'

export type Span = { _type: 'span'; _key?: unknown; text: string; marks: string[] }

/** Block with only the styles, lists and marks that the site renders. */
export type Block = {
  _type: 'block'
  _key?: unknown
  style: string
  children: (Span & { _key: string })[]
  markDefs: Fields[]
  listItem?: 'bullet' | 'number'
  level?: number
}

/** Rendered styles by stored style. The page title is the h1, and h4 is the smallest heading. */
const STYLE_BY_STORED_STYLE = new Map([
  ['h1', 'h2'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h4'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['blockquote', 'blockquote'],
  ['quote', 'blockquote'],
])

const DECORATOR_BY_STORED_MARK = new Map([
  ['strong', 'strong'],
  ['bold', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['italic', 'em'],
  ['i', 'em'],
  ['code', 'code'],
])

const NUMBERED_LIST_PATTERN = /num|order|decimal|roman|alpha/

const isHeading = (style: string) => /^h\d$/.test(style)

function normalizeLinks(markDefs: unknown): Fields[] {
  const seenKeys = new Set<string>()
  return (Array.isArray(markDefs) ? markDefs : []).flatMap((mark: unknown) => {
    if (!isObject(mark) || typeof mark._key !== 'string' || seenKeys.has(mark._key)) return []
    const href = toToken(mark.href) || toToken(mark.url)
    if (!href) return []
    seenKeys.add(mark._key)
    return [{ _type: 'link', _key: mark._key, href }]
  })
}

/** Normalizes marks. Keeps at most one link, because nested links are invalid HTML. */
function normalizeMarks(marks: unknown, links: ReadonlySet<unknown>): string[] {
  const tokens = (Array.isArray(marks) ? marks : []).filter((mark) => typeof mark === 'string')
  const decorators = tokens.flatMap((mark) => DECORATOR_BY_STORED_MARK.get(toToken(mark)) ?? [])
  const link = tokens.find((mark) => links.has(mark))
  return [...new Set(decorators), ...(link === undefined ? [] : [link])]
}

function extractInlineText(value: unknown): string {
  if (Array.isArray(value)) return value.map(extractInlineText).join('')
  if (!isObject(value)) return toText(value)
  return Object.entries(value)
    .flatMap(([name, child]) => (canContainText(name, child) ? extractInlineText(child) : []))
    .filter((text) => text !== '')
    .join(' ')
}

function normalizeSpans(children: unknown, links: ReadonlySet<unknown>): Span[] {
  const list = Array.isArray(children) ? children : [children]
  return list.flatMap((child: unknown): Span[] => {
    if (!isObject(child)) return [{ _type: 'span', text: toText(child), marks: [] }]
    if (Array.isArray(child.children)) return normalizeSpans(child.children, links)
    const isSpan = child._type === 'span' || 'text' in child
    const text = isSpan ? extractInlineText(child.text) : extractInlineText(child)
    return [{ _type: 'span', _key: child._key, text, marks: normalizeMarks(child.marks, links) }]
  })
}

const parseLevel = (level: unknown) => {
  const number = Math.floor(typeof level === 'number' ? level : Number(toToken(level)))
  return number >= 1 ? number : 1
}

/** Normalizes style and list. A heading is never a list item, because HTML lists cannot be inside headings. */
function normalizeStyle({ style, listItem, level }: Fields): Pick<Block, 'style' | 'listItem' | 'level'> {
  const knownStyle = STYLE_BY_STORED_STYLE.get(toToken(style).toLowerCase()) ?? 'normal'
  const kind = toToken(listItem).toLowerCase()
  if (kind === '' || isHeading(knownStyle)) return { style: knownStyle }
  return { style: 'normal', listItem: NUMBERED_LIST_PATTERN.test(kind) ? 'number' : 'bullet', level: parseLevel(level) }
}

const isTextBlock = (value: unknown) => isObject(value) && value._type === 'block'

/** Returns whether a value is a text block. Accepts unknown types with children, but not lists of blocks. */
export function isBlock({ _type, children }: Fields): boolean {
  if (!Array.isArray(children)) return _type === 'block'
  return !children.some(isTextBlock)
}

export function toBlock(member: Fields): Block | undefined {
  const markDefs = normalizeLinks(member.markDefs)
  const links = new Set(markDefs.map(({ _key }) => _key))
  const hasChildren = Array.isArray(member.children) ? member.children.length > 0 : Boolean(member.children)
  const children = normalizeSpans(hasChildren ? member.children : member.text, links)
  if (children.every(({ text }) => isBlank(text))) return undefined
  return {
    _type: 'block',
    _key: member._key,
    ...normalizeStyle(member),
    children: assignUniqueKeys(children),
    markDefs,
  }
}

export const toParagraph = (text: string): Block | undefined => toBlock({ children: [text] })
