const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']
const WEB_SCHEMES = ['http', 'https']

/** White space, control characters, zero-width and direction marks: browsers skip some of them inside a scheme. */
const HIDDEN_CHARACTERS = /[\s\p{Cc}\p{Cf}]/u
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const MAIL_ADDRESS = /^mailto:[^@?/]+@[^@?/]+\.[^@?/]{2,}(\?.*)?$/i
const PHONE_NUMBER = /^tel:\+?[0-9][0-9().-]{1,24}(;[a-z0-9=.-]+)*$/i

/** A path of this site with an optional query and fragment: for lists that are no documents, such as /blog. */
const OWN_PATH = /^\/([a-z0-9][^/?#]*(\/[^/?#]+)*)?([?#].*)?$/i

/** What is wrong with the address of a link (http, https, mailto, tel or a path of this site), in words for an editor; undefined when nothing is. */
export function hrefError(href: unknown): string | undefined {
  return typeof href === 'string' && /^\/[^/]/.test(href) ? ownPathError(href) : addressError(href, LINK_SCHEMES)
}

/** Like {@link hrefError}, for addresses that must be web pages (http, https). An empty value is no error: `required` says that. */
export function webUrlError(url: unknown): string | undefined {
  return url === undefined || url === '' ? undefined : addressError(url, WEB_SCHEMES)
}

function ownPathError(href: string): string | undefined {
  return spellingError(href) ?? (OWN_PATH.test(href) ? undefined : 'Write a path of this site like /blog.')
}

function spellingError(href: string): string | undefined {
  if (HIDDEN_CHARACTERS.test(href)) return 'Remove the spaces or invisible characters from this address.'
  if (href.includes('\\')) return 'Use / instead of \\ in this address.'
  return undefined
}

function addressError(href: unknown, schemes: string[]): string | undefined {
  if (typeof href !== 'string' || href === '') return 'Enter the address this links to.'
  if (spellingError(href)) return spellingError(href)
  if (href.startsWith('//')) return 'Start the address with https:// instead of //.'
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase()
  if (!scheme || !schemes.includes(scheme)) return `Start the address with ${schemes.map(prefixOf).join(', ')}.`
  if (scheme === 'mailto') return MAIL_ADDRESS.test(href) ? undefined : 'Write the address as mailto:name@example.com.'
  if (scheme === 'tel') return PHONE_NUMBER.test(href) ? undefined : 'Write the number as tel:+12125550142.'
  return webAddressError(href)
}

function webAddressError(href: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(href) || !URL.canParse(href)) return 'Write the address as https://example.com/page.'
  const url = new URL(href)
  if (url.username || url.password) return 'Remove the name or password before the @ in this address.'
  return undefined
}

function prefixOf(scheme: string): string {
  return WEB_SCHEMES.includes(scheme) ? `${scheme}://` : `${scheme}:`
}
