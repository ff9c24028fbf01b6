import { stack } from '../stack/addresses.ts'
import { look, type Look } from './known-pages.ts'
import { isShownBy, type ShownDocument, type ShownText, type Values } from './shown-content.ts'
import { forEach, until } from '../until.ts'

/** What an edit of one document does to the pages that show it. */
export type Edit = {
  id: string
  /** New values by place. */
  values: Values
  /** By address, the texts that must be gone and those that must be there. */
  pages: Map<string, { before: string[]; after: string[] }>
}

/** A page that is made anew behind its visitors needs two looks; the rest is for machines that stand still for seconds. */
const UNTIL_SHOWN = { deadlineMs: 30_000 }

let edits = 0

/** A text nobody has written before; an address stays an address. No text is the beginning of another. */
const unheardOf = (text: string, stamp: string, index: number) =>
  text.startsWith('/') ? `/published-${stamp}-${index}-now` : `Published text ${stamp} ${index} now`

/** Gives texts of a document new ones, which nothing else in the dataset contains. */
export function editOf({ id }: ShownDocument, texts: ShownText[]): Edit {
  const stamp = `${Date.now().toString(36)}${(edits++).toString(36)}`
  const edit: Edit = { id, values: {}, pages: new Map() }
  for (const [index, { text, values, paths }] of texts.entries()) {
    const next = unheardOf(text, stamp, index)
    for (const place of Object.keys(values)) edit.values[place] = next
    for (const path of paths) {
      const page = edit.pages.get(path) ?? { before: [], after: [] }
      page.before.push(text)
      page.after.push(next)
      edit.pages.set(path, page)
    }
  }
  return edit
}

/** Texts with the home page and every n-th of the other pages that show them: where those are all alike. */
export const onSomePages = (texts: ShownText[], n: number): ShownText[] =>
  texts.map((shown) => ({ ...shown, paths: shown.paths.filter((path, index) => path === '/' || index % n === 0) }))

/** The texts as they are after an edit. */
export const afterEdit = (texts: ShownText[], edit: Edit): ShownText[] =>
  texts.map((shown) => {
    const next = edit.values[Object.keys(shown.values)[0] ?? '']
    return next === undefined ? shown : { ...shown, text: next }
  })

/** The values that a document had when its texts were found. */
export const originalValues = ({ texts }: ShownDocument): Values =>
  Object.assign({}, ...texts.map(({ values }) => values))

const showsAll = (seen: Look, texts: string[]) => texts.every((text) => isShownBy(seen, text))

/** Looks at pages until each shows what it must: afterwards all of them are stored as they are now. */
export async function untilShown(texts: ShownText[], site: string = stack.env.siteUrl): Promise<void> {
  const wanted = new Map<string, string[]>()
  for (const { text, paths } of texts) {
    for (const path of paths) wanted.set(path, [...(wanted.get(path) ?? []), text])
  }
  const isShown = async (path: string, here: string[]) => showsAll(await look(site, path), here)
  await forEach([...wanted], ([path, here]) =>
    until(`${path} with its present texts`, async () => (await isShown(path, here)) || undefined, UNTIL_SHOWN),
  )
}

/** The first look at each page after an edit: addresses that still show an old text, and those that lack a new one. */
export type FirstLooks = {
  seen: number
  old: string[]
  withoutNew: string[]
  slowest: { path: string; milliseconds: number }
}

/** Looks once at every page that an edit must have changed. */
export async function firstLooks(
  { pages }: Edit,
  { site = stack.env.siteUrl, atOnce = 8 }: { site?: string; atOnce?: number } = {},
): Promise<FirstLooks> {
  const looks = await forEach(
    [...pages],
    async ([path, { before, after }]) => {
      const seen = await look(site, path)
      return {
        path,
        milliseconds: seen.milliseconds,
        isOld: before.some((text) => isShownBy(seen, text)),
        isNew: seen.status > 0 && seen.status < 500 && showsAll(seen, after),
      }
    },
    atOnce,
  )
  return {
    seen: looks.length,
    old: looks.filter(({ isOld }) => isOld).map(({ path }) => path),
    withoutNew: looks.filter(({ isNew }) => !isNew).map(({ path }) => path),
    slowest: looks.reduce((slowest, next) => (next.milliseconds > slowest.milliseconds ? next : slowest)),
  }
}
