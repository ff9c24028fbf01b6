/** Parses text from outside. Throws what `refuse` makes: the parser's own message repeats the text, which may hold secrets. */
export function parseJson(text: string, refuse: () => Error): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse()
  }
}
