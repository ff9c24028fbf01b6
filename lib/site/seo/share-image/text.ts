/** Maximum headline length in characters: three lines at the smallest size. */
const MAX_TITLE_LENGTH = 96

const MAX_LABEL_LENGTH = 48

/** Matches characters that the image's fonts lack. For those, the renderer would download another font. */
const UNSUPPORTED_CHARACTER_PATTERN = /[^\u0020-\u007e\u00a1-\u00a3\u00a5-\u00ac\u00ae-\u00ff–—‘’“”…•€™]/g

const removeUnsupportedCharacters = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/\s/g, ' ')
    .replace(UNSUPPORTED_CHARACTER_PATTERN, (character) =>
      character.normalize('NFKD').replaceAll(UNSUPPORTED_CHARACTER_PATTERN, ''),
    )
    .replaceAll(/ +/g, ' ')
    .trim()

function truncateText(text: string, limit: number): string {
  const cleanText = removeUnsupportedCharacters(text)
  if (cleanText.length <= limit) return cleanText
  const truncated = cleanText.slice(0, limit - 1)
  const end = truncated.lastIndexOf(' ')
  return `${(end > limit / 2 ? truncated.slice(0, end) : truncated).replace(/[\s,;:.–—-]+$/, '')}…`
}

/** Shortens the headline to fit, and removes unsupported characters. */
export const formatShareTitle = (text: string) => truncateText(text, MAX_TITLE_LENGTH)

export const formatShareLabel = (text: string) => truncateText(text, MAX_LABEL_LENGTH)

export function getTitleSize(title: string): number {
  if (title.length <= 36) return 92
  return title.length <= 64 ? 76 : 62
}
