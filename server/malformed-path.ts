/** Whether a path cannot be decoded: a `%` in it stands before no character of UTF-8. */
export function isMalformedPath(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    // It throws for nothing else, and that is the answer.
    return true
  }
}

/** A segment of dots, however it is written: programs that read such a path do not agree on where it leads. */
const DOTS = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i

/** Data of a page beside it, which the framework gives past the proxy on hosts of other kinds. */
const DATA_OF_PAGE = /^\/_next\/data(?:$|\/)|(?:\.|%2e)(?:rsc|segments)(?:$|\/|%2f)/i

/** Whether a path leads to nothing that there could be here. */
export const leadsNowhere = (path: string): boolean => DOTS.test(path) || DATA_OF_PAGE.test(path)
