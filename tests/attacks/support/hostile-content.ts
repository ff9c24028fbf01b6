import type { IdentifiedSanityDocumentStub } from '@sanity/client'

export type Content = IdentifiedSanityDocumentStub & Record<string, unknown>

const PRESERVED_FIELDS = new Set([
  '_id',
  '_type',
  '_key',
  '_ref',
  'slug',
  'path',
  'orderRank',
  'publishedAt',
  'current',
])

/** Applies `change` to all nested values, innermost first. `name` is the field, or the field of the enclosing list. */
function mapValues(value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((entry) => mapValues(entry, change, name)),
      name,
    )
  if (typeof value !== 'object' || value === null) return change(value, name)
  const fields = Object.entries(value).map(([key, child]) => [
    key,
    PRESERVED_FIELDS.has(key) ? child : mapValues(child, change, key),
  ])
  return change(Object.fromEntries(fields), name)
}

function mapDocument(document: Content, change: (value: unknown, name: string) => unknown): Content {
  const fields = Object.entries(document).map(([key, value]) => [
    key,
    PRESERVED_FIELDS.has(key) ? value : mapValues(value, change, key),
  ])
  return Object.fromEntries(fields) as Content
}

const mapTopLevelFields = (document: Content, change: (value: unknown) => unknown): Content =>
  Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, PRESERVED_FIELDS.has(key) ? value : change(value)]),
  ) as Content

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Name of the global function that an injected script calls. */
export const INJECTED_FUNCTION_NAME = 'attacked'

export const EVIL_LINKS = [
  `javascript:${INJECTED_FUNCTION_NAME}()`,
  `JaVaScRiPt:${INJECTED_FUNCTION_NAME}()`,
  ` javascript:${INJECTED_FUNCTION_NAME}()`,
  `java\tscript:${INJECTED_FUNCTION_NAME}()`,
  `java\nscript:${INJECTED_FUNCTION_NAME}()`,
  `\u0001javascript:${INJECTED_FUNCTION_NAME}()`,
  `javascript&colon;${INJECTED_FUNCTION_NAME}()`,
  `&#106;avascript:${INJECTED_FUNCTION_NAME}()`,
  `data:text/html,<script>${INJECTED_FUNCTION_NAME}()</script>`,
  `data:text/html;base64,PHNjcmlwdD5hdHRhY2tlZCgpPC9zY3JpcHQ+`,
  `vbscript:${INJECTED_FUNCTION_NAME}`,
  `file:///etc/passwd`,
  `blob:https://evil.example/${INJECTED_FUNCTION_NAME}`,
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example\\',
  '/\t/evil.example/',
  '/./..//evil.example/',
] as const

export const MARKUP = [
  `"'\`> </script></title></textarea></style><script>${INJECTED_FUNCTION_NAME}()</script>`,
  `<img src=x onerror=${INJECTED_FUNCTION_NAME}()><svg onload=${INJECTED_FUNCTION_NAME}()>`,
  `" onfocus=${INJECTED_FUNCTION_NAME}() autofocus x="`,
  `<!--<script>${INJECTED_FUNCTION_NAME}()//-->\u2028\u2029]]><![CDATA[`,
  `{{${INJECTED_FUNCTION_NAME}()}} \${${INJECTED_FUNCTION_NAME}()} <?xml version="1.0"?>&lt;script&gt;\u0000\uFFFE`,
].join(' ')

const LONG_TEXT = `${'A long text. '.repeat(10)}`.repeat(8_066)

const buildLink = (href: string) => ({ _type: 'link', _key: 'evil-link', href })

const buildLinkedText = (href: string, index: number) => ({
  _type: 'block',
  _key: `evil-block-${index}`,
  style: 'normal',
  markDefs: [buildLink(href)],
  children: [{ _type: 'span', _key: 'evil-span', text: 'A link', marks: ['evil-link'] }],
})

const isText = (value: unknown): value is string => typeof value === 'string'

const isPortableText = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.some((entry) => isObject(entry) && entry._type === 'block')

const LINK_PATTERN = /^(?:https?:|mailto:|tel:|\/)/

