import { stack } from '../stack/addresses.ts'
import { look, type Look } from './known-pages.ts'
import { isShownBy, type ShownDocument, type ShownText, type Values } from './shown-content.ts'
import { forEach, until } from '../until.ts'

export type Edit = {
  id: string
  values: Values
  /** The old and new texts by path. */
  pages: Map<string, { before: string[]; after: string[] }>
}

/** Allows for slow machines, and for background revalidation, which needs two views. */
const UNTIL_SHOWN = { deadlineMs: 30_000 }

let edits = 0

/** Returns a unique text that is no prefix of another. A path stays a path. */
const unheardOf = (text: string, stamp: string, index: number) =>
  text.startsWith('/') ? `/published-${stamp}-${index}-now` : `Published text ${stamp} ${index} now`

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

/** Limits each text to the home page and every n-th other page, for texts whose pages are alike. */
export const onSomePages = (texts: ShownText[], n: number): ShownText[] =>
  texts.map((shown) => ({ ...shown, paths: shown.paths.filter((path, index) => path === '/' || index % n === 0) }))

export const afterEdit = (texts: ShownText[], edit: Edit): ShownText[] =>
  texts.map((shown) => {
    const next = edit.values[Object.keys(shown.values)[0] ?? '']
    return next === undefined ? shown : { ...shown, text: next }
  })

export const originalValues = ({ texts }: ShownDocument): Values =>
  Object.assign({}, ...texts.map(({ values }) => values))

const showsAll = (seen: Look, texts: string[]) => texts.every((text) => isShownBy(seen, text))

export async function untilShown(texts: ShownText[], site: string = stack.env.siteUrl): Promise<void> {
  const wanted = new Map<string, string[]>()
  for (const { text, paths } of texts) {
    for (const path of paths) wanted.set(path, [...(wanted.get(path) ?? []), text])
  }
  const isShown = async (path: string, here: string[]) => showsAll(await look(site, path), here)
  await forEach([...wanted], ([path, here]) =>
    until(`the current text of ${path}`, async () => (await isShown(path, here)) || undefined, UNTIL_SHOWN),
  )
}

/** First views of the edited pages: paths with a stale text, and paths without the new one. */
export type FirstLooks = {
  seen: number
  old: string[]
  withoutNew: string[]
  slowest: { path: string; milliseconds: number }
}

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
