import { isSlug } from '../../../lib/routes.ts'
import { findPlaceholders } from '../../../lib/site/ui-copy.ts'
import { limits } from '../shared/limits.ts'

/** Converts an error to the result of a Sanity rule, which is true for valid values. */
export function toRuleResult<Problem>(problem: Problem | undefined): true | Problem {
  return problem ?? true
}

export const check =
  <Value, Parent>(getError: (value: Value, parent: Parent) => string | undefined) =>
  (value: unknown, { parent }: { parent?: unknown }) =>
    toRuleResult(getError(value as Value, parent as Parent))

/** Returns an error unless there are twelve mean temperatures in °F. An empty list is valid. */
export function getMonthlyMeansError(months: number[] | undefined): string | undefined {
  if (!months || months.length === 0) return undefined
  if (months.length !== 12) return `Enter twelve numbers, January to December. You entered ${months.length}.`
  if (months.some((mean) => !Number.isFinite(mean) || mean < -40 || mean > 130))
    return 'Enter degrees Fahrenheit, between -40 and 130.'
  return undefined
}

/** Returns an error if the yearly price exceeds the monthly price, which usually means the two are swapped. */
export function getYearlyPriceError(yearly: number | undefined, monthly: number | undefined): string | undefined {
  if (yearly === undefined || monthly === undefined || yearly <= monthly) return undefined
  return `$${yearly} a month billed yearly is more than $${monthly} billed monthly. Enter both as prices per month.`
}

export const getPlanLimitsError = (
  text: string | undefined,
  plan: Readonly<Record<string, unknown>> | undefined,
): string | undefined =>
  !text && (plan?.crews || plan?.eveningsOnly)
    ? 'Enter a reason. The plan finder shows it to visitors with more crews or with calls all day.'
    : undefined

/** Returns an error if a recording has no length. The length is optional if there is no recording. */
export const getRecordingLengthError = (
  seconds: number | undefined,
  recording: { file?: { asset?: unknown } } | undefined,
): string | undefined =>
  recording?.file?.asset && !seconds
    ? 'Enter the length of the recording in seconds. Visitors see it before they press play.'
    : undefined

type ImageParent = { asset?: unknown }

/** Returns an editor-facing error for alternative text, or undefined if valid. */
export function getAltError(alt: string | undefined, image: ImageParent | undefined): string | undefined {
  if (!image?.asset) return undefined
  if (!alt?.trim()) return 'Describe the picture for people who can’t see it.'
  if (alt.length > limits.alt) return `Shorten it to ${limits.alt} characters.`
  return undefined
}

/** Returns an error if the image is missing or has no file. */
export function getMissingImageError(image: ImageParent | undefined): string | undefined {
  return image?.asset ? undefined : 'Add an image.'
}

export function getMissingPictureError(image: ImageParent | undefined, block: { picture?: unknown[] } | undefined) {
  return image?.asset || block?.picture?.length ? undefined : 'Add an image or a product picture.'
}

export function getMissingFileError(file: ImageParent | undefined): string | undefined {
  return file?.asset ? undefined : 'Add a file.'
}

/** Returns an error for SVG share images, because social networks do not show them. */
export function getSvgError(image: { asset?: { _ref?: string } } | undefined): string | undefined {
  return image?.asset?._ref?.endsWith('-svg')
    ? 'Social networks don’t show SVG images. Upload a PNG, JPEG, WebP or AVIF.'
    : undefined
}

export const formatPlaceholders = (names: string[]): string => names.map((name) => `{${name}}`).join(' and ')

/** Returns true, or an error that names the placeholders missing from the text. */
export function checkPlaceholders(text: unknown, defaultText: string): string | true {
  if (typeof text !== 'string' || text === '') return true
  const presentPlaceholders = findPlaceholders(text)
  const missingPlaceholders = findPlaceholders(defaultText).filter(
    (placeholder) => !presentPlaceholders.includes(placeholder),
  )
  if (missingPlaceholders.length === 0) return true
  return `Add ${formatPlaceholders(missingPlaceholders)}. The site replaces ${missingPlaceholders.length === 1 ? 'it with the value' : 'them with the values'}.`
}

type TableRow = { cells?: string[] }

const MAX_COLUMNS = 8
const MAX_ROWS = 60

/** Returns an editor-facing error for table rows. The first row is the header. */
export function getTableRowsError(rows: TableRow[] | undefined): string | undefined {
  if (!rows || rows.length === 0) return undefined
  const [header, ...body] = rows.map(({ cells }) => cells ?? [])
  if (!header || header.length === 0) return 'Add column headings to the first row.'
  if (header.length > MAX_COLUMNS) return `Use up to ${MAX_COLUMNS} columns. More don’t fit on a phone.`
  if (body.length === 0) return 'Add a row below the header.'
  if (rows.length > MAX_ROWS) return `Use up to ${MAX_ROWS} rows.`
  const unevenIndex = body.findIndex((cells) => cells.length !== header.length)
  if (unevenIndex >= 0)
    return `Row ${unevenIndex + 2} has ${formatCount(body[unevenIndex]?.length ?? 0, 'cell')}, but the header has ${header.length}.`
  return undefined
}

