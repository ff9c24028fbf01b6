import { createHash } from 'node:crypto'

/** Next escapes `<` in these scripts, so the first `</script>` is their end. */
const PUSH =
  /<script\b[^>]*>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[.*?\])\)<\/script>/gs

/** What `push` is told: that text follows, and text (next/src/server/app-render/use-flight-response.tsx). */
const START = 0
const TEXT = 1

/** What a script pushes, or undefined where it is no list in JSON. */
function pushed(json: string): unknown[] | undefined {
  try {
    return JSON.parse(json) as unknown[]
  } catch {
    // It is not flight data as this module knows it: the caller leaves the page as it is.
    return undefined
  }
}

/** A short name that changes with the flight data. */
export const versionOf = (flight: string) => createHash('sha256').update(flight).digest('base64url').slice(0, 16)

/**
 * Takes the flight data, which repeats the whole page for the framework, out of a page's HTML.
 * @param flight what the page's address answers to a request for flight data
 * @returns undefined when the HTML does not hold exactly that, and so must stay as it is
 */
export function withoutFlight(html: string, flight: string): string | undefined {
  const texts: string[] = []
  let understood = true
  const without = html.replace(PUSH, (_script, json: string) => {
    const [kind, text] = pushed(json) ?? []
    if (kind === TEXT && typeof text === 'string') texts.push(text)
    else if (kind !== START) understood = false
    return ''
  })
  return understood && texts.length > 0 && texts.join('') === flight ? without : undefined
}
