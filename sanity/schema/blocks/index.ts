import * as all from './all.ts'
import { menuGroups } from './define-block.ts'

const groups = Object.keys(menuGroups)

/** What a page is built of, in the order of the insert menu: by the first group of each, then by title. */
export const blocks = Object.values(all).toSorted(
  (one, other) =>
    groups.indexOf(one.menu[0]) - groups.indexOf(other.menu[0]) || one.schema.title.localeCompare(other.schema.title),
)

/** The blocks in the groups of the menu. */
export const insertMenuGroups = Object.entries(menuGroups).map(([group, title]) => ({
  name: group,
  title,
  of: blocks.filter(({ menu }) => menu.some((name) => name === group)).map(({ schema }) => schema.name),
}))

/** GROQ of what the page query selects of each block. */
export const BLOCKS = blocks
  .map(({ schema, projection }) => `_type == "${schema.name}" => { ${projection} }`)
  .join(',\n    ')
