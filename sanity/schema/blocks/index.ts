import * as all from './all.ts'
import { menuGroups } from './define-block.ts'

const groups = Object.keys(menuGroups)

/** All blocks in insert menu order: by first group, then by title. */
export const blocks = Object.values(all).toSorted(
  (a, b) => groups.indexOf(a.menu[0]) - groups.indexOf(b.menu[0]) || a.schema.title.localeCompare(b.schema.title),
)

export const insertMenuGroups = Object.entries(menuGroups).map(([group, title]) => ({
  name: group,
  title,
  of: blocks.filter(({ menu }) => menu.some((name) => name === group)).map(({ schema }) => schema.name),
}))

export const BLOCKS = blocks
  .map(({ schema, projection }) => `_type == "${schema.name}" => { ${projection} }`)
  .join(',\n    ')
