import * as all from './all.ts'
import { menuGroups } from './define-block.ts'

const groups = Object.keys(menuGroups)

/** All blocks in insert menu order: by first group, then by title. */
export const blocks = Object.values(all).toSorted(
  (one, other) =>
    groups.indexOf(one.menu[0]) - groups.indexOf(other.menu[0]) || one.schema.title.localeCompare(other.schema.title),
)

export const insertMenuGroups = Object.entries(menuGroups).map(([group, title]) => ({
  name: group,
  title,
  of: blocks.filter(({ menu }) => menu.some((name) => name === group)).map(({ schema }) => schema.name),
}))

export const BLOCKS = blocks
  .map(({ schema, projection }) => `_type == "${schema.name}" => { ${projection} }`)
  .join(',\n    ')
