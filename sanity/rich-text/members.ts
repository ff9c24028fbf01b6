import { isObject } from '../answer-shape.ts'
import type { Block } from './block.ts'
import { type Fields, mayHoldText, withUniqueKeys, isBlank, textOf, tokenOf } from './values.ts'

const isItem = (member: Fields): member is Block => member._type === 'block' && member.listItem !== undefined

/**
 * Removes gaps in list levels.
 * Gives all items of a nested list the kind of its first item, because a list cannot mix bullets and numbers.
 */
export function withEvenLevels<Member extends Fields>(members: Member[]): Member[] {
  let parents: { level: number; kind: Block['listItem'] }[] = []
  return members.map((member) => {
    if (!isItem(member)) {
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

const optionalText = (value: unknown): string | null => textOf(value) || null

function numbersOf(value: unknown): Fields | null {
  if (!isObject(value)) return null
  const { _type, ...numbers } = value
  return Object.values(numbers).every((number) => typeof number === 'number')
    ? { ...value, _type: tokenOf(_type) }
    : null
}

/** Sanity image id, which contains the image dimensions. */
const IMAGE_ID = /^image-[0-9a-f]{40}-(\d{1,6})x(\d{1,6})-[a-z]+$/

function assetOf(asset: unknown): Fields | undefined {
  if (!isObject(asset)) return undefined
  if (typeof asset._id === 'string') return asset
  const [id, width, height] = IMAGE_ID.exec(tokenOf(asset._ref)) ?? []
  return id ? { _id: id, width: Number(width), height: Number(height), lqip: null } : undefined
}

export function imageOf(member: Fields): Fields | undefined {
  const asset = assetOf(member.asset)
  return (
    asset && {
      _type: 'imageWithAlt',
      _key: member._key,
      asset,
      alt: optionalText(member.alt),
      caption: optionalText(member.caption),
      hotspot: numbersOf(member.hotspot),
      crop: numbersOf(member.crop),
      isDarkDrawing: member.isDarkDrawing === true,
    }
  )
}

export function codeOf({ _key, code, language, filename }: Fields): Fields | undefined {
  if (typeof code !== 'string' || isBlank(code)) return undefined
  return {
    _type: 'codeBlock',
    _key,
    code: textOf(code),
    language: optionalText(language),
    filename: optionalText(filename),
  }
}

/** Returns the text of a table cell. Other editors store cells as objects or Portable Text. */
function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellText).join(' ').trim()
  if (!isObject(value)) return textOf(value)
  const texts = Object.entries(value).flatMap(([name, child]) => (mayHoldText(name, child) ? cellText(child) : []))
  return texts.filter((text) => text !== '').join(' ')
}

/** Normalizes a table: pads all rows to the widest row. Returns undefined if the table has no text. */
export function tableOf({ _type, _key, caption, rows }: Fields): Fields | undefined {
  if (tokenOf(_type) !== 'table') return undefined
  const filled = (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const cells = isObject(row) ? row.cells : row
    const texts = (Array.isArray(cells) ? cells : [cells]).map(cellText)
    return texts.every(isBlank) ? [] : [{ _key: isObject(row) ? row._key : undefined, texts }]
  })
  if (filled.length === 0) return undefined
  const width = Math.max(...filled.map(({ texts }) => texts.length))
  const evenRows = filled.map(({ _key: key, texts }) => ({
    _type: 'tableRow',
    _key: key,
    cells: Array.from({ length: width }, (_cell, index) => texts[index] ?? ''),
  }))
  return { _type: 'table', _key, caption: optionalText(caption), rows: withUniqueKeys(evenRows) }
}
