import { stack } from '../stack/addresses.ts'
import { requestPage, type PageResponse } from './known-pages.ts'
import { containsText, type VisibleDocument, type VisibleText, type Values } from './visible-content.ts'
import { mapConcurrently, pollUntil } from '../until.ts'

export type Edit = {
  id: string
  values: Values
  /** The old and new texts by path. */
  pages: Map<string, { before: string[]; after: string[] }>
}

/** Allows for slow machines, and for background revalidation, which needs two views. */
const POLL_OPTIONS = { deadlineMs: 30_000 }

let editCount = 0

/** Returns a unique text that is no prefix of another. A path stays a path. */
const buildUniqueText = (text: string, stamp: string, index: number) =>
  text.startsWith('/') ? `/published-${stamp}-${index}-now` : `Published text ${stamp} ${index} now`

export function buildEdit({ id }: VisibleDocument, texts: VisibleText[]): Edit {
  const stamp = `${Date.now().toString(36)}${(editCount++).toString(36)}`
  const edit: Edit = { id, values: {}, pages: new Map() }
  for (const [index, { text, values, paths }] of texts.entries()) {
    const next = buildUniqueText(text, stamp, index)
    for (const patchPath of Object.keys(values)) edit.values[patchPath] = next
    for (const path of paths) {
      const page = edit.pages.get(path) ?? { before: [], after: [] }
      page.before.push(text)
      page.after.push(next)
      edit.pages.set(path, page)
    }
  }
  return edit
}

/** Limits each text to the home page and every n-th other page. Use it for texts that appear on similar pages. */
export const limitToSomePages = (texts: VisibleText[], n: number): VisibleText[] =>
  texts.map((visibleText) => ({
    ...visibleText,
    paths: visibleText.paths.filter((path, index) => path === '/' || index % n === 0),
  }))

export const applyEdit = (texts: VisibleText[], edit: Edit): VisibleText[] =>
  texts.map((visibleText) => {
    const next = edit.values[Object.keys(visibleText.values)[0] ?? '']
    return next === undefined ? visibleText : { ...visibleText, text: next }
  })

export const collectOriginalValues = ({ texts }: VisibleDocument): Values =>
  Object.assign({}, ...texts.map(({ values }) => values))

const containsAllTexts = (response: PageResponse, texts: string[]) =>
  texts.every((text) => containsText(response, text))

export async function waitUntilShown(texts: VisibleText[], site: string = stack.env.siteUrl): Promise<void> {
  const expectedTexts = new Map<string, string[]>()
  for (const { text, paths } of texts) {
    for (const path of paths) expectedTexts.set(path, [...(expectedTexts.get(path) ?? []), text])
  }
  const isShown = async (path: string, pageTexts: string[]) =>
    containsAllTexts(await requestPage(site, path), pageTexts)
  await mapConcurrently([...expectedTexts], ([path, pageTexts]) =>
    pollUntil(`the current text of ${path}`, async () => (await isShown(path, pageTexts)) || undefined, POLL_OPTIONS),
  )
}

/** First views of the edited pages: paths with a stale text, and paths without the new one. */
export type FirstViews = {
  viewCount: number
  old: string[]
  withoutNew: string[]
  slowest: { path: string; milliseconds: number }
}

export async function requestFirstViews(
  { pages }: Edit,
  { site = stack.env.siteUrl, concurrency = 8 }: { site?: string; concurrency?: number } = {},
): Promise<FirstViews> {
  const views = await mapConcurrently(
    [...pages],
    async ([path, { before, after }]) => {
      const response = await requestPage(site, path)
      return {
        path,
        milliseconds: response.milliseconds,
        isOld: before.some((text) => containsText(response, text)),
        isNew: response.status > 0 && response.status < 500 && containsAllTexts(response, after),
      }
    },
    concurrency,
  )
  return {
    viewCount: views.length,
    old: views.filter(({ isOld }) => isOld).map(({ path }) => path),
    withoutNew: views.filter(({ isNew }) => !isNew).map(({ path }) => path),
    slowest: views.reduce((slowest, next) => (next.milliseconds > slowest.milliseconds ? next : slowest)),
  }
}
