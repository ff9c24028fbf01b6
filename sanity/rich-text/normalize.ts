import { type AnswerShape, isObject } from '../answer-shape.ts'
import { toBlock, isBlock, toParagraph } from './block.ts'
import { canContainText, splitParagraphs, assignUniqueKeys, type Fields, toToken } from './values.ts'
import { closeLevelGaps, toCode, toImage, toTable } from './members.ts'

type Options = {
  /** Keeps images, code, tables and callouts. If false, their text becomes paragraphs. */
  hasMembers: boolean
}

const TEXT_ONLY: Options = { hasMembers: false }

const normalizeChildren = (member: Fields, options: Options): Fields[] =>
  Object.entries(member).flatMap(([name, child]) =>
    canContainText(name, child) ? normalizeMembers(child, options) : [],
  )

function toCallout(member: Fields): Fields | undefined {
  const { _key, tone, ...content } = member
  const body = finishMembers(normalizeChildren(content, TEXT_ONLY))
  return body.length > 0 ? { _type: 'callout', _key, tone: toToken(tone) || null, body } : undefined
}

const CONVERTERS = [
  { read: toTable, fields: ['rows', 'caption'] },
  { read: toImage, fields: ['asset', 'caption', 'hotspot', 'crop'] },
  { read: toCode, fields: ['code', 'language', 'filename'] },
]

function convertMember(member: Fields): Fields[] | undefined {
  if (toToken(member._type) === 'callout') return [toCallout(member)].filter((callout) => callout !== undefined)
  for (const { read, fields } of CONVERTERS) {
    const converted = read(member)
    if (!converted) continue
    const otherFields = Object.entries(member).filter(([name]) => !fields.includes(name))
    return [converted, ...normalizeChildren(Object.fromEntries(otherFields), { hasMembers: true })]
  }
  return undefined
}

function normalizeMembers(value: unknown, options: Options): Fields[] {
  if (Array.isArray(value)) return value.flatMap((item) => normalizeMembers(item, options))
  if (typeof value === 'string') return splitParagraphs(value).flatMap((text) => toParagraph(text) ?? [])
  if (!isObject(value)) return []
  if (isBlock(value)) return [toBlock(value)].filter((block) => block !== undefined)
  return (options.hasMembers && convertMember(value)) || normalizeChildren(value, options)
}

const finishMembers = (members: Fields[]) => assignUniqueKeys(closeLevelGaps(members))

/** Normalizes any stored value. Keeps all text, turns unknown members into paragraphs and makes keys unique. */
const normalizeRichText = (value: unknown, options: Options): Fields[] =>
  finishMembers(normalizeMembers(value, options))

function findRichTextEntry(shape: AnswerShape | undefined): Record<string, AnswerShape> | undefined {
  const entry = Array.isArray(shape) ? shape[0] : undefined
  return typeof entry === 'object' && !Array.isArray(entry) && Array.isArray(entry.children) ? entry : undefined
}

export function normalizeAnswer(value: unknown, shape: AnswerShape | undefined): unknown {
  const entry = findRichTextEntry(shape)
  if (entry)
    return value === null || value === undefined ? value : normalizeRichText(value, { hasMembers: 'rows' in entry })
  if (Array.isArray(value) && Array.isArray(shape)) return value.map((item) => normalizeAnswer(item, shape[0]))
  if (!isObject(value) || typeof shape !== 'object' || Array.isArray(shape)) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, normalizeAnswer(child, shape[name])]))
}
