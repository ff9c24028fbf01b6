import { createRequire } from 'node:module'

type JsdomInstance = { window: Window & { DOMParser: typeof DOMParser } }

/** The `jsdom` package has no types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html?: string) => JsdomInstance }

export function withDocument<Result>(html: string, read: (document: Document) => Result): Result {
  const { window } = new JSDOM(html)
  try {
    return read(window.document)
  } finally {
    window.close()
  }
}

export function isXml(text: string): boolean {
  const { window } = new JSDOM()
  try {
    return new window.DOMParser().parseFromString(text, 'text/xml').querySelector('parsererror') === null
  } finally {
    window.close()
  }
}
