import { type AnswerShape, isObject } from '../answer-shape.ts'
import { blockOf, isBlock, paragraph } from './block.ts'
import { mayHoldText, paragraphsIn, withUniqueKeys, type Fields, tokenOf } from './values.ts'
import { withEvenLevels, codeOf, imageOf, tableOf } from './members.ts'

type Options = {
  /** Keeps images, code, tables and callouts. If false, their text becomes paragraphs. */
  hasMembers: boolean
}

const TEXT_ALONE: Options = { hasMembers: false }

const textsIn = (member: Fields, options: Options): Fields[] =>
  Object.entries(member).flatMap(([name, child]) => (mayHoldText(name, child) ? membersOf(child, options) : []))

function calloutOf(member: Fields): Fields | undefined {
  const { _key, tone, ...content } = member
  const body = arranged(textsIn(content, TEXT_ALONE))
  return body.length > 0 ? { _type: 'callout', _key, tone: tokenOf(tone) || null, body } : undefined
}

const READERS = [
  { read: tableOf, fields: ['rows', 'caption'] },
  { read: imageOf, fields: ['asset', 'caption', 'hotspot', 'crop'] },
  { read: codeOf, fields: ['code', 'language', 'filename'] },
]

function knownMembers(member: Fields): Fields[] | undefined {
  if (tokenOf(member._type) === 'callout') return [calloutOf(member)].filter((callout) => callout !== undefined)
  for (const { read, fields } of READERS) {
    const known = read(member)
    if (!known) continue
    const others = Object.entries(member).filter(([name]) => !fields.includes(name))
    return [known, ...textsIn(Object.fromEntries(others), { hasMembers: true })]
  }
  return undefined
}

function membersOf(value: unknown, options: Options): Fields[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, options))
  if (typeof value === 'string') return paragraphsIn(value).flatMap((text) => paragraph(text) ?? [])
  if (!isObject(value)) return []
  if (isBlock(value)) return [blockOf(value)].filter((block) => block !== undefined)
  return (options.hasMembers && knownMembers(value)) || textsIn(value, options)
}

const arranged = (members: Fields[]) => withUniqueKeys(withEvenLevels(members))

/** Normalizes any stored value. Keeps all text, turns unknown members into paragraphs and makes keys unique. */
const normalizeRichText = (value: unknown, options: Options): Fields[] => arranged(membersOf(value, options))

function richTextEntry(shape: AnswerShape | undefined): Record<string, AnswerShape> | undefined {
  const entry = Array.isArray(shape) ? shape[0] : undefined
  return typeof entry === 'object' && !Array.isArray(entry) && Array.isArray(entry.children) ? entry : undefined
}

export function normalizeAnswer(value: unknown, shape: AnswerShape | undefined): unknown {
  const entry = richTextEntry(shape)
  if (entry)
    return value === null || value === undefined ? value : normalizeRichText(value, { hasMembers: 'rows' in entry })
  if (Array.isArray(value) && Array.isArray(shape)) return value.map((item) => normalizeAnswer(item, shape[0]))
  if (!isObject(value) || typeof shape !== 'object' || Array.isArray(shape)) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, normalizeAnswer(child, shape[name])]))
}
