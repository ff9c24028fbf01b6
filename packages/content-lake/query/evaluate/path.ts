const LINE_END = /[\n\r\u2028\u2029]/

/**
 * Whether a text is in `path(pattern)`: `*` stands for a part without dots, `**` for anything. As the regular expression of groq-js
 * does, which tries every way to divide the text among the wildcards: here the time grows with the length of both.
 */
export function matchesPath(pattern: string, text: string): boolean {
  // Each entry says whether the parts so far can end before this character.
  let ends = Array.from({ length: text.length + 1 }, (_, position) => position === 0)
  for (const [index, part] of pattern.split('.').entries()) {
    if (index > 0)
      ends = ends.map((_, position) => position > 0 && ends[position - 1] === true && isInLine(text, position - 1))
    ends = after(part, ends, text)
  }
  return ends.at(-1) === true
}

const isInLine = (text: string, position: number): boolean => !LINE_END.test(text[position] ?? '')

function after(part: string, ends: boolean[], text: string): boolean[] {
  if (part !== '*' && part !== '**') {
    return ends.map((_, end) => ends[end - part.length] === true && text.startsWith(part, end - part.length))
  }
  let reaches = false
  return ends.map((endsHere, position) => {
    if (part === '**') return (reaches = endsHere || (reaches && isInLine(text, position - 1)))
    return (reaches = position > 0 && (reaches || ends[position - 1] === true) && text[position - 1] !== '.')
  })
}
