/** Maximum headline length in characters: three lines at the smallest size. */
const MAX_TITLE = 96

const MAX_LABEL = 48

/** Matches characters that the image's fonts lack. For those, the renderer would download another font. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a1-\u00a3\u00a5-\u00ac\u00ae-\u00ff–—‘’“”…•€™]/g

const drawable = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/\s/g, ' ')
    .replace(UNDRAWABLE, (character) => character.normalize('NFKD').replaceAll(UNDRAWABLE, ''))
    .replaceAll(/ +/g, ' ')
    .trim()

function bounded(text: string, limit: number): string {
  const whole = drawable(text)
  if (whole.length <= limit) return whole
  const cut = whole.slice(0, limit - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–—-]+$/, '')}…`
}

/** Shortens the headline to fit, and removes unsupported characters. */
export const shareTitle = (text: string) => bounded(text, MAX_TITLE)

export const shareLabel = (text: string) => bounded(text, MAX_LABEL)

export function titleSize(title: string): number {
  if (title.length <= 36) return 92
  return title.length <= 64 ? 76 : 62
}
