import { isObject } from '../answer-shape.ts'
import { withUniqueKeys, mayHoldText, type Fields, isBlank, textOf, tokenOf } from './values.ts'

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
const STYLES = new Map([
  ['h1', 'h2'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h4'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['blockquote', 'blockquote'],
  ['quote', 'blockquote'],
])

const DECORATORS = new Map([
  ['strong', 'strong'],
  ['bold', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['italic', 'em'],
  ['i', 'em'],
  ['code', 'code'],
])

const NUMBERED = /num|order|decimal|roman|alpha/

const isHeading = (style: string) => /^h\d$/.test(style)

function linksOf(markDefs: unknown): Fields[] {
  const seen = new Set<string>()
  return (Array.isArray(markDefs) ? markDefs : []).flatMap((mark: unknown) => {
    if (!isObject(mark) || typeof mark._key !== 'string' || seen.has(mark._key)) return []
    const href = tokenOf(mark.href) || tokenOf(mark.url)
    if (!href) return []
    seen.add(mark._key)
    return [{ _type: 'link', _key: mark._key, href }]
  })
}

/** Normalizes marks. Keeps at most one link, because nested links are invalid HTML. */
function marksOf(marks: unknown, links: ReadonlySet<unknown>): string[] {
  const tokens = (Array.isArray(marks) ? marks : []).filter((mark) => typeof mark === 'string')
  const decorators = tokens.flatMap((mark) => DECORATORS.get(tokenOf(mark)) ?? [])
  const link = tokens.find((mark) => links.has(mark))
  return [...new Set(decorators), ...(link === undefined ? [] : [link])]
}

function inlineText(value: unknown): string {
  if (Array.isArray(value)) return value.map(inlineText).join('')
  if (!isObject(value)) return textOf(value)
  return Object.entries(value)
    .flatMap(([name, child]) => (mayHoldText(name, child) ? inlineText(child) : []))
    .filter((text) => text !== '')
    .join(' ')
}

function spansOf(children: unknown, links: ReadonlySet<unknown>): Span[] {
  const list = Array.isArray(children) ? children : [children]
  return list.flatMap((child: unknown): Span[] => {
    if (!isObject(child)) return [{ _type: 'span', text: textOf(child), marks: [] }]
    if (Array.isArray(child.children)) return spansOf(child.children, links)
    const isSpan = child._type === 'span' || 'text' in child
    const text = isSpan ? inlineText(child.text) : inlineText(child)
    return [{ _type: 'span', _key: child._key, text, marks: marksOf(child.marks, links) }]
  })
}

const levelOf = (level: unknown) => {
  const number = Math.floor(typeof level === 'number' ? level : Number(tokenOf(level)))
  return number >= 1 ? number : 1
}

/** Normalizes style and list. A heading is never a list item, because HTML lists cannot be inside headings. */
function formOf({ style, listItem, level }: Fields): Pick<Block, 'style' | 'listItem' | 'level'> {
  const known = STYLES.get(tokenOf(style).toLowerCase()) ?? 'normal'
  const kind = tokenOf(listItem).toLowerCase()
  if (kind === '' || isHeading(known)) return { style: known }
  return { style: 'normal', listItem: NUMBERED.test(kind) ? 'number' : 'bullet', level: levelOf(level) }
}

const isTextBlock = (value: unknown) => isObject(value) && value._type === 'block'

/** Returns whether a value is a text block. Accepts unknown types with children, but not lists of blocks. */
export function isBlock({ _type, children }: Fields): boolean {
  if (!Array.isArray(children)) return _type === 'block'
  return !children.some(isTextBlock)
}

export function blockOf(member: Fields): Block | undefined {
  const markDefs = linksOf(member.markDefs)
  const links = new Set(markDefs.map(({ _key }) => _key))
  const hasChildren = Array.isArray(member.children) ? member.children.length > 0 : Boolean(member.children)
  const children = spansOf(hasChildren ? member.children : member.text, links)
  if (children.every(({ text }) => isBlank(text))) return undefined
  return { _type: 'block', _key: member._key, ...formOf(member), children: withUniqueKeys(children), markDefs }
}

export const paragraph = (text: string): Block | undefined => blockOf({ children: [text] })
