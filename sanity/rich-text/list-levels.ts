import type { Block } from './block.ts'
import type { Fields } from './values.ts'

const isItem = (member: Fields): member is Block => member._type === 'block' && member.listItem !== undefined

/**
 * Levels without jumps: an item is one level below the item that it belongs to, whatever number it had. Items of one nested
 * list are of one kind, because a list inside an item cannot change from bullets to numbers.
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