export type ComparisonRow = { _key: string; cells?: string[] }

/** Returns true, or an error with the rows that have the wrong number of cells. */
export function checkComparisonRows(
  rows: ComparisonRow[] | undefined,
  columns: string[],
): true | { message: string; paths: { _key: string }[][] } {
  const unevenRows = (rows ?? []).filter(({ cells }) => (cells?.length ?? 0) !== columns.length)
  if (unevenRows.length === 0) return true
  const requirement = `${formatCount(columns.length, 'column')}, so each row needs ${formatCount(columns.length, 'cell')}`
  return { message: `There are ${requirement}.`, paths: unevenRows.map(({ _key }) => [{ _key }]) }
}

export const getOwnColumnError = (ownColumn: number | undefined, columns: string[] = []): string | undefined =>
  ownColumn !== undefined && ownColumn > columns.length
    ? `There is no column ${ownColumn}. The comparison has ${formatCount(columns.length, 'column')}.`
    : undefined

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

type Slug = { current?: string } | undefined

/** Returns an editor-facing error for a slug's format. Sanity checks that the slug is unique. */
export function getSlugError(slug: Slug): string | undefined {
  const current = slug?.current
  if (!current) return undefined
  if (current.length > limits.slug)
    return `Shorten the slug to ${limits.slug} characters. Pages with longer slugs don’t open.`
  if (isSlug(current)) return undefined
  return `Pages with this slug don’t open. Use lowercase letters, digits and single hyphens: ${suggestSlug(current)}.`
}

const suggestSlug = (slug: string): string =>
  slug
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug)
    .replace(/^-|-$/g, '') || 'new-york'

export function getReservedSlugError(slug: Slug, reserved: readonly string[]): string | undefined {
  const current = slug?.current
  if (!current || !reserved.includes(current)) return undefined
  return `“${current}” is reserved. Choose another slug.`
}

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']
const WEB_SCHEMES = ['http', 'https']

/** Whitespace, control, zero-width and direction characters. Browsers ignore some of them inside a URL scheme. */
const HIDDEN_CHARACTERS_PATTERN = /[\s\p{Cc}\p{Cf}]/u
const SCHEME_PATTERN = /^([a-z][a-z0-9+.-]*):/i
const MAIL_ADDRESS_PATTERN = /^mailto:[^@?/]+@[^@?/]+\.[^@?/]{2,}(\?.*)?$/i
const PHONE_NUMBER_PATTERN = /^tel:\+?[0-9][0-9().-]{1,24}(;[a-z0-9=.-]+)*$/i

/** Path on this site with optional query and fragment, for lists such as /blog. */
const INTERNAL_PATH_PATTERN = /^\/([a-z0-9][^/?#]*(\/[^/?#]+)*)?([?#].*)?$/i

/**
 * Returns an editor-facing error for a link, or undefined if valid.
 * Accepts http, https, mailto, tel or a path on this site.
 */
export function getHrefError(href: unknown): string | undefined {
  return typeof href === 'string' && /^\/[^/]/.test(href)
    ? getInternalPathError(href)
    : getAddressError(href, LINK_SCHEMES)
}

/** Validates like {@link getHrefError}, but accepts only http and https. An empty value is valid. */
export function getWebUrlError(url: unknown): string | undefined {
  return url === undefined || url === '' ? undefined : getAddressError(url, WEB_SCHEMES)
}

function getInternalPathError(href: string): string | undefined {
  return (
    getSpellingError(href) ??
    (INTERNAL_PATH_PATTERN.test(href) ? undefined : 'Enter a path on this site, such as /blog.')
  )
}

function getSpellingError(href: string): string | undefined {
  if (HIDDEN_CHARACTERS_PATTERN.test(href)) return 'Remove the spaces or invisible characters from this address.'
  if (href.includes('\\')) return 'Use / instead of \\ in this address.'
  return undefined
}

function getAddressError(href: unknown, schemes: string[]): string | undefined {
  if (typeof href !== 'string' || href === '') return 'Enter an address.'
  if (getSpellingError(href)) return getSpellingError(href)
  if (href.startsWith('//')) return 'Start the address with https:// instead of //.'
  const scheme = SCHEME_PATTERN.exec(href)?.[1]?.toLowerCase()
  if (!scheme || !schemes.includes(scheme)) return `Start the address with ${schemes.map(formatScheme).join(', ')}.`
  if (scheme === 'mailto')
    return MAIL_ADDRESS_PATTERN.test(href) ? undefined : 'Enter the address as mailto:name@example.com.'
  if (scheme === 'tel') return PHONE_NUMBER_PATTERN.test(href) ? undefined : 'Enter the number as tel:+12125550142.'
  return getWebAddressError(href)
}

function getWebAddressError(href: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(href) || !URL.canParse(href)) return 'Enter the address as https://example.com/page.'
  const url = new URL(href)
  if (url.username || url.password) return 'Remove the name or password before the @ in this address.'
  return undefined
}

function formatScheme(scheme: string): string {
  return WEB_SCHEMES.includes(scheme) ? `${scheme}://` : `${scheme}:`
}
