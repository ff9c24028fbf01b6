import { isSlug } from '../../../lib/routes.ts'
import { placeholdersIn } from '../../../lib/site/ui-copy.ts'
import { limits } from '../shared/limits.ts'

/** Converts an error to the result of a Sanity rule, which is true for valid values. */
export function verdict<Problem>(problem: Problem | undefined): true | Problem {
  return problem ?? true
}

export const check =
  <Value, Parent>(errorOf: (value: Value, parent: Parent) => string | undefined) =>
  (value: unknown, { parent }: { parent?: unknown }) =>
    verdict(errorOf(value as Value, parent as Parent))

/** Returns an error unless there are twelve mean temperatures in °F. An empty list is valid. */
export function monthlyMeansError(months: number[] | undefined): string | undefined {
  if (!months || months.length === 0) return undefined
  if (months.length !== 12) return `Enter twelve numbers, January to December. You entered ${months.length}.`
  if (months.some((mean) => !Number.isFinite(mean) || mean < -40 || mean > 130))
    return 'Enter degrees Fahrenheit, between -40 and 130.'
  return undefined
}

/** Returns an error if the yearly price exceeds the monthly price, which usually means the two are swapped. */
export function yearlyPriceError(yearly: number | undefined, monthly: number | undefined): string | undefined {
  if (yearly === undefined || monthly === undefined || yearly <= monthly) return undefined
  return `$${yearly} a month billed yearly is more than $${monthly} billed monthly. Enter both as prices per month.`
}

export const planLimitsError = (
  text: string | undefined,
  plan: Readonly<Record<string, unknown>> | undefined,
): string | undefined =>
  !text && (plan?.crews || plan?.eveningsOnly)
    ? 'Enter a reason. The plan finder shows it to visitors with more crews or with calls all day.'
    : undefined

/** Returns an error if a recording has no length. The length is optional without a recording. */
export const recordingLengthError = (
  seconds: number | undefined,
  recording: { file?: { asset?: unknown } } | undefined,
): string | undefined =>
  recording?.file?.asset && !seconds
    ? 'Enter the length of the recording in seconds. Visitors see it before they press play.'
    : undefined

type ImageParent = { asset?: unknown }

/** Returns an editor-facing error for alternative text, or undefined if valid. */
export function altError(alt: string | undefined, image: ImageParent | undefined): string | undefined {
  if (!image?.asset) return undefined
  if (!alt?.trim()) return 'Describe the picture for people who can’t see it.'
  if (alt.length > limits.alt) return `Shorten it to ${limits.alt} characters.`
  return undefined
}

/** Returns an error if the image is missing or has no file. */
export function missingImageError(image: ImageParent | undefined): string | undefined {
  return image?.asset ? undefined : 'Add an image.'
}

export function missingPictureError(image: ImageParent | undefined, block: { picture?: unknown[] } | undefined) {
  return image?.asset || block?.picture?.length ? undefined : 'Add an image or a product picture.'
}

export function missingFileError(file: ImageParent | undefined): string | undefined {
  return file?.asset ? undefined : 'Add a file.'
}

/** Returns an error for SVG share images, because social networks do not show them. */
export function svgError(image: { asset?: { _ref?: string } } | undefined): string | undefined {
  return image?.asset?._ref?.endsWith('-svg')
    ? 'Social networks don’t show SVG images. Upload a PNG, JPEG, WebP or AVIF.'
    : undefined
}

export const inBraces = (names: string[]): string => names.map((name) => `{${name}}`).join(' and ')

/** Returns true, or an error that names the placeholders missing from the text. */
export function missingPlaceholderError(written: unknown, original: string): string | true {
  if (typeof written !== 'string' || written === '') return true
  const kept = placeholdersIn(written)
  const missing = placeholdersIn(original).filter((placeholder) => !kept.includes(placeholder))
  if (missing.length === 0) return true
  return `Add ${inBraces(missing)}. The site replaces ${missing.length === 1 ? 'it with the value' : 'them with the values'}.`
}

type TableRow = { cells?: string[] }

const MAX_COLUMNS = 8
const MAX_ROWS = 60

/** Returns an editor-facing error for table rows. The first row is the header. */
export function tableRowsError(rows: TableRow[] | undefined): string | undefined {
  if (!rows || rows.length === 0) return undefined
  const [header, ...body] = rows.map(({ cells }) => cells ?? [])
  if (!header || header.length === 0) return 'Add column headings to the first row.'
  if (header.length > MAX_COLUMNS) return `Use up to ${MAX_COLUMNS} columns. More don’t fit on a phone.`
  if (body.length === 0) return 'Add a row below the header.'
  if (rows.length > MAX_ROWS) return `Use up to ${MAX_ROWS} rows.`
  const uneven = body.findIndex((cells) => cells.length !== header.length)
  if (uneven >= 0)
    return `Row ${uneven + 2} has ${countOf(body[uneven]?.length ?? 0, 'cell')}, but the header has ${header.length}.`
  return undefined
}