const nest = (levels: number, inner: unknown, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce((value) => wrap(value), inner)

/** Nesting levels of the test content. The Content Lake accepts 200. */
const NESTING_LEVELS = 90

/** Invalid date that sorts after every valid one. */
const INVALID_DATE = 'tomorrow, or never'

const buildDeepText = () =>
  nest(NESTING_LEVELS, { _type: 'span', _key: 'inner', text: 'inner' }, (inner) => ({
    _type: 'block',
    _key: 'deep',
    style: 'normal',
    children: [inner],
  }))

export const INJECTIONS: Record<string, (document: Content) => Content> = {
  links: (document) => {
    let next = 0
    return mapDocument(document, (value, name) => {
      if (isPortableText(value)) return [...value, ...EVIL_LINKS.map(buildLinkedText)]
      if (isText(value) && (LINK_PATTERN.test(value) || /href|url|destination/i.test(name)))
        return EVIL_LINKS[next++ % EVIL_LINKS.length]
      return isObject(value) && value._type === 'link'
        ? { ...value, kind: 'external', internal: undefined, href: EVIL_LINKS[next++ % EVIL_LINKS.length] }
        : value
    })
  },
  markup: (document) => mapDocument(document, (value) => (isText(value) ? value + MARKUP : value)),
  'markup-only': (document) => mapDocument(document, (value) => (isText(value) ? MARKUP : value)),
  deep: (document) =>
    mapTopLevelFields(document, (value) => (Array.isArray(value) ? [...value, buildDeepText()] : value)),
  'deep-lists': (document) =>
    mapTopLevelFields(document, (value) =>
      Array.isArray(value) ? nest(NESTING_LEVELS, value, (inner) => [{ _key: 'a', inner }]) : value,
    ),
  dates: (document) => {
    const documentWithDates = mapDocument(document, (value) =>
      isText(value) && /^\d{4}-\d{2}-\d{2}/.test(value) ? INVALID_DATE : value,
    )
    return { ...documentWithDates, ...('publishedAt' in document && { publishedAt: INVALID_DATE }) }
  },
  nulls: (document) => mapDocument(document, (value) => (Array.isArray(value) || isObject(value) ? value : null)),
  'all-null': (document) => mapDocument(document, () => null),
  'objects-for-texts': (document) => mapDocument(document, (value) => (isText(value) ? { a: value } : value)),
  'texts-for-objects': (document) =>
    mapDocument(document, (value) => (Array.isArray(value) || isObject(value) ? 'a text' : value)),
  'lists-with-null': (document) =>
    mapDocument(document, (value) => (Array.isArray(value) ? [null, ...value, null] : value)),
  'same-keys': (document) =>
    mapDocument(document, (value) =>
      Array.isArray(value)
        ? [...value, ...value].map((entry) => (isObject(entry) ? { ...entry, _key: 'same' } : entry))
        : value,
    ),
  numbers: (document) =>
    mapDocument(document, (value) => (typeof value === 'number' ? 1.7e308 : isText(value) ? -9e99 : value)),
  'huge-numbers': (document) => mapDocument(document, (value) => (typeof value === 'number' ? -1.7e308 : value)),
  prototypes: (document) =>
    mapDocument(document, (value) =>
      isObject(value)
        ? {
            ...value,
            constructor: { prototype: { polluted: INJECTED_FUNCTION_NAME } },
            ['__proto__x']: INJECTED_FUNCTION_NAME,
          }
        : value,
    ),
}

export function injectLongText(document: Content): Content {
  let isFirst = true
  return mapDocument(document, (value) => {
    if (!isText(value) || !isFirst) return value
    isFirst = false
    return LONG_TEXT
  })
}

export const stripSystemFields = ({ _rev, _createdAt, _updatedAt, _system, ...document }: Content): Content =>
  document as Content

export function copyDocument(document: Content, name: string): Content {
  const { slug, path } = document
  return {
    ...document,
    _id: `attack-${name}`,
    ...(slug !== undefined && { slug: { _type: 'slug', current: `attack-${name}` } }),
    ...(typeof path === 'string' && { path: `/attack-${name}` }),
  }
}
