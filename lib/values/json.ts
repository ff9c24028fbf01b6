/** Parses JSON; returns undefined if it is invalid. The parser's error would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Valid JSON never parses to undefined.
    return undefined
  }
}
