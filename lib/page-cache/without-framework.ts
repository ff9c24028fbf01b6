const FILES = /<script\b[^>]*\ssrc="\/_next\/static\/[^"]*"[^>]*><\/script>/gi
const PRELOADS = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/** What starts the framework, and its flight data, which repeats the page. `<` is escaped in both. */
const INLINE =
  /<script\b[^>]*>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\])[\s\S]*?<\/script>/g

/** Comments by which React would find its way through the page: between two texts, and round a boundary. */
const MARKS = /<!--(?: |\/?[$&][?!~]?|html|head|body)-->/g

/**
 * Takes the framework out of a page's HTML: its scripts, their preloads, its data and its marks. What a visitor touches
 * on the page are the scripts of browser/.
 */
export const withoutFramework = (html: string): string =>
  html.replaceAll(FILES, '').replaceAll(PRELOADS, '').replaceAll(INLINE, '').replaceAll(MARKS, '')
