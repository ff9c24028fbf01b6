import { isObject } from '../answer-shape.ts'
import type { Block } from './block.ts'
import { type Fields, canContainText, assignUniqueKeys, isBlank, toText, toToken } from './values.ts'

const isListItem = (member: Fields): member is Block => member._type === 'block' && member.listItem !== undefined

/**
 * Removes gaps in list levels.
 * All items of a nested list get the kind of its first item, because a list cannot mix bullets and numbers.
 */
export function closeLevelGaps<Member extends Fields>(members: Member[]): Member[] {
  let parents: { level: number; kind: Block['listItem'] }[] = []
  return members.map((member) => {
    if (!isListItem(member)) {
      parents = []
      return member
    }
    const { level = 1, listItem } = member
    const sibling = parents.find((parent) => parent.level >= level)
    parents = parents.filter((parent) => parent.level < level)
    const kind = parents.length > 0 ? (sibling?.kind ?? listItem) : listItem
    parents.push({ level, kind })
    return { ...member, listItem: kind, level: parents.length }
  })
}

const toOptionalText = (value: unknown): string | null => toText(value) || null

function normalizeNumbers(value: unknown): Fields | null {
  if (!isObject(value)) return null
  const { _type, ...numbers } = value
  return Object.values(numbers).every((number) => typeof number === 'number')
    ? { ...value, _type: toToken(_type) }
    : null
}

/** Sanity image id, which contains the image dimensions. */
const IMAGE_ID_PATTERN = /^image-[0-9a-f]{40}-(\d{1,6})x(\d{1,6})-[a-z]+$/

function normalizeAsset(asset: unknown): Fields | undefined {
  if (!isObject(asset)) return undefined
  if (typeof asset._id === 'string') return asset
  const [id, width, height] = IMAGE_ID_PATTERN.exec(toToken(asset._ref)) ?? []
  return id ? { _id: id, width: Number(width), height: Number(height), lqip: null } : undefined
}

export function toImage(member: Fields): Fields | undefined {
  const asset = normalizeAsset(member.asset)
  return (
    asset && {
      _type: 'imageWithAlt',
      _key: member._key,
      asset,
      alt: toOptionalText(member.alt),
      caption: toOptionalText(member.caption),
      hotspot: normalizeNumbers(member.hotspot),
      crop: normalizeNumbers(member.crop),
      isDarkDrawing: member.isDarkDrawing === true,
    }
  )
}

export function toCode({ _key, code, language, filename }: Fields): Fields | undefined {
  if (typeof code !== 'string' || isBlank(code)) return undefined
  return {
    _type: 'codeBlock',
    _key,
    code: toText(code),
    language: toOptionalText(language),
    filename: toOptionalText(filename),
  }
}

/** Returns the text of a table cell. Other editors store cells as objects or Portable Text. */
function extractCellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(extractCellText).join(' ').trim()
  if (!isObject(value)) return toText(value)
  const texts = Object.entries(value).flatMap(([name, child]) =>
    canContainText(name, child) ? extractCellText(child) : [],
  )
  return texts.filter((text) => text !== '').join(' ')
}

/** Normalizes a table: pads all rows to the widest row. Returns undefined if the table has no text. */
export function toTable({ _type, _key, caption, rows }: Fields): Fields | undefined {
  if (toToken(_type) !== 'table') return undefined
  const filledRows = (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const cells = isObject(row) ? row.cells : row
    const texts = (Array.isArray(cells) ? cells : [cells]).map(extractCellText)
    return texts.every(isBlank) ? [] : [{ _key: isObject(row) ? row._key : undefined, texts }]
  })
  if (filledRows.length === 0) return undefined
  const width = Math.max(...filledRows.map(({ texts }) => texts.length))
  const paddedRows = filledRows.map(({ _key: key, texts }) => ({
    _type: 'tableRow',
    _key: key,
    cells: Array.from({ length: width }, (_cell, index) => texts[index] ?? ''),
  }))
  return { _type: 'table', _key, caption: toOptionalText(caption), rows: assignUniqueKeys(paddedRows) }
}
