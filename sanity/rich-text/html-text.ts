const ELEMENTS =
  'a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|noscript|object|ol|option|p|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|u|ul|var|video'
const LINES =
  'address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul'

const UNSEEN = /<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi
const BREAK = new RegExp(`</?(?:${LINES})(?:\\s[^>]*)?/?>`, 'gi')
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^>]*)?/?>`, 'gi')
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const characterAt = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

/** Whether a string holds elements of HTML: `x < y` is none. */
export const isHtml = (text: string): boolean => text.search(TAG) >= 0

/** The text of HTML, a line for each block; scripts, styles and comments have none. */
export const htmlLines = (html: string): string[] =>
  html
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .replace(BREAK, '\n')
    .replace(TAG, '')
    .replace(ENTITY, (_entity, hex?: string, decimal?: string, name?: string) => {
      if (hex) return characterAt(Number.parseInt(hex, 16))
      return decimal ? characterAt(Number(decimal)) : (NAMED[name?.toLowerCase() ?? ''] ?? '')
    })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
