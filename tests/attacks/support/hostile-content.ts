import type { IdentifiedSanityDocumentStub } from '@sanity/client'

export type Content = IdentifiedSanityDocumentStub & Record<string, unknown>

const KEPT = new Set(['_id', '_type', '_key', '_ref', 'slug', 'path', 'orderRank', 'publishedAt', 'current'])

/** Applies `change` to all nested values, innermost first. `name` is the field, or the field of the enclosing list. */
function mapped(value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((entry) => mapped(entry, change, name)),
      name,
    )
  if (typeof value !== 'object' || value === null) return change(value, name)
  const fields = Object.entries(value).map(([key, child]) => [key, KEPT.has(key) ? child : mapped(child, change, key)])
  return change(Object.fromEntries(fields), name)
}

function changed(document: Content, change: (value: unknown, name: string) => unknown): Content {
  const fields = Object.entries(document).map(([key, value]) => [
    key,
    KEPT.has(key) ? value : mapped(value, change, key),
  ])
  return Object.fromEntries(fields) as Content
}

const ownFields = (document: Content, change: (value: unknown) => unknown): Content =>
  Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, KEPT.has(key) ? value : change(value)]),
  ) as Content

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Name of the global function that an injected script calls. */
export const MARK = 'attacked'

export const EVIL_LINKS = [
  `javascript:${MARK}()`,
  `JaVaScRiPt:${MARK}()`,
  ` javascript:${MARK}()`,
  `java\tscript:${MARK}()`,
  `java\nscript:${MARK}()`,
  `\u0001javascript:${MARK}()`,
  `javascript&colon;${MARK}()`,
  `&#106;avascript:${MARK}()`,
  `data:text/html,<script>${MARK}()</script>`,
  `data:text/html;base64,PHNjcmlwdD5hdHRhY2tlZCgpPC9zY3JpcHQ+`,
  `vbscript:${MARK}`,
  `file:///etc/passwd`,
  `blob:https://evil.example/${MARK}`,
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example\\',
  '/\t/evil.example/',
  '/./..//evil.example/',
] as const

export const MARKUP = [
  `"'\`> </script></title></textarea></style><script>${MARK}()</script>`,
  `<img src=x onerror=${MARK}()><svg onload=${MARK}()>`,
  `" onfocus=${MARK}() autofocus x="`,
  `<!--<script>${MARK}()//-->\u2028\u2029]]><![CDATA[`,
  `{{${MARK}()}} \${${MARK}()} <?xml version="1.0"?>&lt;script&gt;\u0000\uFFFE`,
].join(' ')

const LONG_TEXT = `${'A long text. '.repeat(10)}`.repeat(8_066)

const link = (href: string) => ({ _type: 'link', _key: 'evil-link', href })

const linkedText = (href: string, index: number) => ({
  _type: 'block',
  _key: `evil-block-${index}`,
  style: 'normal',
  markDefs: [link(href)],
  children: [{ _type: 'span', _key: 'evil-span', text: 'A link', marks: ['evil-link'] }],
})

const isText = (value: unknown): value is string => typeof value === 'string'

const isPortableText = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.some((entry) => isObject(entry) && entry._type === 'block')

const LOOKS_LIKE_LINK = /^(?:https?:|mailto:|tel:|\/)/

const nested = (levels: number, inner: unknown, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce((value) => wrap(value), inner)

/** Nesting levels of the test content. The Content Lake accepts 200. */
const LEVELS = 90

/** Invalid date that sorts after every valid one. */
const NO_DATE = 'tomorrow, or never'

const deepText = () =>
  nested(LEVELS, { _type: 'span', _key: 'inner', text: 'inner' }, (inner) => ({
    _type: 'block',
    _key: 'deep',
    style: 'normal',
    children: [inner],
  }))

export const INJECTIONS: Record<string, (document: Content) => Content> = {
  links: (document) => {
    let next = 0
    return changed(document, (value, name) => {
      if (isPortableText(value)) return [...value, ...EVIL_LINKS.map(linkedText)]
      if (isText(value) && (LOOKS_LIKE_LINK.test(value) || /href|url|destination/i.test(name)))
        return EVIL_LINKS[next++ % EVIL_LINKS.length]
      return isObject(value) && value._type === 'link'
        ? { ...value, kind: 'external', internal: undefined, href: EVIL_LINKS[next++ % EVIL_LINKS.length] }
        : value
    })
  },
  markup: (document) => changed(document, (value) => (isText(value) ? value + MARKUP : value)),
  'markup-only': (document) => changed(document, (value) => (isText(value) ? MARKUP : value)),
  deep: (document) => ownFields(document, (value) => (Array.isArray(value) ? [...value, deepText()] : value)),
  'deep-lists': (document) =>
    ownFields(document, (value) =>
      Array.isArray(value) ? nested(LEVELS, value, (inner) => [{ _key: 'a', inner }]) : value,
    ),
  dates: (document) => {
    const dated = changed(document, (value) => (isText(value) && /^\d{4}-\d{2}-\d{2}/.test(value) ? NO_DATE : value))
    return { ...dated, ...('publishedAt' in document && { publishedAt: NO_DATE }) }
  },
  nulls: (document) => changed(document, (value) => (Array.isArray(value) || isObject(value) ? value : null)),
  'all-null': (document) => changed(document, () => null),
  'objects-for-texts': (document) => changed(document, (value) => (isText(value) ? { a: value } : value)),
  'texts-for-objects': (document) =>
    changed(document, (value) => (Array.isArray(value) || isObject(value) ? 'a text' : value)),
  'lists-with-null': (document) =>
    changed(document, (value) => (Array.isArray(value) ? [null, ...value, null] : value)),
  'same-keys': (document) =>
    changed(document, (value) =>
      Array.isArray(value)
        ? [...value, ...value].map((entry) => (isObject(entry) ? { ...entry, _key: 'same' } : entry))
        : value,
    ),
  numbers: (document) =>
    changed(document, (value) => (typeof value === 'number' ? 1.7e308 : isText(value) ? -9e99 : value)),
  'huge-numbers': (document) => changed(document, (value) => (typeof value === 'number' ? -1.7e308 : value)),
  prototypes: (document) =>
    changed(document, (value) =>
      isObject(value) ? { ...value, constructor: { prototype: { polluted: MARK } }, ['__proto__x']: MARK } : value,
    ),
}

export function longText(document: Content): Content {
  let isFirst = true
  return changed(document, (value) => {
    if (!isText(value) || !isFirst) return value
    isFirst = false
    return LONG_TEXT
  })
}

export const written = ({ _rev, _createdAt, _updatedAt, _system, ...document }: Content): Content => document as Content

export function copyOf(document: Content, name: string): Content {
  const { slug, path } = document
  return {
    ...document,
    _id: `attack-${name}`,
    ...(slug !== undefined && { slug: { _type: 'slug', current: `attack-${name}` } }),
    ...(typeof path === 'string' && { path: `/attack-${name}` }),
  }
}
