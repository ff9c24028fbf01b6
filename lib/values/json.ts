/** Undefined if invalid; the parser's error would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // JSON itself is never undefined.
    return undefined
  }
}