export type ComparisonRow = { _key: string; cells?: string[] }

/** Returns true, or an error with the rows that have the wrong number of cells. */
export function comparisonRowsError(
  rows: ComparisonRow[] | undefined,
  columns: string[],
): true | { message: string; paths: { _key: string }[][] } {
  const uneven = (rows ?? []).filter(({ cells }) => (cells?.length ?? 0) !== columns.length)
  if (uneven.length === 0) return true
  const needed = `${countOf(columns.length, 'column')}, so each row needs ${countOf(columns.length, 'cell')}`
  return { message: `There are ${needed}.`, paths: uneven.map(({ _key }) => [{ _key }]) }
}

export const ourColumnError = (ours: number | undefined, columns: string[] = []): string | undefined =>
  ours !== undefined && ours > columns.length
    ? `There is no column ${ours}. The comparison has ${countOf(columns.length, 'column')}.`
    : undefined

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

type Slug = { current?: string } | undefined

/** Returns an editor-facing error for a slug's format. Sanity checks that the slug is unique. */
export function slugError(slug: Slug): string | undefined {
  const current = slug?.current
  if (!current) return undefined
  if (current.length > limits.slug)
    return `Shorten the slug to ${limits.slug} characters. Pages with longer slugs don’t open.`
  if (isSlug(current)) return undefined
  return `Pages with this slug don’t open. Use lowercase letters, digits and single hyphens: ${suggestedSlug(current)}.`
}

const suggestedSlug = (slug: string): string =>
  slug
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug)
    .replace(/^-|-$/g, '') || 'new-york'

export function reservedSlugError(slug: Slug, reserved: readonly string[]): string | undefined {
  const current = slug?.current
  if (!current || !reserved.includes(current)) return undefined
  return `“${current}” is reserved. Choose another slug.`
}

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']
const WEB_SCHEMES = ['http', 'https']

/** Whitespace, control, zero-width and direction characters. Browsers ignore some of them inside a URL scheme. */
const HIDDEN_CHARACTERS = /[\s\p{Cc}\p{Cf}]/u
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const MAIL_ADDRESS = /^mailto:[^@?/]+@[^@?/]+\.[^@?/]{2,}(\?.*)?$/i
const PHONE_NUMBER = /^tel:\+?[0-9][0-9().-]{1,24}(;[a-z0-9=.-]+)*$/i

/** Path on this site with optional query and fragment, for lists such as /blog. */
const OWN_PATH = /^\/([a-z0-9][^/?#]*(\/[^/?#]+)*)?([?#].*)?$/i

/**
 * Returns an editor-facing error for a link, or undefined if valid.
 * Accepts http, https, mailto, tel or a path on this site.
 */
export function hrefError(href: unknown): string | undefined {
  return typeof href === 'string' && /^\/[^/]/.test(href) ? ownPathError(href) : addressError(href, LINK_SCHEMES)
}

/** Validates like {@link hrefError}, but accepts only http and https. An empty value is valid. */
export function webUrlError(url: unknown): string | undefined {
  return url === undefined || url === '' ? undefined : addressError(url, WEB_SCHEMES)
}

function ownPathError(href: string): string | undefined {
  return spellingError(href) ?? (OWN_PATH.test(href) ? undefined : 'Enter a path on this site, such as /blog.')
}

function spellingError(href: string): string | undefined {
  if (HIDDEN_CHARACTERS.test(href)) return 'Remove the spaces or invisible characters from this address.'
  if (href.includes('\\')) return 'Use / instead of \\ in this address.'
  return undefined
}

function addressError(href: unknown, schemes: string[]): string | undefined {
  if (typeof href !== 'string' || href === '') return 'Enter an address.'
  if (spellingError(href)) return spellingError(href)
  if (href.startsWith('//')) return 'Start the address with https:// instead of //.'
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase()
  if (!scheme || !schemes.includes(scheme)) return `Start the address with ${schemes.map(prefixOf).join(', ')}.`
  if (scheme === 'mailto') return MAIL_ADDRESS.test(href) ? undefined : 'Enter the address as mailto:name@example.com.'
  if (scheme === 'tel') return PHONE_NUMBER.test(href) ? undefined : 'Enter the number as tel:+12125550142.'
  return webAddressError(href)
}

function webAddressError(href: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(href) || !URL.canParse(href)) return 'Enter the address as https://example.com/page.'
  const url = new URL(href)
  if (url.username || url.password) return 'Remove the name or password before the @ in this address.'
  return undefined
}

function prefixOf(scheme: string): string {
  return WEB_SCHEMES.includes(scheme) ? `${scheme}://` : `${scheme}:`
}
